// The view of a match as sent by the server, with the page's names.

import type { GameName } from "../games/registry";
import type * as wire from "../net/protocol";

export type Color = wire.CellView["color"];
export type CellState = wire.CellView["state"];
export type Reason = wire.ReasonView;
/** Every field is present, except those that only sheets of the Qwixx family have. */
type Printed = "sign" | "also" | "targets";
export type CellView = Required<Omit<wire.CellView, Printed>> & Pick<wire.CellView, Printed>;
export type RowView = Omit<wire.RowView, "cells"> & { cells: CellView[] };
export type SheetView = Omit<wire.SheetView, "rows"> & { rows: RowView[] };
export type LineView = wire.LineView;
export type DieView = wire.DieView;
/** Everything that one seat may see of a match, with every field present. */
export type View = Omit<wire.View, "game" | "sheets"> & { game: GameName; sheets: SheetView[] };

function readCell(cell: wire.CellView): CellView {
  return { goal: false, hit: false, mark: null, number_now: null, ways: [], why: null, ...cell };
}

/** Complete an open view: the transmitted one omits default values of cells. */
export function readView(view: wire.OpenView): View {
  const sheets = view.sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(readCell) })),
  }));
  return { ...view, game: view.game as GameName, sheets, seat: null, sealed: null, choices: [], pass: null };
}

/** Add what the owner may do to the cells of a sheet; rows without such cells keep their identity. */
function withCells(sheet: SheetView, own: wire.OwnView["cells"]): SheetView {
  const rows = sheet.rows.map((row, r) => {
    const cells = row.cells.map((cell, c) => {
      const news = own[`${r}/${c}`];
      return news ? { ...cell, ...news } : cell;
    });
    return cells.some((cell, c) => cell !== row.cells[c]) ? { ...row, cells } : row;
  });
  return { ...sheet, rows };
}

/** Combine the open view with what only one seat may see. */
export function seatView(open: View, own: wire.OwnView): View {
  const { cells, ...frame } = own;
  const sheets = open.sheets.map((sheet) => (sheet.seat === own.seat ? withCells(sheet, cells) : sheet));
  return { ...open, ...frame, sheets };
}

/** The name of a cell in moves: "r5". */
export function nameOf({ color, number }: CellView): string {
  return `${color}${number}`;
}

/** The order of marks and dice in texts. */
export const COLOR_ORDER = "wkroygbp";
/** The moves that mark nothing; each phase with a decision has one of them. */
export const QUIET_MOVES = ["-", "x", "keep"];

/** True for the letter of a color. */
export function isColor(text: string): text is Color {
  return text.length === 1 && COLOR_ORDER.includes(text);
}
