// The games of the page, in the order of the home page.
// To add a game, add a line here and a folder of that name next to this file.

import type { GameCard } from "./game";

export const GAMES = ["qwixx", "twenty_one", "qwantum", "sixto", "longo"] as const;
export type GameName = (typeof GAMES)[number];

/** The game that is selected by default. */
export const FIRST_GAME: GameName = GAMES[0];

const CARDS = import.meta.glob<GameCard>("./*/card.tsx", { eager: true, import: "card" });

export function cardOf(game: GameName): GameCard {
  const card = CARDS[`./${game}/card.tsx`];
  if (!card) throw new Error(`the folder of ${game} has no card.tsx`);
  return card;
}

/** Return the game with this name, or null if the page does not have it. */
export function findGame(name: string): GameName | null {
  return GAMES.find((game) => game === name) ?? null;
}
