// Loads the components and the lessons of each game on demand.

import type { GameLessons, GameTable } from "./game";
import type { GameName } from "./registry";

const TABLES = import.meta.glob<GameTable>("./*/table.tsx", { import: "table" });
const LESSONS = import.meta.glob<GameLessons>("./*/learn.ts", { import: "lessons" });
const tables = new Map<GameName, GameTable>();
const lessons = new Map<GameName, GameLessons>();

/** Load the components of a game. */
export async function loadTable(game: GameName): Promise<void> {
  tables.set(game, await load(TABLES, `./${game}/table.tsx`));
}

/** Load the lessons of a game. */
export async function loadLessons(game: GameName): Promise<void> {
  lessons.set(game, await load(LESSONS, `./${game}/learn.ts`));
}

function load<T>(files: Record<string, () => Promise<T>>, path: string): Promise<T> {
  const file = files[path];
  if (!file) throw new Error(`there is no file ${path}`);
  return file();
}

/** Return the components of a game; whoever calls this is rendered inside `WithGame`, which loads them. */
export function tableOf(game: GameName): GameTable {
  const table = tables.get(game);
  if (!table) throw new Error(`the components of ${game} are not loaded`);
  return table;
}

/** Return the lessons of a game, which `WithGame` loads too if it is asked to. */
export function lessonsOf(game: GameName): GameLessons {
  const found = lessons.get(game);
  if (!found) throw new Error(`the lessons of ${game} are not loaded`);
  return found;
}

export const isTableLoaded = (game: GameName) => tables.has(game);
export const areLessonsLoaded = (game: GameName) => lessons.has(game);
