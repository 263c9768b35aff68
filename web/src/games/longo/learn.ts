// The lessons of Longo: a hand-made match, the rules, and the topics of a guided match.

import type { Color, SheetView } from "../../state/view";
import type { GameLessons, Lesson, Topic } from "../game";
import { cut, die, line, row, sheet, view } from "../handmade";

const UP = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
const DOWN = [...UP].reverse();
const SUM12 = [["w5", "w7"]];

function longoSheet(seat: number, score: number, marks: string[], lucky: string[], misses: number): SheetView {
  const colors: Color[] = ["r", "y", "g", "b"];
  const rows = colors.map((color, i) => {
    const text = marks[i] ?? "";
    const n = [...text].filter((letter) => letter === "x").length;
    const locked = text.includes("#");
    const cells = line(color, i < 2 ? UP : DOWN, text, SUM12).map((cell, c) => ({ ...cell, goal: c > 12 }));
    return row(color, (n * (n + 1)) / 2, cells, { locked, locked_by: locked ? [1] : [] });
  });
  const lines = [{ name: "lucky", cells: lucky.map((text) => ({ text, state: "free" as const })) }];
  return sheet(seat, score, rows, { name: `longo-${seat + 1}`, misses, max_misses: 4, lines });
}

const own = longoSheet(
  0,
  16,
  ["xx-x-x....o..ff", "-xx-x.....o..ff", "x.............f", "-xx.o........ff"],
  ["6", "12"],
  1,
);
// The next cell of the row with the fewest marks, by the lucky number.
const green = own.rows[2]?.cells[1];
if (green) Object.assign(green, { state: "markable", mark: "*g15" });

export const longo = view(
  "longo",
  "Longo",
  [
    own,
    longoSheet(1, 41, ["x-xx-x", "-x--x", "-xx-x-x-x-x", ""], ["5", "7"], 0),
    longoSheet(2, 33, ["xx-xx-x", "x-xxxx", "", "x-x"], ["5", "11"], 0),
    longoSheet(3, 28, ["-xxxx", "xx--xx", "--xx", "-xxxx"], ["7", "13"], 1),
  ],
  {
    choices: ["-", "r12", "y12", "b12", "*g15"],
    pass: { cost: 5, nth: 2, of: 4, now: false },
    dice: [die("w", "w5"), die("w", "w7"), die("r", "r2"), die("y", "y6"), die("g", "g8"), die("b", "b1")],
  },
);

const rules: Lesson[] = [
  { id: "idea", rules: "Longo 1", picture: { view: cut(longo, [0]), pencil: [] } },
  {
    id: "white",
    rules: "Qwixx 3–4",
    phases: ["roll", "white"],
    picture: { view: cut(longo, [1, 3]), pencil: ["y12"] },
    hasDice: true,
  },
  { id: "lucky", rules: "Longo 3", picture: { view: cut(longo, [2]), pencil: ["*g15"] } },
  { id: "color", rules: "Qwixx 5–7", phases: ["color"] },
  { id: "lock", rules: "Longo 2" },
  { id: "end", rules: "Qwixx 11–12, Longo 4" },
  { id: "ours", rules: "V-LO6, V-LO7" },
];

const topics: Topic[] = [
  { id: "aim", targets: ".sheet .row", when: () => true },
  {
    id: "lucky",
    targets: ".lucky-line",
    when: ({ turn, choices }) => turn > 2 || choices.some((move) => move.startsWith("*")),
  },
  {
    id: "lock",
    targets: ".sheet .cell.last, .sheet .lock",
    when: ({ turn, sheets }) => turn > 3 || sheets.some((sheet) => sheet.rows.some((row) => row.locked)),
  },
];

export const lessons: GameLessons = { rules, topics };
