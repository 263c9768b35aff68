import type { GameTable } from "../game";
import { TwentyOneRow } from "./Row";
import { words } from "./words";

export const table: GameTable = {
  sheet: {
    className: "t21",
    Row: TwentyOneRow,
    missPrices: [],
    footnote: "strip.hits",
    skips: false,
    hasLocks: false,
    strikes: true,
    isTotalInDock: false,
  },
  dice: { areMixed: false, lieOnRows: false },
  words,
};
