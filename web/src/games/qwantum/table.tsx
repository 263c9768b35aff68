import { t } from "../../i18n";
import { colorName } from "../../i18n/labels";
import type { GameTable } from "../game";
import { QwantumSums } from "./ColorSums";
import { QwantumInspector } from "./Inspector";
import { QwantumColumns, QwantumRow } from "./Row";

export const table: GameTable = {
  sheet: {
    className: "qua",
    Row: QwantumRow,
    Columns: QwantumColumns,
    missPrices: [1, 2, 3, 4, 5],
    skips: false,
    hasLocks: false,
    cellGap: ",",
    isTotalInDock: false,
  },
  dice: { areMixed: true, lieOnRows: false, Sums: QwantumSums, Inspector: QwantumInspector },
  words: {
    cellName: ({ color }, index) => t("cell.place", { color: colorName(color), place: index + 1 }),
    writesNumbers: true,
    rerollButton: (n) =>
      n === 0
        ? { label: t("reroll.all"), note: t("reroll.pick_first") }
        : { label: t("reroll.some", { n }), note: t("reroll.note_picked", { n }) },
  },
};
