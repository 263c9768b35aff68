import type { GameTable } from "../game";
import { QwixxTray } from "../qwixx/Tray";
import { loadParts, words } from "../qwixx/table";
import { LongoRow } from "./Row";

export const table: GameTable = {
  sheet: {
    className: "qwx lng",
    Row: LongoRow,
    loadParts,
    missPrices: [5, 5, 5, 5],
    skips: true,
    hasLocks: true,
    isTotalInDock: false,
  },
  dice: { areMixed: false, lieOnRows: false, Tray: QwixxTray },
  words,
};
