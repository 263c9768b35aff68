// What the check of the dice knows of each game, from this page itself and not from the server.

import type { Referee } from "../fair/walk";
import { findGame } from "./registry";

const REFEREES = import.meta.glob<Referee>("./*/referee.ts", { eager: true, import: "referee" });

/** The referee of a game of this name; null if the page does not have it. */
export function refereeOf(name: string): Referee | null {
  const game = findGame(name);
  return game === null ? null : (REFEREES[`./${game}/referee.ts`] ?? null);
}
