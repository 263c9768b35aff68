// The view of a match as the server sends it, under the names the page uses.

import type * as wire from "./messages";

export type Color = wire.Cell["color"];
export type CellState = wire.Cell["state"];
export type GameName = "qwixx" | "twenty_one" | "qwantum" | "sixto";
export type Reason = wire.Why;
export type CellView = wire.Cell;
export type RowView = wire.Row;
export type SheetView = wire.Sheet;
export type DieView = wire.Die;
/** Everything that one seat may see of a match; the server plays only games that the page can draw. */
export type View = Omit<wire.View, "game"> & { game: GameName };

export const GAMES: readonly GameName[] = ["qwixx", "twenty_one", "qwantum", "sixto"];
/** The order in which marks and dice stand in a text. */
export const COLOR_ORDER = "wkroygbp";
/** The moves that mark nothing; each phase with a decision has one of them. */
export const QUIET_MOVES = ["-", "x", "keep"];
