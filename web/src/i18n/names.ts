// Names of players, bots and sheets.

import type { TableFacts } from "../net/protocol";
import { kindOf } from "../state/bots";
import type { TableState } from "../state/table";
import { hasText, t } from "./index";

/** The prefix of a bot's name in a record. */
const BOT = "bot ";

/** Returns the display name of a seat on this device. */
export type NameOf = (seat: number) => string;

/** A bot's label in a list of levels: "Bot: steady". */
export function botName(bot: string): string {
  const kind = kindOf(bot);
  return hasText(`bot.${kind}`) ? t(`bot.${kind}`) : bot;
}

/** A bot's short name: "Steady". */
export function botShort(bot: string): string {
  const kind = kindOf(bot);
  return hasText(`bot_name.${kind}`) ? t(`bot_name.${kind}`) : bot;
}

/** The display name of a sheet: "Mixx A", "Connected A, sheet B", "sheet C"; a custom one has the name in its file. */
export function sheetName(text: string): string {
  const [name = ""] = text.split("=");
  const [kind, letter = ""] = name.length === 1 ? ["letter", name] : name.split("-");
  return hasText(`sheet_name.${kind}`) ? t(`sheet_name.${kind}`, { letter: letter.toUpperCase() }) : name;
}

/** The name of a bot at the table; a second one of its kind gets a number. */
function botAtTable(facts: TableFacts, seat: number, bot: string): string {
  const name = botShort(bot);
  const nth = facts.seats.filter((other) => other.seat <= seat && other.bot === bot).length;
  return nth > 1 ? `${name} ${nth}` : name;
}

/** The name of a seat for everyone at the table. */
export function seatName(facts: TableFacts | null, seat: number): string {
  const entry = facts?.seats[seat];
  if (facts && entry?.bot) return botAtTable(facts, seat, entry.bot);
  const name = entry?.name || t("people.player", { number: seat + 1 });
  return entry?.stand_in ? t("people.stood_in", { name }) : name;
}

/** The name of the host. */
export function hostName(facts: TableFacts): string {
  return facts.host === null || facts.host === undefined ? "" : seatName(facts, facts.host);
}

/** The names at the table; a seat is "You" if it is the only one on this device. */
export function namesOf(table: TableState): NameOf {
  const own = table.ownSeats.length === 1 ? table.ownSeats[0]?.seat : undefined;
  return (seat) => (seat === own ? t("turn.you") : seatName(table.facts, seat));
}

/** The names in a record: "Ann", "bot steady". */
export function seatNames(names: readonly string[]): NameOf {
  return (seat) => {
    const name = names[seat] || t("people.player", { number: seat + 1 });
    return name.startsWith(BOT) ? botShort(name.slice(BOT.length)) : name;
  };
}

/** A bot that is not ready yet, with the expected time. */
export interface ReadyingBot {
  name: string;
  until: number;
}

/** The bots that have to move and are still being compiled; empty while this device has to move. */
export function readyingBots(table: TableState): ReadyingBot[] {
  if (table.ownSeats.some((own) => own.view.choices.length > 0)) return [];
  const seats = (table.facts?.seats ?? []).filter((seat) => seat.ready_ms);
  return seats.map((seat) => ({
    name: seat.stand_in ? botShort(seat.stand_in) : seatName(table.facts, seat.seat),
    until: table.factsAt + (seat.ready_ms ?? 0),
  }));
}

/** Seats played by a bot. */
export function botSeats(table: TableState): number[] {
  return (table.facts?.seats ?? []).filter((seat) => seat.bot ?? seat.stand_in).map((seat) => seat.seat);
}

/** Seats whose player is away and not replaced by a bot. */
export function awaySeats(table: TableState): number[] {
  return (table.facts?.seats ?? [])
    .filter((seat) => seat.kind !== "bot" && !seat.connected && !seat.stand_in)
    .map((seat) => seat.seat);
}
