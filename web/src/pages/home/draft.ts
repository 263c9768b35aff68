// A table before it is opened: players and options.

import { findGame, GAMES, type GameName } from "../../games/registry";
import type { GameFacts, NewSeat, NewTable } from "../../net/protocol";
import { kindOf } from "../../state/bots";
import { isFlag, isNumber, isText, listOf, oneOf, optional, orNull, shape } from "../../state/checks";
import { wanted } from "../../state/mirror";
import type { Group } from "../../state/results";
import type { Deal } from "../../state/sheets";
import type { Way } from "../../state/storage";

/** The player of a seat; `sheet` is only set if the seats have different sheets by choice. */
export type DraftSeat = ({ kind: "here"; name: string } | { kind: "bot"; bot: string } | { kind: "open" }) & {
  sheet?: string;
};
export type Play = "friends" | "bots" | "solo" | "pass" | "tablet" | "real" | "pad";
export const PLAYS: readonly Play[] = ["friends", "bots", "solo", "pass", "tablet", "real", "pad"];

export interface Draft {
  game: GameName;
  play: Play;
  seats: DraftSeat[];
  /** A sheet for all seats, or null for the default deal. */
  sheet: string | null;
  clock: number | null;
  /** Played over days, whenever players are connected. */
  isSlow: boolean;
  isOpen: boolean;
  autoThrow: boolean;
  autoPass: boolean;
}

export function makeDraft(game: GameName, name: string): Draft {
  const draft: Draft = {
    game,
    play: "friends",
    seats: [],
    sheet: null,
    clock: null,
    isSlow: false,
    isOpen: false,
    autoThrow: true,
    autoPass: true,
  };
  return withPlay(draft, "friends", name, "");
}

const isSeat = (value: unknown): value is DraftSeat =>
  [
    shape({ kind: oneOf(["here"]), name: isText, sheet: optional(isText) }),
    shape({ kind: oneOf(["bot"]), bot: isText, sheet: optional(isText) }),
    shape({ kind: oneOf(["open"]), sheet: optional(isText) }),
  ].some((check) => check(value));

const isDraft = shape<Draft>({
  game: oneOf(GAMES),
  play: oneOf(PLAYS),
  seats: listOf(isSeat),
  sheet: orNull(isText),
  clock: orNull(isNumber),
  isSlow: isFlag,
  isOpen: isFlag,
  autoThrow: isFlag,
  autoPass: isFlag,
});

/** Restore the last choices, with today's name; the first time, friends on their own phones. */
export function recallDraft(kept: unknown, game: GameName, name: string): Draft {
  const fresh = makeDraft(game, name);
  if (!isDraft(kept)) return fresh;
  const [first, ...others] = kept.seats;
  const seats = first?.kind === "here" ? [{ ...first, name: name || first.name }, ...others] : fresh.seats;
  // A table is only listed publicly if this is chosen for this match.
  return { ...fresh, ...kept, seats, isOpen: false };
}

/** Remove what this server does not support: sheets, bots, or too many seats. */
export function fitDraft(draft: Draft, facts: GameFacts, bot: string): Draft {
  const seats = draft.seats
    .slice(0, facts.seats[1])
    .filter((seat) => draft.play !== "pad" || seat.kind !== "bot")
    .map((seat) => (seat.kind === "bot" && !facts.bots.includes(seat.bot) ? { ...seat, bot } : seat));
  const isThere = (name: string) =>
    name.includes("=") ? Boolean(facts.own_sheets) : facts.sheets.some((sheet) => sheet.name === name);
  const sheet = draft.sheet !== null && isThere(draft.sheet) ? draft.sheet : null;
  const isMixed = seats.length > 1 && mixOf(seats).every(isThere);
  return { ...draft, seats: isMixed ? seats : seats.map(withoutSheet), sheet };
}

function withoutSheet({ sheet: _, ...seat }: DraftSeat): DraftSeat {
  return seat;
}

/** Apply a choice of sheets. */
export function withDeal(draft: Draft, deal: Deal): Pick<Draft, "sheet" | "seats"> {
  const seats = draft.seats.map(withoutSheet);
  if (deal === null || deal.length < 2) return { sheet: deal?.[0] ?? null, seats };
  return { sheet: null, seats: seats.map((seat, i) => ({ ...seat, sheet: deal[i] ?? deal[0] ?? "" })) };
}

/** The sheet of each seat if they differ by choice, otherwise empty; seats added later get the first one. */
function mixOf(seats: readonly DraftSeat[]): string[] {
  const first = seats.find((seat) => seat.sheet)?.sheet;
  return first ? seats.map((seat) => seat.sheet ?? first) : [];
}

/** The sheets of the draft: null for the default deal, one for all, or one per seat. */
export function draftDeal({ sheet, seats }: Draft): string[] | null {
  const mix = mixOf(seats);
  return mix.length > 0 ? mix : sheet === null ? null : [sheet];
}

/** Adapt a draft to offline play: nobody can join by link, so all players use this device. */
export function offlineDraft(draft: Draft): Draft {
  if (draft.play === "friends") return { ...draft, play: "solo", seats: draft.seats.slice(0, 1) };
  const seats = draft.seats.map((seat): DraftSeat => (seat.kind === "open" ? { kind: "here", name: "" } : seat));
  return { ...draft, seats };
}

/** Seat a group of an earlier match: own seats on this device, bots as bots, all others by link. */
export function draftOf(draft: Draft, group: Group): Draft {
  const seats = group.seats.map((seat): DraftSeat => {
    if (seat.bot) return { kind: "bot", bot: kindOf(seat.bot) };
    return seat.isOwn ? { kind: "here", name: seat.name } : { kind: "open" };
  });
  const here = seats.findIndex((seat) => seat.kind === "here");
  const ordered = [...seats.slice(here), ...seats.slice(0, here)];
  const nHere = seats.filter((seat) => seat.kind === "here").length;
  const isFree = seats.some((seat) => seat.kind === "open");
  const play: Play = nHere > 1 ? (draft.play === "tablet" ? "tablet" : "pass") : isFree ? "friends" : "bots";
  return { ...draft, game: findGame(group.game) ?? draft.game, sheet: null, play, seats: ordered };
}

/** The initial seats for a way to play. */
export function withPlay(draft: Draft, play: Play, name: string, bot: string): Draft {
  const here: DraftSeat = { kind: "here", name };
  const second: Record<Play, DraftSeat[]> = {
    friends: [{ kind: "open" }],
    bots: [{ kind: "bot", bot }],
    solo: [],
    pass: [{ kind: "here", name: "" }],
    tablet: [{ kind: "here", name: "" }],
    real: [{ kind: "open" }],
    pad: [],
  };
  return { ...draft, play, seats: [here, ...second[play]] };
}

export function wayOf(draft: Draft): Way {
  const nHere = draft.seats.filter((seat) => seat.kind === "here").length;
  if (nHere < 2) return "own";
  return draft.play === "tablet" ? "tablet" : "pass";
}

/** The request that opens the table; players on this device share its token. */
export function requestOf(draft: Draft, token: string, nameOf: (index: number) => string): NewTable {
  const seats = draft.seats.map((seat, i): NewSeat => {
    if (seat.kind === "bot") return { bot: wanted(seat.bot, draft.game) };
    return seat.kind === "here" ? { name: seat.name.trim() || nameOf(i), token } : {};
  });
  const isReal = draft.play === "real" || draft.play === "pad";
  return {
    game: draft.game,
    seats,
    sheets: draftDeal(draft),
    dice: draft.play === "pad" ? "unknown" : isReal ? "typed" : "committed",
    clock: draft.play === "pad" ? null : draft.clock,
    slow: draft.isSlow,
    open: draft.isOpen,
    auto_throw: draft.autoThrow && !isReal,
    auto_pass: draft.autoPass,
  };
}
