// Longo for the check of the dice: Qwixx with two goals a row, and marks by lucky numbers. [Longo 1-3]

import { plainDice, printedRows, type Referee } from "../../fair/walk";
import { playFamily } from "../qwixx/referee";

const GOALS = ["r15 r16", "y15 y16", "g3 g2", "b3 b2"].map((row) => row.split(" "));
const LUCKY = "6,12 5,7 5,11 7,13 11,13 5,6 5,12 5,13 6,7 6,11 6,13 7,12 11,12 12,13".split(" ");

/** The lucky numbers of a sheet. */
function luckyOf(sheet: string): string[] | undefined {
  const nth = /^longo-(\d+)$/.exec(sheet)?.[1];
  return nth === undefined ? undefined : LUCKY[Number(nth) - 1]?.split(",");
}

export const referee: Referee = {
  dice: plainDice("wwrygb", 8),
  mostSeats: 5,
  play: (walk) =>
    playFamily(walk, {
      goalsOf: (sheet) => (luckyOf(sheet) ? GOALS : printedRows(sheet)?.map((cells) => cells.slice(-2))),
      whiteMoves(sheet, sum) {
        if (!luckyOf(sheet)?.includes(String(sum))) return [];
        return [..."rygb"].flatMap((color) => Array.from({ length: 15 }, (_, i) => `*${color}${i + 2}`));
      },
    }),
};
