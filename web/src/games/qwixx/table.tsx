import { t } from "../../i18n";
import { colorName, markName } from "../../i18n/labels";
import { loadMore } from "../../state/appearance";
import { forcedBy } from "../../state/pencil";
import type { GameTable } from "../game";
import { QwixxRow } from "./Row";
import { QwixxTray } from "./Tray";

const loadParts: NonNullable<GameTable["sheet"]["loadParts"]> = async () =>
  (await Promise.all([import("./family"), loadMore("family")]))[0].parts;

const words: GameTable["words"] = {
  cellName: ({ color, number }) => t("cell.number", { color: colorName(color), number: number ?? 0 }),
  writesNumbers: false,
  pencilText({ view, seat, pencil }) {
    const sheet = view.sheets[seat];
    const forced = sheet ? [...forcedBy(sheet, pencil)] : [];
    return forced.length > 0 ? t("family.with", { cells: markName(forced.join(" ")) }) : null;
  },
};

export const table: GameTable = {
  sheet: {
    className: "qwx",
    Row: QwixxRow,
    loadParts,
    missPrices: [5, 5, 5, 5],
    skips: true,
    hasLocks: true,
    isTotalInDock: false,
  },
  dice: { areMixed: false, lieOnRows: false, Tray: QwixxTray },
  words,
};
