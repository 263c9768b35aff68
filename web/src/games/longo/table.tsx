// Longo at the table: rows as in Qwixx, four cells longer and with two goals.

import type { GameTable } from "../game";
import { table as qwixx } from "../qwixx/table";

export const table: GameTable = { ...qwixx, sheet: { ...qwixx.sheet, className: "qwx lng" } };
