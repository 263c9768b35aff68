// The rules of each game as lessons, loaded by the page that teaches them.

import type { Lesson } from "./game";
import type { GameName } from "./registry";

const LESSONS = import.meta.glob<Lesson[]>("./*/lessons.ts", { eager: true, import: "lessons" });

export function lessonsOf(game: GameName): Lesson[] {
  const lessons = LESSONS[`./${game}/lessons.ts`];
  if (!lessons) throw new Error(`the folder of ${game} has no lessons.ts`);
  return lessons;
}
