// Made by scripts/make_messages.py from the types of the server: do not edit.

/** The changes to one cell between two views. */
export interface CellChange {
  hit?: boolean;
  state?: "far" | "free" | "locked" | "markable" | "marked" | "sealed" | "skipped" | "struck";
  written?: number | null;
}

/** A cell of a sheet; `mark`, `number_now`, `ways` and `why` are only set on the viewing seat's own sheet. */
export interface CellView {
  also?: string[];
  color: "b" | "g" | "k" | "o" | "p" | "r" | "w" | "y";
  goal?: boolean;
  hit?: boolean;
  mark?: string | null;
  number: number | null;
  number_now?: number | null;
  sign?: "circle" | "double" | "framed" | "notched" | "octagon" | "paired" | "second" | "square" | "star" | "step";
  state: "far" | "free" | "locked" | "markable" | "marked" | "sealed" | "skipped" | "struck";
  targets?: Record<string, string[]>;
  ways?: string[][];
  why?: ReasonView | null;
  written: number | null;
}

/** A column of a sheet; its score is None until the column counts. */
export interface ColumnView {
  score: number | null;
}

/** The changes to one die between two views. */
export interface DieChange {
  color?: "b" | "g" | "k" | "o" | "p" | "r" | "w" | "y" | null;
  face?: string | null;
  pips?: number | null;
  state?: "lying" | "retired" | "wanted";
}

/** A die, whether or not it is on the table; `faces` lists the texts of all its faces. */
export interface DieView {
  color: "b" | "g" | "k" | "o" | "p" | "r" | "w" | "y" | null;
  face: string | null;
  faces: string[];
  name: string;
  pips: number | null;
  state: "lying" | "retired" | "wanted";
}

/** The changes to one cell outside the rows between two views. */
export interface LineCellChange {
  state?: "far" | "free" | "locked" | "markable" | "marked" | "sealed" | "skipped" | "struck";
}

/** A cell outside the rows: its printed text and its state. */
export interface LineCellView {
  state: "far" | "free" | "locked" | "markable" | "marked" | "sealed" | "skipped" | "struck";
  text: string;
}

/** The changes to one line of cells outside the rows between two views; `cells` is keyed by index. */
export interface LineChange {
  cells?: Record<string, LineCellChange>;
}

/** A part of a Qwixx family sheet that is printed outside the rows: `strip`, `ry`, `gb`, `swap` or `lucky`. */
export interface LineView {
  cells: LineCellView[];
  name: string;
}

/** The cost of passing for a seat: `cost` is the number of points lost. */
export interface PassCost {
  cost: number;
  now: boolean;
  nth: number;
  of: number;
}

/** The reason for a refusal, as a plain dictionary for messages to clients. */
export interface ReasonView {
  id: string;
  params: Record<string, string | number>;
  rule: string;
}

/** The changes to one row between two views; `cells` is keyed by index. */
export interface RowChange {
  cells?: Record<string, CellChange>;
  current?: boolean;
  locked?: boolean;
  locked_by?: number[];
  score?: number | null;
}

/** A row of a sheet; `locked_by` lists the seats that locked it, and `score` is None if rows do not score. */
export interface RowView {
  cells: CellView[];
  color: "b" | "g" | "k" | "o" | "p" | "r" | "w" | "y" | null;
  current: boolean;
  locked: boolean;
  locked_by: number[];
  score: number | null;
}

/** The changes to one sheet between two views; `rows`, `columns` and `lines` are keyed by index. */
export interface SheetChange {
  columns?: Record<string, ColumnView>;
  lines?: Record<string, LineChange>;
  misses?: number;
  rows?: Record<string, RowChange>;
  score?: number;
  tally?: Record<string, number>;
}

/** The sheet of a seat with everything written on it. */
export interface SheetView {
  columns: ColumnView[];
  lines?: LineView[];
  max_misses: number;
  misses: number;
  name: string;
  rows: RowView[];
  score: number;
  seat: number;
  tally: Record<string, number>;
}

/** Everything that a seat may see of a match. */
export interface View {
  acting: number[];
  active: number;
  answered: number[];
  choices: string[];
  dice: DieView[];
  dice_wanted: string[];
  end_reason: string | null;
  entered?: Record<string, number>;
  first: number;
  game: string;
  over: boolean;
  pass: PassCost | null;
  phase: string;
  position: string;
  roll: string;
  rules: number;
  scores: number[];
  sealed: string | null;
  seat: number | null;
  seats: number;
  sheets: SheetView[];
  title: string;
  turn: number;
  winners: number[];
}

/** The changes between two public views; `acting` and `answered` are always included. */
export interface ViewChange {
  acting?: number[];
  active?: number;
  answered?: number[];
  dice?: Record<string, DieChange>;
  dice_wanted?: string[];
  end_reason?: string | null;
  over?: boolean;
  phase?: string;
  position?: string;
  roll?: string;
  scores?: number[];
  sheets?: Record<string, SheetChange>;
  turn?: number;
  winners?: number[];
}
