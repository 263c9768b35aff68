// A hand-made match of Sixto.

import type { Color, RowView, SheetView } from "../../state/view";
import { die, line, row, sheet, view } from "../handmade";

function sixtoRow(color: Color, numbers: string, marks: string, score: number, isLocked = false): RowView {
  const values = [...numbers].map(Number);
  const cells = line(color, values, marks, [[`${color}4`]]).map((each, i) => ({ ...each, goal: i >= 9 }));
  return row(color, score, cells, { locked: isLocked, locked_by: isLocked ? [2] : [] });
}

function sixtoSheet(seat: number, score: number): SheetView {
  const rows = [
    sixtoRow("r", "153426513462", "xxx-x....o..", 10),
    sixtoRow("o", "416352461532", "x-x.....offf", 0),
    sixtoRow("y", "362514265143", "xx-x...o.fff", 5),
    sixtoRow("g", "245163154623", "-x.......fff", -5),
    sixtoRow("b", "624351346251", "xx.o.....fff", 0),
    sixtoRow("p", "531642635124", "-xx-xx######", 10, true),
  ];
  const columns = [10, 15, 5, -5, 0, -5, 0, 0, 0].map((each) => ({ score: each }));
  return sheet(seat, score, rows, { name: "A", columns });
}

export const sixto = view(
  "sixto",
  "Sixto",
  [sixtoSheet(0, 40), sixtoSheet(1, 60), sixtoSheet(2, 61), sixtoSheet(3, 40)],
  {
    phase: "tick",
    active: 1,
    turn: 8,
    choices: ["-", "r4", "o1", "y6", "b3", "y6 b3", "r4 o1", "r4 o1 y6 b3"],
    dice: [die("r", "r4"), die("o", "o1"), die("y", "y6"), die("g", "g2"), die("b", "b3"), die("p", null, "retired")],
  },
);
