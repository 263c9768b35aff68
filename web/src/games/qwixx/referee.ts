// Qwixx for the check of the dice: two phases, and a color die that leaves when its row is locked. [Qwixx 3-11]

import { need } from "../../fair/record";
import { pipsOf, plainDice, printedRows, type Referee, type Walk } from "../../fair/walk";
import { BonusSheet } from "./family/forced";

const CLASSIC = [["r12"], ["y12"], ["g2"], ["b2"]];
/** The goals of each row, by kind of sheet: who marks one locks the row, and the color of the last names it. */
const GOALS = new Map([
  ...["classic", "mixx-a", "double", "steps", "chain", "bonus", "big", "x"].map((kind) => [kind, CLASSIC] as const),
  ["mixx-b", [["r11"], ["y10"], ["g3"], ["b4"]]],
]);
const SWAPS = ["8/5", "9/7", "11/3", "7/4", "10/3", "8/6", "10/5", "11/9", "6/4"].map((pair) => pair.split("/"));
const COLORS = [..."rygb"];
const BONUS_ROWS = ["ry", "gb"];

function goalsOf(sheet: string): readonly string[][] | undefined {
  const own = printedRows(sheet);
  if (own) return own.map((cells) => cells.slice(-1));
  return GOALS.get(sheet) ?? GOALS.get(sheet.replace(/-.*/, ""));
}

/** What a sheet makes of marks that the dice give: a row for its circle, or a cell of a bonus row. */
function variants(sheet: string, marks: readonly string[]): string[] {
  if (sheet === "bonus-b") return marks.flatMap((mark) => [mark, ...COLORS.map((color) => `${mark}>${color}`)]);
  if (sheet !== "big-points") return [...marks];
  const bonus = marks.map((mark) => `${BONUS_ROWS.find((pair) => pair.includes(mark.charAt(0)))}${mark.slice(1)}`);
  return [...marks, ...bonus];
}

/** What the games of the family differ in, by sheet: cells that lock rows, and further moves by the white sum. */
interface Differences {
  goalsOf(sheet: string): readonly string[][] | undefined;
  whiteMoves(sheet: string, sum: number): string[];
}

/** Marks by a swap field that shows the white sum. */
function swaps(sheet: string, sum: number): string[] {
  if (sheet !== "x-change") return [];
  return SWAPS.flatMap(([one, other], i) => {
    const number = one === String(sum) ? other : other === String(sum) ? one : undefined;
    return number ? COLORS.map((color) => `x${i + 1}:${color}${number}`) : [];
  });
}

/** The locks of a match, by what each seat marks. */
class Locks {
  readonly shut = new Set<string>();
  private readonly goals: readonly (readonly string[][])[];
  private readonly bonus: readonly (BonusSheet | null)[];

  constructor(sheets: readonly string[], goalsOf: Differences["goalsOf"]) {
    this.goals = sheets.map((sheet) => goalsOf(sheet) ?? []);
    this.bonus = sheets.map((sheet) => (sheet.startsWith("bonus") ? new BonusSheet(sheet) : null));
  }

  /** The moves of a phase, by seat; locks take effect after all of them. */
  take(moves: readonly [number, string][]): void {
    const locked: string[] = [];
    for (const [seat, move] of moves) {
      const bonus = this.bonus[seat];
      if (bonus && move !== "-") bonus.mark(move, this.shut);
      const row = this.goals[seat]?.find((cells) => cells.includes(move.replace("*", "")));
      if (bonus) locked.push(...bonus.locks());
      else if (row) locked.push(row.at(-1)?.charAt(0) ?? "");
    }
    for (const color of locked) this.shut.add(color);
  }
}

export function playFamily(walk: Walk, { goalsOf, whiteMoves }: Differences): string {
  const sheetOf = (seat: number) => walk.sheets[seat] ?? "";
  need(!walk.sheets.map(goalsOf).includes(undefined), "unreadable", { text: "Sheets" });
  const locks = new Locks(walk.sheets, goalsOf);
  const misses = walk.sheets.map(() => 0);
  for (;;) {
    walk.begin();
    const roll = walk.throw(
      1,
      walk.places((name) => !locks.shut.has(name)),
    );
    const [a = 0, b = 0, ...colored] = roll.map(pipsOf);
    const moves = walk.moves("white", walk.seats);
    const whites = COLORS.map((color) => `${color}${a + b}`);
    moves.forEach((move, seat) => {
      walk.allow(move, ["-", ...variants(sheetOf(seat), whites), ...whiteMoves(sheetOf(seat), a + b)]);
    });
    locks.take([...moves.entries()]);
    if (locks.shut.size >= 2) return "locks";
    const open = roll.slice(2).flatMap((face, i) => {
      const color = face.charAt(0);
      return locks.shut.has(color) ? [] : [a, b].map((white) => `${color}${white + (colored[i] ?? 0)}`);
    });
    const [move = ""] = walk.moves("color", 1);
    walk.allow(move, ["-", ...variants(sheetOf(walk.active), open)]);
    locks.take([[walk.active, move]]);
    if (locks.shut.size >= 2) return "locks";
    if (move === "-" && moves[walk.active] === "-") misses[walk.active] = (misses[walk.active] ?? 0) + 1;
    if (misses[walk.active] === 4) return "misses";
  }
}

export const referee: Referee = {
  dice: plainDice("wwrygb"),
  mostSeats: 5,
  play: (walk) => playFamily(walk, { goalsOf, whiteMoves: swaps }),
};
