// Why a cell cannot be marked.

import { Match, Pad } from "../../rules/shared/flow.js";
import type { ReasonView } from "../net/protocol";
import { loadGame, refusedBy } from "./games";

/** The rule that forbids a seat to mark a cell in this position of a match or pad; null if it may. */
export async function whyNot(position: string, seat: number, row: number, cell: number): Promise<ReasonView | null> {
  const [game = "", , phase] = position.split(" ");
  await loadGame(game);
  try {
    const reason = (phase === "pad" ? Pad : Match).from_position(position).why_not(seat, row, cell);
    return reason && { ...reason };
  } catch (error) {
    throw refusedBy(error);
  }
}
