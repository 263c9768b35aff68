// The games of the page, in the order of the library. Each has a folder of its name next to this file, with table.tsx,
// learn.ts and styles.css.

import { GAME_FACTS } from "../net/protocol";

export type GameName = keyof typeof GAME_FACTS;
export const GAMES = Object.keys(GAME_FACTS) as readonly GameName[];

/** The game that is selected by default. */
export const FIRST_GAME: GameName = GAMES[0] as GameName;

/** Return the game with this name, or null if the page does not have it. */
export function findGame(name: string): GameName | null {
  return GAMES.find((game) => game === name) ?? null;
}
