// The names of an evening and of what is played next.

import { findGame } from "../games/registry";
import type { Evening, EveningPlayer, TableFacts } from "../net/protocol";
import type { TableState } from "../state/table";
import { lang, t } from ".";
import { botShort, type NameOf } from "./names";

/** Matches after midnight belong to the evening before. */
const NIGHT_HOURS = 5;
const HOUR_MS = 3_600_000;

type DayPart = "morning" | "afternoon" | "evening";

function partOf(at: Date): DayPart {
  const hour = at.getHours();
  return hour < NIGHT_HOURS || hour >= 17 ? "evening" : hour < 12 ? "morning" : "afternoon";
}

/** The day to which a moment belongs. */
function dayOf(at: number): Date {
  const date = new Date(at);
  return date.getHours() < NIGHT_HOURS ? new Date(at - NIGHT_HOURS * HOUR_MS) : date;
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(lang()) + text.slice(1);
}

/** "Friday evening". */
export function eveningName(at: number): string {
  const day = dayOf(at).toLocaleDateString(lang(), { weekday: "long" });
  return t(`evening.${partOf(new Date(at))}`, { day: capital(day) });
}

/** "20 November 2026". */
export function longDate(at: number): string {
  return dayOf(at).toLocaleDateString(lang() === "en" ? "en-GB" : lang(), {
    day: "numeric",
    month: "long",
    year: "numeric",
  });
}

/** "Friday evening, 20 November 2026". */
export function eveningDate(at: number): string {
  return `${eveningName(at)}, ${longDate(at)}`;
}

/** "This evening, 4 matches". */
export function eveningCount(evening: Evening, at: number): string {
  const id = partOf(new Date(at)) === "evening" ? "evening.tonight" : "evening.today";
  return t(id, { n: evening.matches });
}

/** The name of a player on the scoreboard: bots have their short names, and this device's person is "You". */
export function playerName(player: Pick<EveningPlayer, "name" | "bot">, own: string | null = null): string {
  if (player.bot === null) return player.name === own ? t("turn.you") : player.name;
  const number = / \d+$/.exec(player.name)?.[0] ?? "";
  return botShort(player.bot) + number;
}

/** The name of this device's only person on the scoreboard; null if several people share the device. */
export function ownName({ facts, ownSeats }: TableState): string | null {
  const [own, ...others] = ownSeats;
  return own && others.length === 0 ? (facts?.seats[own.seat]?.name ?? null) : null;
}

/** The name of somebody who may play the next match. */
export function candidateName(
  facts: TableFacts,
  { seat, guest, bot, isOwn }: { seat: number | null; guest: number | null; bot: string | null; isOwn: boolean },
  nameOf: NameOf,
): string {
  if (bot !== null) return botShort(bot);
  if (seat !== null) return nameOf(seat);
  return isOwn ? t("turn.you") : (facts.guests?.find((each) => each.guest === guest)?.name ?? "");
}

/** "Qwixx". */
export function gameName(game: string): string {
  return t(`game.${findGame(game) ?? game}`);
}
