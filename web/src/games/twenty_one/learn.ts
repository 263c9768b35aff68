// The lessons of Twenty One: a hand-made match, the rules, and the topics of a guided match.

import type { Color, SheetView } from "../../state/view";
import type { GameLessons, Lesson, Topic } from "../game";
import { cell, cut, die, row, sheet, view } from "../handmade";

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

const rules: Lesson[] = [
  { id: "idea", rules: "Twenty One 1–2", picture: { view: cut(twentyOne, [0]), pencil: [] } },
  { id: "throw", rules: "Twenty One 3", phases: ["roll", "reroll"] },
  {
    id: "write",
    rules: "Twenty One 4–7",
    phases: ["fill"],
    picture: { view: cut(twentyOne, [2]), pencil: ["w2"] },
    hasDice: true,
  },
  { id: "strike", rules: "Twenty One 8" },
  { id: "score", rules: "Twenty One 9–10" },
  { id: "end", rules: "Twenty One 11" },
];

const topics: Topic[] = [
  { id: "aim", targets: ".sheet .row", when: () => true },
  {
    id: "strike",
    targets: "[data-action=quiet], .cell.struck",
    when: ({ choices, sheets }, seat) =>
      (choices.length === 1 && choices[0] === "x") ||
      (sheets[seat]?.rows.some((row) => row.cells.some((cell) => cell.state === "struck")) ?? false),
  },
  { id: "hit", targets: ".sheet .sumbox", when: ({ turn }) => turn > 1 },
];

export const lessons: GameLessons = { rules, topics };
