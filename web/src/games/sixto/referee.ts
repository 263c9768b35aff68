// Sixto for the check of the dice: the numbers of the sheets tell when a die is retired. [Sixto 1-9, 12]

import { need } from "../../fair/record";
import { plainDice, printedRows, type Referee, someOf, type Walk } from "../../fair/walk";

const COLORS = [..."roygbp"];
/** The printed numbers, row by row. */
const PRINTED: Record<string, string> = {
  A: "412565431632 532651234146 462321564153 214265463153 351564263124 326123654154",
  B: "415362643521 614315256234 126326541435 413231564526 653561423421 651415234623",
  C: "412135463265 653241214635 214345263561 523246153614 521634245316 431651625234",
  D: "531326541246 462453132561 524524631631 541362324651 521564342631 235436162415",
  E: "623425153614 251345326164 234651314562 613413256542 124361465253 412463125653",
  F: "416534562123 453126463125 632612435145 416352326145 642431562531 132165234645",
  G: "325421436561 451236354216 326436521451 631642521345 546212436513 341625264513",
  H: "421543126563 512643132465 134526462531 421265134635 145362524163 352146265341",
  I: "631362451245 321514265364 531646325142 245131653264 132465631245 423153256146",
  J: "643162523415 463521314265 215146345632 543465213216 264364125315 162345413625",
  K: "365612541234 521364651324 623461435152 615345362124 162536124543 542413265361",
  L: "542154623613 316425352164 246132351465 354521643216 263423615415 365134246215",
};
const LAST = 11;
const BEFORE_GOALS = 8;
const MARKS_FOR_GOALS = 4;

/** The marked cells of one row of a seat, from left to right. */
interface Row {
  color: string;
  numbers: string;
  cells: number[];
}

function rowsOf(sheet: string): Row[] {
  const own = printedRows(sheet)?.map((cells) => cells.map((cell) => cell.slice(1)).join(""));
  const printed = own ?? PRINTED[sheet]?.split(" ");
  need(printed, "unreadable", { text: "Sheets" });
  return COLORS.map((color, i) => ({ color, numbers: printed[i] ?? "", cells: [] }));
}

/** Marks the leftmost cell that shows the number of a die and can still be marked. */
function mark(walk: Walk, rows: readonly Row[], face: string): void {
  const row = rows.find((each) => each.color === face.charAt(0));
  const cell = row?.numbers.indexOf(face.slice(1), (row.cells.at(-1) ?? -1) + 1) ?? -1;
  const isReached = cell <= BEFORE_GOALS || (row?.cells.length ?? 0) >= MARKS_FOR_GOALS;
  need(row && cell >= 0 && isReached, "forbidden_move", { turn: walk.turn, move: face });
  row.cells.push(cell);
}

function isLocked(row: Row): boolean {
  return row.cells.filter((cell) => cell > BEFORE_GOALS).length >= 2;
}

function isEnded(row: Row): boolean {
  return row.cells.at(-1) === LAST;
}

function isStuck(row: Row): boolean {
  return isEnded(row) || (row.cells.at(-1) === BEFORE_GOALS && row.cells.length < MARKS_FOR_GOALS);
}

function play(walk: Walk): string {
  const sheets = walk.sheets.map(rowsOf);
  let dice = COLORS;
  let idle = 0;
  for (;;) {
    walk.begin();
    const places = walk.places((name) => dice.includes(name));
    const thrown = walk.throw(1, places);
    const roll = walk.reroll(thrown, places, new Map([["keep", []], ["reroll", places] as const]));
    idle++;
    walk.moves("tick", walk.seats).forEach((move, seat) => {
      walk.allow(move, ["-", ...someOf(roll)]);
      if (move === "-") return;
      idle = 0;
      for (const face of move.split(" ")) mark(walk, sheets[seat] ?? [], face);
    });
    dice = dice.filter((color) => !sheets.flat().some((row) => row.color === color && isLocked(row)));
    if (COLORS.length - dice.length >= (walk.seats === 1 ? 2 : 3)) return "dice";
    const open = sheets.map((rows) => rows.filter((row) => dice.includes(row.color)));
    if (open.some((rows) => rows.every(isEnded))) return "full";
    if (open.flat().every(isStuck) || idle >= 3 * walk.seats) return "stall";
  }
}

export const referee: Referee = { dice: plainDice("roygbp"), mostSeats: 6, play };
