// What the first page tells of a table that this device sits at, without asking the server.

import { hasPad, type TableState, wantedSeat } from "./table";

export interface Glance {
  game: string;
  status: "lobby" | "shares" | "playing" | "over";
  others: { name: string; bot: string | null }[];
  /** True if this device had to decide when it last looked. */
  isWanted: boolean;
  /** Null at a pad, where there are no turns. */
  turn: number | null;
}

export function glanceOf(table: TableState, own: readonly number[]): Glance | null {
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
