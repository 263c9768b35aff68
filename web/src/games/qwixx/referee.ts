// Qwixx for the check of the dice: two phases, and a color die that leaves when its row is locked. [Qwixx 3-11]

import { need } from "../../fair/record";
import { pipsOf, plainDice, type Referee, type Walk } from "../../fair/walk";

/** The last cell of each row, by sheet: who marks it locks the row. */
const GOALS = new Map([
  ["classic", ["r12", "y12", "g2", "b2"]],
  ["mixx-a", ["r12", "y12", "g2", "b2"]],
  ["mixx-b", ["r11", "y10", "g3", "b4"]],
]);
const COLORS = [..."rygb"];

function play(walk: Walk): string {
  const goals = walk.sheets.map((sheet) => GOALS.get(sheet));
  need(!goals.includes(undefined), "unreadable", { text: "Sheets" });
  const locked = new Set<string>();
  const misses = walk.sheets.map(() => 0);
  const lock = (seat: number, move: string) => goals[seat]?.includes(move) && locked.add(move.charAt(0));
  for (;;) {
    walk.begin();
    const roll = walk.throw(
      1,
      walk.places((name) => !locked.has(name)),
    );
    const [a = 0, b = 0, ...colored] = roll.map(pipsOf);
    const moves = walk.moves("white", walk.seats);
    for (const move of moves) walk.allow(move, ["-", ...COLORS.map((color) => `${color}${a + b}`)]);
    moves.forEach((move, seat) => {
      lock(seat, move);
    });
    if (locked.size >= 2) return "locks";
    const open = roll.slice(2).flatMap((face, i) => {
      const color = face.charAt(0);
      return locked.has(color) ? [] : [a, b].map((white) => `${color}${white + (colored[i] ?? 0)}`);
    });
    const [move = ""] = walk.moves("color", 1);
    walk.allow(move, ["-", ...open]);
    lock(walk.active, move);
    if (locked.size >= 2) return "locks";
    if (move === "-" && moves[walk.active] === "-") misses[walk.active] = (misses[walk.active] ?? 0) + 1;
    if (misses[walk.active] === 4) return "misses";
  }
}

export const referee: Referee = { dice: plainDice("wwrygb"), mostSeats: 5, play };
