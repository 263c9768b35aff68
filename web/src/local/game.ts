// A game as web/translator writes it: its functions, what must be known of it, and its sheets. No rule is written here.

import type { CellView, PassCost, ReasonView } from "../net/protocol";

/** The state of a match as the rules read it: a number or a flat array for each field. */
export interface Twin {
  n_seats: number;
  turn: number;
  active: number;
  phase: number;
  dice: Int32Array;
  written: Int32Array;
  [field: string]: number | Int32Array;
}

/** The printed sheets as the rules read them, first index the seat. */
export interface Laid {
  n_rows: Int32Array;
  n_cells: Int32Array;
  colors: Int32Array;
  [field: string]: Int32Array;
}

export interface Die {
  name: string;
  faces: string[];
}

type Shapes = [string, number[]][];

export interface LocalSheet {
  /** Cells by comma, rows by slash: `r2,r3/…`. */
  rows: string;
  signs?: Record<string, NonNullable<CellView["sign"]>>;
  extras?: { most_marks: number };
  /** Sheets of one group may be dealt together. */
  group?: string;
  /** What is printed beside the rows, in the arrays of one seat. */
  laid?: Record<string, number[]>;
}

export interface LocalFacts {
  name: string;
  key: string;
  /** Where the game stands among all games. */
  place: number;
  title: string;
  version: number;
  seats: [number, number];
  oneSheet: boolean;
  maxSeats: number;
  maxMoves: number;
  nTally: number;
  phases: Record<number, string>;
  ends: Record<number, string>;
  cellStates: CellView["state"][];
  extras: string[];
  colors: string;
  cellGap: string;
  maxMisses: number;
  /** Rounds without a mark that end a match, 0 where each turn marks or costs something. */
  idleRounds: number;
  dice: Die[];
  /** Rolls that together allow every mark that some roll allows, a face for each die. */
  rolls: string[][];
  state: Shapes;
  laid: Shapes;
}

type Asked<T> = (laid: Laid, state: Twin, seat: number) => T;
type AskedOfCell<T> = (laid: Laid, state: Twin, seat: number, row: number, cell: number) => T;

export interface LocalGame {
  rules: {
    index_sheets(laid: Laid, seats: number): void;
    start(state: Twin, seats: number, first: number): void;
    dice_wanted(state: Twin): number;
    throw_number(state: Twin): number;
    acts(state: Twin, seat: number): boolean;
    legal_moves(laid: Laid, state: Twin, seat: number, out: Int32Array): number;
    is_legal(laid: Laid, state: Twin, seat: number, move: number): boolean;
    refusal: AskedOfCell<number>;
    cell_state: AskedOfCell<number>;
    end_reason(laid: Laid, state: Twin): number;
    score: Asked<number>;
    tally(laid: Laid, state: Twin, seat: number, out: Int32Array): void;
    tie_break: Asked<number>;
    recount(laid: Laid, state: Twin): void;
    apply_roll(laid: Laid, state: Twin, faces: Int32Array): void;
    apply_moves(laid: Laid, state: Twin, moves: Int32Array): void;
  };
  notation: {
    parse_move(state: Twin, text: string): number;
    format_move(state: Twin, move: number): string;
    mark_text: AskedOfCell<string>;
  };
  display: {
    ways: AskedOfCell<string[][]>;
    explain(laid: Laid, state: Twin, seat: number, row: number, cell: number, refusal: number): ReasonView;
    explain_move(laid: Laid, state: Twin, seat: number, move: number): ReasonView;
    tally_names: Asked<string[]>;
    row_tally(laid: Laid, seat: number, row: number): number;
    row_color(laid: Laid, seat: number, row: number): CellView["color"] | null;
    is_current(laid: Laid, state: Twin, seat: number, row: number): boolean;
    locked_by(laid: Laid, state: Twin, seat: number, row: number): number[];
    is_goal(laid: Laid, seat: number, row: number, cell: number): boolean;
    is_hit: AskedOfCell<boolean>;
    column_scores: Asked<(number | null)[]>;
    pass_cost: Asked<PassCost | null>;
  };
  printing: {
    seat_lines(laid: Laid, state: Twin, seat: number): [string, Int32Array][];
    show_lines(sheet: Sheet, laid: Laid, state: Twin, seat: number): [string, [string, number][]][];
    explain_line(laid: Laid, state: Twin, seat: number, line: number, cell: number): ReasonView | null;
  } | null;
  /** What `casual` thinks of each move. */
  rate(
    weights: null,
    laid: Laid,
    state: Twin,
    seat: number,
    moves: Int32Array,
    n: number,
    values: Float64Array<ArrayBuffer>,
  ): void;
  facts: LocalFacts;
  sheets: Record<string, LocalSheet>;
  /** What a sheet of an owner has beside its rows, null where that is nothing. */
  plain: Pick<LocalSheet, "group" | "laid"> | null;
}

/** A printed sheet with its rows read. */
export interface Sheet {
  name: string;
  /** As a record names it: an owner's sheet with all that it prints. */
  text: string;
  rows: { colors: CellView["color"][]; numbers: number[] }[];
  signs: Record<string, NonNullable<CellView["sign"]>>;
  extras: { most_marks: number } | undefined;
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, length) => size * length, 1);
}

export function makeState({ facts }: LocalGame): Twin {
  const fields = facts.state.map(([name, shape]) => [name, shape.length ? new Int32Array(sizeOf(shape)) : 0]);
  return Object.fromEntries(fields) as Twin;
}

export function copyState(state: Twin): Twin {
  const fields = Object.entries(state).map(([name, value]) => [
    name,
    typeof value === "number" ? value : value.slice(),
  ]);
  return Object.fromEntries(fields) as Twin;
}

/** A sheet of the game by its name, or one of an owner: `mine=r2,r3,…/…`. */
export function readSheet(game: LocalGame, text: string): Sheet {
  const [name = "", own] = text.split("=");
  const printed: LocalSheet | undefined = own === undefined ? game.sheets[name] : { rows: own };
  if (!printed) throw new Error(`no sheet ${name} of ${game.facts.key}`);
  const rows = printed.rows.split("/").map((row) => {
    const cells = row.split(",");
    return {
      colors: cells.map((cell) => cell.charAt(0) as CellView["color"]),
      numbers: cells.flatMap((cell) => (cell.length > 1 ? [Number(cell.slice(1))] : [])),
    };
  });
  return { name, text, rows, signs: printed.signs ?? {}, extras: printed.extras };
}

/** The arrays that the rules read the printed sheets from. */
export function layOut(game: LocalGame, sheets: readonly Sheet[]): Laid {
  const { facts } = game;
  const laid = Object.fromEntries(facts.laid.map(([name, shape]) => [name, new Int32Array(sizeOf(shape))])) as Laid;
  const perSeat = new Map(facts.laid.map(([name, shape]) => [name, sizeOf(shape.slice(1))]));
  const shape = facts.laid.find(([name]) => name === "colors")?.[1] ?? [];
  const [, nRows = 0, nCells = 0] = shape;
  sheets.forEach((sheet, seat) => {
    for (const [name, values] of Object.entries((game.sheets[sheet.text] ?? game.plain)?.laid ?? {}))
      laid[name]?.set(values, seat * (perSeat.get(name) ?? 0));
    laid.n_rows[seat] = sheet.rows.length;
    sheet.rows.forEach(({ colors, numbers }, row) => {
      const at = seat * nRows + row;
      laid.n_cells[at] = colors.length;
      laid.colors.set(
        colors.map((color) => facts.colors.indexOf(color)),
        at * nCells,
      );
      laid.numbers?.set(numbers, at * nCells);
    });
  });
  game.rules.index_sheets(laid, sheets.length);
  return laid;
}
