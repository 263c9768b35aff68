// Positions made by hand: pictures of the rules, and the gallery for looking at the drawings without a server.

import type { CellState, CellView, Color, DieView, GameName, RowView, SheetView, View } from "../state/view";

const WHY = { id: "needs_marks", rule: "Qwixx 8", params: { color: "red", number: 12, needs: 5, has: 3 } };

function cell(color: Color, number: number | null, state: CellState, over: Partial<CellView> = {}): CellView {
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

function die(name: string, face: string | null, state: DieView["state"] = "lying", faces: string[] = []): DieView {
  const pips = face === null ? null : Number(face.slice(1));
  return { name, face, color: face === null ? null : (face.charAt(0) as Color), pips, state, faces };
}

function row(color: Color | null, score: number, cells: CellView[], over: Partial<RowView> = {}): RowView {
  return { color, locked: false, locked_by: [], score, current: false, cells, ...over };
}

function sheet(seat: number, score: number, rows: RowView[], over: Partial<SheetView> = {}): SheetView {
  return { seat, name: "classic", score, tally: {}, misses: 0, max_misses: 0, rows, columns: [], ...over };
}

function view(game: GameName, title: string, sheets: SheetView[], over: Partial<View>): View {
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

/** "xx-x.o" as the cells of a row with the given numbers. */
function line(color: Color, numbers: number[], marks: string, ways: string[][] = []): CellView[] {
  return numbers.map((number, i) => {
    const state = LETTERS[marks.charAt(i)] ?? "free";
    return cell(color, number, state, {
      goal: i === numbers.length - 1,
      ...(state === "markable" ? { mark: `${color}${number}`, ways } : {}),
    });
  });
}

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

const T21_VALUES = [
  [6, 5, 4, 3, 2, 1],
  [5, 4, 4, 3, 3, 1],
  [6, 5, 3, 2, 2, 1],
  [5, 4, 4, 2, 2, 1],
  [4, 4, 3, 3, 2, 1],
];
const T21_COLORS = ["rygbwk", "ygwkrb", "brkwgy", "bykgwr", "bywrkg"];

function t21Sheet(
  seat: number,
  score: number,
  written: string[],
  current: number,
  offers: Record<string, number>,
): SheetView {
  const rows = T21_VALUES.map((values, r) => {
    const text = written[r] ?? "......";
    const cells = values.map((number, c) => {
      const color = T21_COLORS[r]?.charAt(c) as Color;
      const letter = text.charAt(c);
      if (letter === "/") return cell(color, number, "struck");
      if (letter !== ".")
        return cell(color, number, "marked", { written: Number(letter), hit: Number(letter) === number });
      const offer = r === current ? offers[color] : undefined;
      if (offer === undefined) return cell(color, number, r === current ? "free" : "far");
      return cell(color, number, "markable", {
        mark: `${color}${offer}`,
        number_now: offer,
        ways: [[`${color}${offer}`]],
      });
    });
    const scores = [22, 23, 11, 0, 0];
    return row(null, scores[r] ?? 0, cells, { current: r === current });
  });
  return sheet(seat, score, rows, { name: "A" });
}

export const twentyOne = view(
  "twenty_one",
  "Twenty One",
  [
    t21Sheet(0, 56, ["5523/1", "443231", "4.3..1"], 2, { r: 3, w: 2, g: 1 }),
    t21Sheet(1, 66, ["654321", "544331", "6.3"], 2, {}),
    t21Sheet(2, 58, ["654321", "544331", "..3..1"], 2, {}),
    t21Sheet(3, 49, ["654321", "544331", ".5..21"], 2, {}),
  ],
  {
    phase: "fill",
    active: 1,
    turn: 14,
    choices: ["x", "w2", "r3", "g1", "w2 r3", "w2 g1", "r3 g1", "w2 r3 g1"],
    dice: [die("w", "w2"), die("k", "k5"), die("r", "r3"), die("y", "y4"), die("g", "g1"), die("b", "b6")],
  },
);

function quaSheet(
  seat: number,
  score: number,
  written: number[][],
  offers: (number | null)[],
  isReroll: boolean,
): SheetView {
  const colors: Color[] = ["p", "b", "r", "y"];
  const rows = colors.map((color, r) => {
    const numbers = written[r] ?? [];
    const cells = Array.from({ length: 6 }, (_, c) => {
      const number = numbers[c];
      if (number !== undefined) return cell(color, null, "marked", { written: number });
      const offer = c === numbers.length ? (offers[r] ?? null) : null;
      if (offer === null) return cell(color, null, c === numbers.length ? "free" : "far");
      return cell(color, null, isReroll ? "free" : "markable", {
        mark: isReroll ? null : `${color}${offer}`,
        number_now: offer,
      });
    });
    return row(color, 0, cells);
  });
  const columns = [5, 9, null, null, null, null].map((each) => ({ score: each }));
  return sheet(seat, score, rows, { misses: 1, max_misses: 5, columns });
}

const MIXED = [
  "r1 r4 y5 b5 b1 p6",
  "r6 r2 y1 y3 b5 p4",
  "r3 r1 y4 y2 b4 p3",
  "r5 y6 b2 b4 p1 p3",
  "r3 y4 b2 b6 p2 p5",
  "r6 y1 y5 b3 p6 p2",
].map((faces) => faces.split(" "));
const WHITE = ["w1", "w2", "w3", "w4", "w5", "w6"];

const WRITTEN = ["5 9 12 16,7 11,4 8 13,5 8", "5 9 12,7 11 13 14,4 8 13,5 8 9", "5 9,7 11 13,4 8,5 8 9 10"].map(
  (text) => text.split(",").map((numbers) => numbers.split(" ").map(Number)),
);

function quantumView(isReroll: boolean): View {
  const scores = [13, 21, 16];
  const offers = [[6, 13, null, null], [], []];
  return view(
    "qwantum",
    "Qwantum",
    WRITTEN.map((written, seat) => quaSheet(seat, scores[seat] ?? 0, written, offers[seat] ?? [], isReroll)),
    {
      phase: isReroll ? "reroll" : "pick",
      turn: 9,
      acting: [0],
      answered: [],
      choices: isReroll ? ["keep", "reroll 12", "reroll 1", "reroll 2"] : ["-", "b13", "p6"],
      pass: { cost: 2, nth: 2, of: 5, now: false },
      dice: [
        die("w", "w3", "lying", WHITE),
        ...["r1", "r2", "b4", "p3", "b6", "y5"].map((face, i) => die(String(i + 1), face, "lying", MIXED[i])),
      ],
    },
  );
}
export const qwantum = quantumView(false);
export const qwantumReroll = quantumView(true);

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
