// Components and texts of each game at the table, separate from the registry because the home page does not need them.

import type { GameTable } from "./game";
import type { GameName } from "./registry";

const TABLES = import.meta.glob<GameTable>("./*/table.tsx", { eager: true, import: "table" });

export function tableOf(game: GameName): GameTable {
  const table = TABLES[`./${game}/table.tsx`];
  if (!table) throw new Error(`the folder of ${game} has no table.tsx`);
  return table;
}
