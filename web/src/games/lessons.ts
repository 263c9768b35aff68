// The rules of each game as lessons, loaded by the page that teaches them.

import type { Lesson } from "./game";
import type { GameName } from "./registry";

const LESSONS = import.meta.glob<Lesson[]>("./*/lessons.ts", { eager: true, import: "lessons" });

/** Lessons on other sheets of a game, with their texts. */
const MORE = import.meta.glob<Lesson[]>("./*/family/lessons.ts", { import: "lessons" });

/** Return the loader of the lessons on other sheets; null if a game has none. */
export function otherLessons(game: GameName): (() => Promise<Lesson[]>) | null {
  return MORE[`./${game}/family/lessons.ts`] ?? null;
}

export function lessonsOf(game: GameName): Lesson[] {
  const lessons = LESSONS[`./${game}/lessons.ts`];
  if (!lessons) throw new Error(`the folder of ${game} has no lessons.ts`);
  return lessons;
}
