// A table before it is opened: who sits where, and how it is played.

import type { GameName } from "../../games/registry";
import type { NewSeat, NewTable } from "../../net/protocol";
import type { Way } from "../../state/storage";

export type DraftSeat = { kind: "here"; name: string } | { kind: "bot"; bot: string } | { kind: "open" };
export type Play = "friends" | "bots" | "solo" | "pass" | "tablet" | "real";
export const PLAYS: readonly Play[] = ["friends", "bots", "solo", "pass", "tablet", "real"];

export interface Draft {
  game: GameName;
  play: Play;
  seats: DraftSeat[];
  /** A sheet for all seats, or null for the game's own deal. */
  sheet: string | null;
  clock: number | null;
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
    isOpen: false,
    autoThrow: true,
    autoPass: true,
  };
  return withPlay(draft, "friends", name, "");
}

/** The seats that a way to play begins with. */
export function withPlay(draft: Draft, play: Play, name: string, bot: string): Draft {
  const here: DraftSeat = { kind: "here", name };
  const second: Record<Play, DraftSeat[]> = {
    friends: [{ kind: "open" }],
    bots: [{ kind: "bot", bot }],
    solo: [],
    pass: [{ kind: "here", name: "" }],
    tablet: [{ kind: "here", name: "" }],
    real: [{ kind: "open" }],
  };
  return { ...draft, play, seats: [here, ...second[play]] };
}

export function wayOf(draft: Draft): Way {
  const nHere = draft.seats.filter((seat) => seat.kind === "here").length;
  if (nHere < 2) return "own";
  return draft.play === "tablet" ? "tablet" : "pass";
}

/** The request that opens the table; persons on this device share its token. */
export function requestOf(draft: Draft, token: string, nameOf: (index: number) => string): NewTable {
  const seats = draft.seats.map((seat, i): NewSeat => {
    if (seat.kind === "bot") return { bot: seat.bot };
    return seat.kind === "here" ? { name: seat.name.trim() || nameOf(i), token } : {};
  });
  const isReal = draft.play === "real";
  return {
    game: draft.game,
    seats,
    sheets: draft.sheet === null ? null : [draft.sheet],
    dice: isReal ? "typed" : "committed",
    clock: draft.clock,
    open: draft.isOpen,
    auto_throw: draft.autoThrow && !isReal,
    auto_pass: draft.autoPass,
  };
}
