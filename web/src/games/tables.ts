// What a table draws and says, game by game: kept out of the registry, because the first page does without it.

import type { GameTable } from "./game";
import type { GameName } from "./registry";

const TABLES = import.meta.glob<GameTable>("./*/table.tsx", { eager: true, import: "table" });

export function tableOf(game: GameName): GameTable {
  const table = TABLES[`./${game}/table.tsx`];
  if (!table) throw new Error(`the folder of ${game} has no table.tsx`);
  return table;
}
