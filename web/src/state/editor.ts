// A position set up by hand: pure functions over the written cells, and its text.

import type { GameFacts } from "../net/protocol";

export interface EditedSeat {
  sheet: string;
  /** The written numbers, by row and cell: 0 for empty, -1 for struck. */
  rows: number[][];
  /** The number of misses, null in games without them. */
  misses: number | null;
}

export interface Edited {
  game: string;
  /** The separator between cells in the text of a position. */
  gap: string;
  turn: number;
  active: number;
  seats: EditedSeat[];
}

/** Empty sheets of the default deal. */
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

/** The text of the position before a throw. */
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
