// The echo of a table elsewhere on this device: a summary for the home page, which needs no request, and feedback on
// changes.

import type { Cue, Feedback } from "./feedback";
import { hasPad, type TableState, wantedSeat } from "./table";

export interface TableSummary {
  game: string;
  status: "lobby" | "shares" | "playing" | "over";
  others: { name: string; bot: string | null }[];
  /** True if this device had to act when the summary was stored. */
  isWanted: boolean;
  /** Null on a pad, which has no turns. */
  turn: number | null;
}

export function summaryOf(table: TableState, own: readonly number[]): TableSummary | null {
  const { facts } = table;
  if (!facts) return null;
  return {
    game: facts.game,
    status: facts.status,
    others: facts.seats
      .filter((seat) => seat.kind !== "open" && !own.includes(seat.seat))
      .map(({ name, bot }) => ({ name, bot })),
    isWanted: wantedSeat(table) !== null,
    turn: hasPad(table) ? null : (table.ownSeats[0]?.view.turn ?? 0),
  };
}

/** The cue for a change, or null if there is none. */
function cueOf(before: TableState, after: TableState): Cue | null {
  const view = after.ownSeats[0]?.view;
  const old = before.ownSeats[0]?.view;
  if (!view || !old || before.match !== after.match) return null;
  if (view.over && !old.over) return "end";
  if (view.roll !== old.roll && view.roll !== "") return "throw";
  if (wantedSeat(after) !== null && wantedSeat(before) === null) return "turn";
  const isInked = after.ownSeats.some((own) => own.fresh.some((cells) => cells.size > 0));
  return isInked ? "ink" : null;
}

/** Feedback for a new state: whose turn it is, and a cue for the most important event. */
export function giveFeedback(before: TableState, after: TableState, feedback: Feedback): void {
  feedback.showTurn(wantedSeat(after) !== null, { code: after.code, title: after.facts?.title ?? "Paperdice" });
  feedback.stayAwake(after.facts?.status === "playing");
  const cue = cueOf(before, after);
  if (cue !== null) feedback.cue(cue);
}
