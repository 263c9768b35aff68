// Helpers to build positions by hand: for rule pictures, tests, and the offline gallery.

import type { CellState, CellView, Color, DieView, RowView, SheetView, View } from "../state/view";
import type { GameName } from "./registry";

const WHY = { id: "needs_marks", rule: "Qwixx 8", params: { color: "red", number: 12, needs: 5, has: 3 } };

export function cell(color: Color, number: number | null, state: CellState, over: Partial<CellView> = {}): CellView {
  const written = state === "marked" ? 1 : null;
  return {
    color,
    number,
    written,
    state,
    goal: false,
    hit: false,
    mark: null,
    number_now: null,
    ways: [],
    why: state === "markable" ? null : WHY,
    ...over,
  };
}

export function die(
  name: string,
  face: string | null,
  state: DieView["state"] = "lying",
  faces: string[] = [],
): DieView {
  const pips = face === null ? null : Number(face.slice(1));
  return { name, face, color: face === null ? null : (face.charAt(0) as Color), pips, state, faces };
}

export function row(color: Color | null, score: number, cells: CellView[], over: Partial<RowView> = {}): RowView {
  return { color, locked: false, locked_by: [], score, current: false, cells, ...over };
}

export function sheet(seat: number, score: number, rows: RowView[], over: Partial<SheetView> = {}): SheetView {
  return { seat, name: "classic", score, tally: {}, misses: 0, max_misses: 0, rows, columns: [], ...over };
}

export function view(game: GameName, title: string, sheets: SheetView[], over: Partial<View>): View {
  return {
    game,
    title,
    rules: 1,
    seats: sheets.length,
    seat: 0,
    first: 0,
    turn: 11,
    phase: "white",
    active: 0,
    acting: [0, 2],
    answered: [1, 3],
    sealed: null,
    choices: [],
    roll: "x",
    dice_wanted: [],
    dice: [],
    over: false,
    end_reason: null,
    winners: [],
    scores: sheets.map((each) => each.score),
    position: "",
    pass: null,
    sheets,
    ...over,
  };
}

const LETTERS: Record<string, CellState> = {
  x: "marked",
  "-": "skipped",
  ".": "free",
  o: "markable",
  "#": "locked",
  f: "far",
  "/": "struck",
};

/** Parse "xx-x.o" into the cells of a row with these numbers. */
export function line(color: Color, numbers: number[], marks: string, ways: string[][] = []): CellView[] {
  return numbers.map((number, i) => {
    const state = LETTERS[marks.charAt(i)] ?? "free";
    return cell(color, number, state, {
      goal: i === numbers.length - 1,
      ...(state === "markable" ? { mark: `${color}${number}`, ways } : {}),
    });
  });
}

/** Reduce an example to some rows of the player's own sheet. */
export function cut(
  view: View,
  rows: readonly number[],
  change: (row: RowView, i: number) => RowView = (row) => row,
): View {
  const sheet = view.sheets[0];
  if (!sheet) return view;
  const chosen = rows.flatMap((r, i) => (sheet.rows[r] ? [change(sheet.rows[r], i)] : []));
  return { ...view, sheets: [{ ...sheet, rows: chosen, columns: [] }] };
}
