// The lessons of Qwixx: a hand-made match, the rules, and the topics of a guided match.

import type { CellView, Color, LineView, RowView, SheetView, View } from "../../state/view";
import type { GameLessons, Lesson, Topic } from "../game";
import { cut, die, line, row, sheet, view } from "../handmade";

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

/** A red row with five marks, so that its last cell can be marked. */
function nearLock(row: RowView): RowView {
  const cells = row.cells.map((cell, i) => {
    if (i === 10) return { ...cell, state: "markable" as const, mark: "r12", ways: [["w6", "w6"]] };
    if (i === 7) return { ...cell, state: "marked" as const, written: 1, mark: null, ways: [] };
    return i === 6 ? { ...cell, state: "skipped" as const } : { ...cell, mark: null };
  });
  return { ...row, score: 15, cells };
}

const rules: Lesson[] = [
  { id: "idea", rules: "Qwixx 1–2", picture: { view: cut(qwixx, [0]), pencil: [] } },
  {
    id: "white",
    rules: "Qwixx 3–4",
    phases: ["roll", "white"],
    picture: { view: cut(qwixx, [1, 3]), pencil: ["y9"] },
    hasDice: true,
  },
  { id: "color", rules: "Qwixx 5–6", phases: ["color"] },
  { id: "miss", rules: "Qwixx 7" },
  { id: "lock", rules: "Qwixx 8–10", picture: { view: cut(qwixx, [0], nearLock), pencil: ["r12"] } },
  { id: "end", rules: "Qwixx 11–12" },
];

const topics: Topic[] = [
  { id: "aim", targets: ".sheet .row", when: () => true },
  {
    id: "lock",
    targets: ".sheet .cell.last, .sheet .lock",
    when: ({ turn, sheets }) => turn > 3 || sheets.some((sheet) => sheet.rows.some((row) => row.locked)),
  },
  { id: "miss", targets: ".misses", when: ({ turn, sheets }, seat) => turn > 2 || (sheets[seat]?.misses ?? 0) > 0 },
];

// The other sheets of Qwixx.

type Changes = Record<string, Partial<CellView>>;

function signs(sign: NonNullable<CellView["sign"]>, cells: string): Changes {
  return Object.fromEntries(cells.split(" ").map((cell) => [cell, { sign }]));
}

/** Some rows of the example with the extras of a sheet. */
function printed(rows: number[], changes: Changes, lines: LineView[] = []): View {
  const view = cut(qwixx, rows, (row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, ...changes[`${cell.color}${cell.number}`] })),
  }));
  return { ...view, sheets: view.sheets.map((sheet) => ({ ...sheet, lines })) };
}

function lineOf(name: string, texts: string, used: number): LineView {
  const cells = texts
    .split(" ")
    .map((text, i) => ({ text, state: i < used ? ("marked" as const) : ("free" as const) }));
  return { name, cells };
}

const second: Changes = {
  ...signs("second", "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11"),
  r3: { sign: "second", written: 2 },
};
// Sheet E; the partners of yellow 3 and 11 are green, below the picture.
const paired = signs("paired", "r6 y6 r9 y9 y3 y11");
const framed = signs("framed", "r3 r6 r9 y5 y8 y11");
const symbols: Changes = {
  r8: { sign: "square" },
  r6: { sign: "octagon" },
  y11: { sign: "circle" },
  y7: { sign: "notched" },
  y3: { sign: "star", state: "skipped", written: null },
};
const again: Changes = { r9: { mark: null, state: "free" }, y9: { mark: null, state: "free" } };
const swapped: Changes = { r11: { mark: "x8:r11", state: "markable", ways: [] } };

/** The rows of sheets A and B that lock red, in place of the red row. */
function mixed(colors: string, numbers: readonly number[]): View {
  const cells = numbers.map((number, i): Partial<CellView> => {
    const color = colors.charAt(i) as Color;
    const state = i < 3 ? "marked" : i === numbers.length - 1 ? "far" : "free";
    return { color, number, state, written: i < 3 ? 1 : null, mark: null, ways: [] };
  });
  return printed([0], Object.fromEntries(cells.map((cell, i) => [`r${i + 2}`, cell])));
}

const others: Lesson[] = [
  { id: "mixx_a", rules: "Mixx A", picture: { view: mixed("yyybbbgggrr", UP), pencil: [] } },
  {
    id: "mixx_b",
    rules: "Mixx B",
    picture: { view: mixed("rrrrrrrrrrr", [10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11]), pencil: [] },
  },
  { id: "double_a", rules: "Double A 1–7", picture: { view: printed([0], second), pencil: [] } },
  {
    id: "double_b",
    rules: "Double B 1–3",
    picture: { view: printed([0], signs("double", "r3 r5 r9 r11")), pencil: [] },
  },
  {
    id: "steps",
    rules: "Connected A 1–3",
    picture: { view: printed([0, 1], signs("step", "y2 r3 y4 y8 r9 y10")), pencil: [] },
  },
  {
    id: "chain",
    rules: "Connected B 1–4",
    picture: { view: printed([0, 1], { ...paired, r9: { sign: "paired", also: ["y9"] } }), pencil: ["r9"] },
  },
  {
    id: "bonus_a",
    rules: "Bonus A 1–6",
    picture: {
      view: printed([0, 1], { ...framed, r9: { sign: "framed", also: ["y7"] } }, [
        lineOf("strip", "r y g b g r b y r y b g", 1),
      ]),
      pencil: ["r9"],
    },
  },
  { id: "bonus_b", rules: "Bonus B 1–4", picture: { view: printed([0, 1], symbols), pencil: [] } },
  {
    id: "big_points",
    rules: "Big Points 1–6",
    picture: {
      view: { ...printed([0, 1], again, [lineOf("ry", "2 3 4 5 6 7 8 9 10 11 12", 2)]), choices: ["-", "ry7"] },
      pencil: ["ry7"],
    },
  },
  {
    id: "x_change",
    rules: "X-Change 1–4",
    picture: {
      view: printed([0], swapped, [lineOf("swap", "8/5 9/7 11/3 7/4 10/3 8/6 10/5 11/9 6/4", 0)]),
      pencil: ["x8:r11"],
    },
  },
];

export const lessons: GameLessons = { rules, topics, others };
