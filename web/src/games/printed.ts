// What is printed on the four sheets beside their cells: data for drawing, never a rule.

import type { GameName, SheetView, View } from "../state/view";

interface Printed {
  /** The class of the page that draws it. */
  kind: "qwx" | "t21" | "qua" | "six";
  /** Prices of the miss boxes, from left to right. */
  misses: readonly number[];
  /** Pips that count the marks on the way to the goals. */
  pips: number;
  /** Cells before the ridge; 0 without one. */
  ridge: number;
  /** True if a mark gives up the open cells before it. */
  skips: boolean;
}

const PRINTED: Record<GameName, Printed> = {
  qwixx: { kind: "qwx", misses: [5, 5, 5, 5], pips: 0, ridge: 0, skips: true },
  twenty_one: { kind: "t21", misses: [], pips: 0, ridge: 0, skips: false },
  qwantum: { kind: "qua", misses: [1, 2, 3, 4, 5], pips: 0, ridge: 4, skips: false },
  sixto: { kind: "six", misses: [], pips: 4, ridge: 0, skips: true },
};

export function printedOf(game: GameName): Printed {
  return PRINTED[game];
}

/** The sheet of a seat; the view holds one for each. */
export function sheetOf(view: View, seat: number): SheetView {
  const sheet = view.sheets[seat];
  if (!sheet) throw new Error(`the view has no sheet for seat ${seat}`);
  return sheet;
}
