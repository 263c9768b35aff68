// A position as one seat sees it, and why a cell cannot be marked there.

import { Match, match_at, PaperdiceError, Reason, view_of } from "../../rules/shared/flow.js";
import type { ReasonView, View } from "../net/protocol";
import { loadGame, refusedBy } from "./games";

/** A position, the seats that decide there, and what one seat sees of it. */
export interface PositionShown {
  position: string;
  acting: number[];
  view: View;
}

/** The position that a text describes, after `roll` if one is thrown; by default the first seat to act looks at it. */
export async function showPosition(text: string, seat: number | null = null, roll = ""): Promise<PositionShown> {
  try {
    const game = text.split(" ")[0] ?? "";
    if (!(await loadGame(game))) throw new PaperdiceError(new Reason("unknown_game", { game }));
    const match = Match.from_position(text);
    if (roll) match.throw(roll);
    const viewer = seat !== null && seat < match.seats ? seat : (match.acting[0] ?? 0);
    return { position: match.position(), acting: match.acting, view: view_of(match, viewer) };
  } catch (error) {
    throw refusedBy(error);
  }
}

/** The rule that forbids a seat to mark a cell in this position of a match or pad; null if it may. */
export async function whyNot(position: string, seat: number, row: number, cell: number): Promise<ReasonView | null> {
  await loadGame(position.split(" ")[0] ?? "");
  try {
    const reason = match_at(position).why_not(seat, row, cell);
    return reason && { ...reason };
  } catch (error) {
    throw refusedBy(error);
  }
}
