// What the page has to know of a game; each folder beside this file gives it in card.tsx, table.tsx and lessons.ts.

import type { FunctionComponent } from "preact";
import type { PrintedSheet } from "../net/protocol";
import type { TrayProps } from "../parts/dice/TrayDice";
import type { CellSpot, Drawing } from "../parts/sheet/Cell";
import type { OwnSeat } from "../state/ownSeat";
import type { CellView, LineView, RowView, SheetView, View } from "../state/view";

/** What the first page draws of a game: small, because it is loaded before anything is chosen. */
export interface GameCard {
  /** A sheet in miniature; without one while the server has not said what is printed. */
  Picture: FunctionComponent<{ sheet: PrintedSheet | undefined }>;
}

export interface RowProps {
  drawing: Drawing;
  row: RowView;
  index: number;
}

/** A line of cells outside of the rows, such as a bonus row or a strip. */
export interface LineProps {
  drawing: Drawing;
  line: LineView;
}

/** What draws sheets that print more than rows; loaded with the first such sheet. */
export interface SheetParts {
  /** What stands in a cell beside its number. */
  Sign: FunctionComponent<{ drawing: Drawing; spot: CellSpot }>;
  Line: FunctionComponent<LineProps>;
  /** What stands below all rows. */
  Below: FunctionComponent<{ sheet: SheetView }>;
  /** Points that no row shows, beside the misses. */
  Foot: FunctionComponent<{ sheet: SheetView; showScores: boolean }>;
}

export interface GameSheet {
  /** The class of the sheet, under which its own styles stand. */
  className: string;
  Row: FunctionComponent<RowProps>;
  /** Loads what a sheet needs that prints more than rows. */
  loadParts?: () => Promise<SheetParts>;
  /** The scores under the columns, where columns score. */
  Columns?: FunctionComponent<{ sheet: SheetView; showScores: boolean }>;
  /** Prices of the miss boxes, from left to right. */
  missPrices: readonly number[];
  /** The id of a sentence that is printed under the rows. */
  footnote?: string;
  /** True if a mark gives up the open cells before it. */
  skips: boolean;
  /** True if a lock follows the last cell of each row. */
  hasLocks: boolean;
  /** What stands between the cells of a row in the text of a position, where numbers may have two digits. */
  cellGap?: string;
  /** True if a cell may be struck. */
  strikes?: boolean;
  /** True if the total stands beside the sentence, because the sheet has no room for it. */
  isTotalInDock: boolean;
}

export interface GameDice {
  /** True if the faces of one die have several colors, so that dice are read as numbers. */
  areMixed: boolean;
  /** True if each die lies on the row of its color. */
  lieOnRows: boolean;
  /** How the dice lie, where it is not simply side by side. */
  Tray?: FunctionComponent<TrayProps>;
  /** What the dice add up to, color by color. */
  Sums?: FunctionComponent<{ view: View }>;
  /** All faces of one die. */
  Inspector?: FunctionComponent<{ view: View; name: string }>;
}

/** The words under a button, and whether they name a loss. */
export interface Price {
  note: string;
  isCost: boolean;
}

export interface GameWords {
  /** A cell without its state: "red 9". */
  cellName(cell: CellView, index: number): string;
  /** True if numbers are written into cells, false if cells are crossed. */
  writesNumbers: boolean;
  /** The button of the second throw, where dice are picked for it. */
  rerollButton?(picked: number): { label: string; note: string };
  /** Where the seat stands, in place of whose turn it is. */
  turnTag?(view: View): string | null;
  /** The sentence for what is pencilled, in place of that of the phase. */
  pencilText?(own: OwnSeat): string | null;
  /** The id of the sentence when nothing can be marked, where something has to be given up. */
  nothing?: string;
  /** The price of the move that marks nothing, where it is not a miss. */
  passPrice?(view: View): Price | null;
}

/** What a table draws and says of a game. */
export interface GameTable {
  sheet: GameSheet;
  dice: GameDice;
  words: GameWords;
}

/** A part of the rules, with a picture drawn from an example. */
export interface Lesson {
  /** The id of its title and text: learn.GAME.ID_title and learn.GAME.ID. */
  id: string;
  /** Rules that it tells, as the refusals cite them. */
  rules: string;
  picture?: { view: View; pencil: readonly string[] };
  /** True if the dice of the example are shown above the rows. */
  hasDice?: boolean;
  /** True if only the dice are shown. */
  diceOnly?: boolean;
}

/** Something of a game that a guided match explains once, over the real cells. */
export interface Topic {
  /** The id of its text: tip.GAME.ID. */
  id: string;
  /** The selector of what it points at. */
  targets: string;
  /** True from the moment at which it is to be told. */
  when(view: View, seat: number): boolean;
}
