// The interface of a game on the page; each folder next to this file implements it in table.tsx and learn.ts.

import type { FunctionComponent } from "preact";
import type { TrayProps } from "../parts/dice/TrayDice";
import type { CellSpot, Drawing } from "../parts/sheet/Cell";
import type { OwnSeat } from "../state/ownSeat";
import type { CellView, LineView, RowView, SheetView, View } from "../state/view";

export interface RowProps {
  drawing: Drawing;
  row: RowView;
  index: number;
}

/** A line of cells outside the rows, such as a bonus row or a strip. */
export interface LineProps {
  drawing: Drawing;
  line: LineView;
}

/** Components for sheets that print more than rows; loaded with the first such sheet. */
export interface SheetParts {
  /** The sign in a cell beside its number. */
  Sign: FunctionComponent<{ drawing: Drawing; spot: CellSpot }>;
  Line: FunctionComponent<LineProps>;
  /** Content below all rows. */
  Below: FunctionComponent<{ sheet: SheetView }>;
  /** Points that do not belong to a row, next to the misses. */
  Foot: FunctionComponent<{ sheet: SheetView; showScores: boolean }>;
}

export interface GameSheet {
  /** The CSS class of the sheet. */
  className: string;
  Row: FunctionComponent<RowProps>;
  /** Load the components for a sheet that prints more than rows. */
  loadParts?: () => Promise<SheetParts>;
  /** The scores below the columns, if columns score. */
  Columns?: FunctionComponent<{ sheet: SheetView; showScores: boolean }>;
  /** The id of a text printed below the rows. */
  footnote?: string;
  /** True if a mark skips the open cells before it. */
  skips: boolean;
  /** True if a lock follows the last cell of each row. */
  hasLocks: boolean;
  /** True if a cell may be struck. */
  strikes?: boolean;
  /** True if the total is shown next to the prompt, because the sheet has no room for it. */
  isTotalInDock: boolean;
}

export interface GameDice {
  /** True if the faces of one die have several colors, so that dice are identified by number. */
  areMixed: boolean;
  /** True if each die lies on the row of its color. */
  lieOnRows: boolean;
  /** The layout of the dice, if they are not side by side. */
  Tray?: FunctionComponent<TrayProps>;
  /** The sums of the dice, by color. */
  Sums?: FunctionComponent<{ view: View }>;
  /** All faces of one die. */
  Inspector?: FunctionComponent<{ view: View; name: string }>;
}

/** The text below a button, and whether it is a loss. */
export interface Price {
  note: string;
  isCost: boolean;
}

export interface GameWords {
  /** A cell without its state: "red 9". */
  cellName(cell: CellView, index: number): string;
  /** True if numbers are written into cells, false if cells are crossed. */
  writesNumbers: boolean;
  /** The button for a reroll, if dice are selected for it. */
  rerollButton?(picked: number): { label: string; note: string };
  /** Replaces the text about whose turn it is. */
  turnTag?(view: View): string | null;
  /** Replaces the prompt of the phase, depending on the pencilled marks. */
  pencilText?(own: OwnSeat): string | null;
  /** The id of the text if nothing can be marked and something must be given up. */
  nothing?: string;
  /** The price of the move that marks nothing, if it is not a miss. */
  passPrice?(view: View): Price | null;
}

/** Components and texts of a game at the table. */
export interface GameTable {
  sheet: GameSheet;
  dice: GameDice;
  words: GameWords;
}

/** A part of the rules, with a picture of an example. */
export interface Lesson {
  /** The id of its title and text: learn.GAME.ID_title and learn.GAME.ID. */
  id: string;
  /** The rules it covers, as refusals cite them. */
  rules: string;
  /** The phases in which the rules over a match open at this section. */
  phases?: readonly string[];
  picture?: { view: View; pencil: readonly string[] };
  /** True if the dice of the example are shown above the rows. */
  hasDice?: boolean;
  /** True if only the dice are shown. */
  diceOnly?: boolean;
}

/** A topic that a guided match explains once, next to the real cells. */
export interface Topic {
  /** The id of its text: tip.GAME.ID. */
  id: string;
  /** The selector of the elements it points at. */
  targets: string;
  /** True once it should be shown. */
  when(view: View, seat: number): boolean;
}

/** The lessons of a game. */
export interface GameLessons {
  rules: Lesson[];
  topics: Topic[];
  /** Lessons on other sheets of the game, whose texts are loaded separately. */
  others?: Lesson[];
}
