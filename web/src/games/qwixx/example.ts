// A hand-made match of Qwixx.

import type { Color, SheetView } from "../../state/view";
import { die, line, row, sheet, view } from "../handmade";

const UP = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const DOWN = [...UP].reverse();
const SUM9 = [["w4", "w5"]];

function qwixxSheet(seat: number, score: number, marks: string[], misses: number): SheetView {
  const colors: Color[] = ["r", "y", "g", "b"];
  const rows = colors.map((color, i) => {
    const text = marks[i] ?? "";
    const n = [...text].filter((letter) => letter === "x").length;
    const locked = text.includes("#") || color === "g";
    return row(color, (n * (n + 1)) / 2, line(color, i < 2 ? UP : DOWN, text, SUM9), {
      locked,
      locked_by: locked ? [1] : [],
    });
  });
  return sheet(seat, score, rows, { misses, max_misses: 4 });
}

export const qwixx = view(
  "qwixx",
  "Qwixx",
  [
    qwixxSheet(0, 19, ["xx-x-x.o..f", "-xx-x..o..f", "x-xx-x#####", "-xxo......f"], 2),
    qwixxSheet(1, 41, ["x-xx-x", "-x--x", "-xx-x-x-x-x", ""], 0),
    qwixxSheet(2, 33, ["xx-xx-x", "x-xxxx", "###########", "x-x"], 0),
    qwixxSheet(3, 28, ["-xxxx", "xx--xx", "--xx", "-xxxx"], 1),
  ],
  {
    choices: ["-", "r9", "y9", "b9"],
    pass: { cost: 5, nth: 3, of: 4, now: false },
    dice: [die("w", "w4"), die("w", "w5"), die("r", "r2"), die("y", "y6"), die("g", null, "retired"), die("b", "b1")],
  },
);
