// Feedback for a new state: whose turn it is, and a cue for the most important event.

import type { Feedback } from "./feedback";
import type { Cue } from "./sound";
import { type TableState, wantedSeat } from "./table";

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

export function giveFeedback(before: TableState, after: TableState, feedback: Feedback): void {
  feedback.showTurn(wantedSeat(after) !== null, { code: after.code, title: after.facts?.title ?? "Paperdice" });
  feedback.stayAwake(after.facts?.status === "playing");
  const cue = cueOf(before, after);
  if (cue !== null) feedback.cue(cue);
}
