// A position that is set up by hand, as text: plain functions over what is written in each cell.

import type { GameFacts } from "../net/protocol";

export interface EditedSeat {
  sheet: string;
  /** What is written, by row and cell: 0 nothing, -1 struck. */
  rows: number[][];
  /** How many misses, null in games without them. */
  misses: number | null;
}

export interface Edited {
  game: string;
  /** What stands between cells in the text of a position. */
  gap: string;
  turn: number;
  active: number;
  seats: EditedSeat[];
}

/** Empty sheets, as the game deals them. */
export function emptyPosition(game: GameFacts, n: number, hasMisses: boolean, gap: string): Edited {
  const seats = Array.from({ length: n }, (_, seat) => {
    const printed = game.sheets[game.deals ? seat : 0];
    const rows = printed?.rows.map((row) => row.numbers.map(() => 0)) ?? [];
    return { sheet: printed?.name ?? "", rows, misses: hasMisses ? 0 : null };
  });
  return { game: game.name, gap, turn: 1, active: 0, seats };
}

function rowText(cells: readonly number[], gap: string): string {
  const last = cells.findLastIndex((cell) => cell !== 0);
  const texts = cells.slice(0, last + 1).map((cell) => (cell === 0 ? "." : cell < 0 ? "#" : String(cell)));
  return texts.join(gap) || "-";
}

/** The position before a throw, as the server reads it. */
export function positionText({ game, gap, turn, active, seats }: Edited): string {
  const parts = seats.map(({ sheet, rows, misses }) =>
    [sheet, rows.map((row) => rowText(row, gap)).join("/"), ...(misses === null ? [] : [String(misses)])].join(" "),
  );
  return [`${game} ${turn} roll ${active}`, ...parts].join(" | ");
}

function changeSeat(edited: Edited, seat: number, changed: (own: EditedSeat) => EditedSeat): Edited {
  return { ...edited, seats: edited.seats.map((own, i) => (i === seat ? changed(own) : own)) };
}

export function writeCell(edited: Edited, seat: number, row: number, cell: number, value: number): Edited {
  return changeSeat(edited, seat, (own) => ({
    ...own,
    rows: own.rows.map((cells, r) => (r === row ? cells.map((old, c) => (c === cell ? value : old)) : cells)),
  }));
}

export function setMisses(edited: Edited, seat: number, misses: number): Edited {
  return changeSeat(edited, seat, (own) => ({ ...own, misses }));
}
