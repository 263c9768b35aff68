import type { GameTable } from "../game";
import { table as qwixx } from "../qwixx/table";
import { LongoRow } from "./Row";

export const table: GameTable = { ...qwixx, sheet: { ...qwixx.sheet, className: "qwx lng", Row: LongoRow } };
