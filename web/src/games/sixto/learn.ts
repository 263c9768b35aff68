// The lessons of Sixto: a hand-made match, the rules, and the topics of a guided match.

import type { Color, RowView, SheetView } from "../../state/view";
import type { GameLessons, Lesson, Topic } from "../game";
import { cut, die, line, row, sheet, view } from "../handmade";

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

const rules: Lesson[] = [
  { id: "idea", rules: "Sixto 1–2", phases: ["tick"], picture: { view: cut(sixto, [1]), pencil: ["o1"] } },
  { id: "throw", rules: "Sixto 4–6", phases: ["roll", "reroll"] },
  { id: "goal", rules: "Sixto 3, 7–8", picture: { view: cut(sixto, [0]), pencil: ["r4"] } },
  { id: "score", rules: "Sixto 10–11" },
  { id: "end", rules: "Sixto 9, 12, S-A9" },
  { id: "ours", rules: "Sixto 1–3, S-A9" },
];

const topics: Topic[] = [
  { id: "aim", targets: ".sheet .row", when: () => true },
  {
    id: "column",
    targets: ".colsum, .rpts",
    when: ({ turn, sheets }, seat) => turn > 1 || (sheets[seat]?.score ?? 0) < 0,
  },
  {
    id: "goal",
    targets: ".sheet .cell.goal, .sheet .pips",
    when: ({ turn, sheets }) => turn > 2 || sheets.some((sheet) => sheet.rows.some((row) => row.locked)),
  },
];

export const lessons: GameLessons = { rules, topics };
