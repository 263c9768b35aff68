// The lessons of Qwantum: a hand-made match, the rules, and the topics of a guided match.

import type { Color, SheetView, View } from "../../state/view";
import type { GameLessons, Lesson, Topic } from "../game";
import { cell, cut, die, row, sheet, view } from "../handmade";

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

const rules: Lesson[] = [
  { id: "idea", rules: "Qwantum 1–2", picture: { view: cut(qwantum, [0, 1]), pencil: [] } },
  {
    id: "throw",
    rules: "Qwantum 3–4",
    phases: ["roll", "reroll"],
    hasDice: true,
    diceOnly: true,
    picture: { view: qwantum, pencil: [] },
  },
  {
    id: "pick",
    rules: "Qwantum 5–6",
    phases: ["pick", "share"],
    picture: { view: cut(qwantum, [1]), pencil: ["b13"] },
  },
  { id: "miss", rules: "Qwantum 7" },
  { id: "score", rules: "Qwantum 8" },
  { id: "end", rules: "Qwantum 9–10" },
];

const topics: Topic[] = [
  { id: "aim", targets: ".sheet .cols", when: () => true },
  { id: "row", targets: ".sheet .row", when: ({ turn }) => turn > 1 },
  { id: "miss", targets: ".misses", when: ({ turn, sheets }, seat) => turn > 2 || (sheets[seat]?.misses ?? 0) > 0 },
];

export const lessons: GameLessons = { rules, topics };
