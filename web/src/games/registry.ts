// The games of the page, in the order of the first page.
// A game is one line here, and one folder of that name beside this file.

import type { GameCard } from "./game";

export const GAMES = ["qwixx", "twenty_one", "qwantum", "sixto", "longo"] as const;
export type GameName = (typeof GAMES)[number];

/** The game that is chosen until another one is. */
export const FIRST_GAME: GameName = GAMES[0];

const CARDS = import.meta.glob<GameCard>("./*/card.tsx", { eager: true, import: "card" });

export function cardOf(game: GameName): GameCard {
  const card = CARDS[`./${game}/card.tsx`];
  if (!card) throw new Error(`the folder of ${game} has no card.tsx`);
  return card;
}

/** The game of this name, or null if the page does not have it. */
export function findGame(name: string): GameName | null {
  return GAMES.find((game) => game === name) ?? null;
}
