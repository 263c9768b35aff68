// Summaries of this device's tables for the home page, without asking the server.

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
