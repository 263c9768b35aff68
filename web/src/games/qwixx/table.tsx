import { t } from "../../i18n";
import { colorName } from "../../i18n/labels";
import type { GameTable } from "../game";
import { QwixxRow } from "./Row";
import { QwixxTray } from "./Tray";

export const table: GameTable = {
  sheet: {
    className: "qwx",
    Row: QwixxRow,
    missPrices: [5, 5, 5, 5],
    skips: true,
    hasLocks: true,
    isTotalInDock: false,
  },
  dice: { areMixed: false, lieOnRows: false, Tray: QwixxTray },
  words: {
    cellName: ({ color, number }) => t("cell.number", { color: colorName(color), number: number ?? 0 }),
    writesNumbers: false,
  },
};
