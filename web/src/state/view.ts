// The view of a match as the server sends it, under the names the page uses.

import type { GameName } from "../games/registry";
import type * as wire from "../net/protocol";

export type Color = wire.Cell["color"];
export type CellState = wire.Cell["state"];
export type Reason = Required<wire.Why>;
export type CellView = Omit<Required<wire.Cell>, "why"> & { why: Reason | null };
export type RowView = Omit<wire.Row, "cells"> & { cells: CellView[] };
export type SheetView = Omit<wire.Sheet, "rows"> & { rows: RowView[] };
export type DieView = wire.Die;
/** Everything that one seat may see of a match, every field filled in. */
export type View = Omit<Required<wire.View>, "game" | "sheets"> & { game: GameName; sheets: SheetView[] };

export function wholeReason(why: wire.Why): Reason {
  return { rule: "", params: {}, ...why };
}

function wholeCell(cell: wire.Cell): CellView {
  const blank = { goal: false, hit: false, mark: null, number_now: null, ways: [] };
  return { ...blank, ...cell, why: cell.why ? wholeReason(cell.why) : null };
}

/** A view as it travels leaves out what has its default; here it is whole. */
export function wholeView(view: wire.View): View {
  const sheets = view.sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(wholeCell) })),
  }));
  return { pass: null, ...view, game: view.game as GameName, sheets };
}

/** The order in which marks and dice stand in a text. */
export const COLOR_ORDER = "wkroygbp";
/** The moves that mark nothing; each phase with a decision has one of them. */
export const QUIET_MOVES = ["-", "x", "keep"];
