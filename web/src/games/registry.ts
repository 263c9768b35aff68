// The games of the page, in the order of the home page. To add a game, add a line here and a folder of that name next to
// this file, with table.tsx, learn.ts and styles.css.

export const GAMES = ["qwixx", "twenty_one", "qwantum", "sixto", "longo"] as const;
export type GameName = (typeof GAMES)[number];

/** The game that is selected by default. */
export const FIRST_GAME: GameName = GAMES[0];

/** Return the game with this name, or null if the page does not have it. */
export function findGame(name: string): GameName | null {
  return GAMES.find((game) => game === name) ?? null;
}
