// Qwantum for the check of the dice: any dice a second time, a pick, then a share of the other colors. [Qwantum 3-9]

import { type NamedDie, pipsOf, plainDice, type Referee, someOf, type Walk } from "../../fair/walk";

const MIXED = [
  "r1 r4 y5 b5 b1 p6",
  "r6 r2 y1 y3 b5 p4",
  "r3 r1 y4 y2 b4 p3",
  "r5 y6 b2 b4 p1 p3",
  "r3 y4 b2 b6 p2 p5",
  "r6 y1 y5 b3 p6 p2",
];
const DICE: NamedDie[] = [
  ...plainDice("w"),
  ...MIXED.map((faces, i) => ({ name: String(i + 1), faces: faces.split(" ") })),
];
const CHOICES = new Map([
  ["keep", []],
  ...someOf(DICE.map((die) => die.name)).map((named) => {
    const names = named.split(" ");
    return [`reroll ${names.join("")}`, names.map((name) => DICE.findIndex((die) => die.name === name))] as const;
  }),
]);
const CELLS = 24;
const MISSES = 5;

/** What each color adds up to, as moves. */
function sumsOf(roll: readonly string[]): string[] {
  const [white = "", ...mixed] = roll;
  return [..."pbry"].map((color) => {
    const shown = mixed.filter((face) => face.startsWith(color));
    return `${color}${shown.reduce((sum, face) => sum + pipsOf(face), pipsOf(white))}`;
  });
}

function play(walk: Walk): string {
  const written = walk.sheets.map(() => 0);
  const misses = walk.sheets.map(() => 0);
  const count = (list: number[], seat: number) => {
    list[seat] = (list[seat] ?? 0) + 1;
    return list[seat];
  };
  for (;;) {
    walk.begin();
    const sums = sumsOf(walk.reroll(walk.throw(1, walk.places()), walk.places(), CHOICES));
    const [pick = ""] = walk.moves("pick", 1);
    walk.allow(pick, ["-", ...sums]);
    if (pick !== "-" && count(written, walk.active) >= CELLS) return "full";
    const shares = walk.moves("share", walk.seats);
    shares.forEach((move, seat) => {
      walk.allow(move, ["-", ...sums.filter((sum) => sum.charAt(0) !== pick.charAt(0))]);
      if (move !== "-") count(written, seat);
    });
    const isMiss = pick === "-" && shares[walk.active] === "-";
    const missed = isMiss ? count(misses, walk.active) : 0;
    if (Math.max(...written) >= CELLS) return "full";
    if (missed >= MISSES) return "misses";
  }
}

export const referee: Referee = { dice: DICE, mostSeats: 4, play };
