import { t } from "../../i18n";
import { colorName } from "../../i18n/labels";
import type { GameTable } from "../game";
import { SixtoColumns, SixtoRow } from "./Row";

export const table: GameTable = {
  sheet: {
    className: "six",
    Row: SixtoRow,
    Columns: SixtoColumns,
    missPrices: [],
    skips: true,
    hasLocks: false,
    isTotalInDock: true,
  },
  dice: { areMixed: false, lieOnRows: true },
  words: {
    cellName: ({ color, number, goal }) =>
      t(goal ? "cell.goal" : "cell.number", { color: colorName(color), number: number ?? 0 }),
    writesNumbers: false,
  },
};
