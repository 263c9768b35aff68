// What lies open in a match without a server, and what each seat may do: the views that a server would send.

import type {
  CellChange,
  CellView,
  DieView,
  LineView,
  OpenView,
  OwnView,
  RowChange,
  RowView,
  SheetView,
} from "../net/protocol";
import { copyState } from "./game.ts";
import {
  actingIn,
  answeredIn,
  choicesOf,
  endReasonOf,
  isOver,
  type Match,
  phaseOf,
  rollOf,
  scoresOf,
  sealedBy,
  seatsOf,
  wantedDice,
  winnersOf,
} from "./match.ts";

function at({ game }: Match, seat: number, row: number, cell: number): number {
  const [, nRows = 0, nCells = 0] = game.facts.state.find(([name]) => name === "written")?.[1] ?? [];
  return (seat * nRows + row) * nCells + cell;
}

function tallyOf({ game, laid, state }: Match, seat: number): Record<string, number> {
  const parts = new Int32Array(game.facts.nTally);
  game.rules.tally(laid, state, seat, parts);
  const names = game.display.tally_names(laid, state, seat);
  return Object.fromEntries(names.map((name, i) => [name, parts[i] ?? 0] as const).filter(([name]) => name !== ""));
}

/** A cell as everyone sees it; what says nothing of it is left out. */
function cellView(match: Match, seat: number, row: number, cell: number): CellView {
  const { game, laid, state, sheets } = match;
  const sheet = sheets[seat];
  const printed = sheet?.rows[row];
  const color = printed?.colors[cell] ?? "w";
  const number = printed?.numbers[cell] ?? null;
  const written = state.written[at(match, seat, row, cell)] ?? 0;
  const sign = sheet?.signs[`${color}${number}`];
  return {
    color,
    number,
    written: written > 0 ? written : null,
    state: game.facts.cellStates[game.rules.cell_state(laid, state, seat, row, cell)] ?? "free",
    ...(game.display.is_goal(laid, seat, row, cell) ? { goal: true } : {}),
    ...(game.display.is_hit(laid, state, seat, row, cell) ? { hit: true } : {}),
    ...(sign ? { sign } : {}),
  };
}

function rowView(match: Match, seat: number, row: number, tally: Record<string, number>): RowView {
  const { game, laid, state, sheets } = match;
  const { display } = game;
  const part = display.row_tally(laid, seat, row);
  const name = part < 0 ? "" : (display.tally_names(laid, state, seat)[part] ?? "");
  const lockedBy = display.locked_by(laid, state, seat, row);
  const cells = sheets[seat]?.rows[row]?.colors ?? [];
  return {
    color: display.row_color(laid, seat, row),
    locked: lockedBy.length > 0,
    locked_by: lockedBy,
    current: display.is_current(laid, state, seat, row),
    score: part < 0 ? null : (tally[name] ?? null),
    cells: cells.map((_, cell) => cellView(match, seat, row, cell)),
  };
}

export function linesOf(match: Match, seat: number): { lines?: LineView[] } {
  const { game, laid, state, sheets } = match;
  const sheet = sheets[seat];
  if (!game.printing || !sheet) return {};
  const lines = game.printing.show_lines(sheet, laid, state, seat).map(([name, cells]) => ({
    name,
    cells: cells.map(([text, standing]) => ({ text, state: game.facts.cellStates[standing] ?? "free" })),
  }));
  return { lines };
}

function sheetView(match: Match, seat: number): SheetView {
  const { game, laid, state, sheets } = match;
  const tally = tallyOf(match, seat);
  const misses = state.misses;
  return {
    seat,
    name: sheets[seat]?.name ?? "",
    score: game.rules.score(laid, state, seat),
    tally,
    misses: game.facts.maxMisses > 0 && misses instanceof Int32Array ? (misses[seat] ?? 0) : 0,
    max_misses: game.facts.maxMisses,
    rows: (sheets[seat]?.rows ?? []).map((_, row) => rowView(match, seat, row, tally)),
    columns: game.display.column_scores(laid, state, seat).map((score) => ({ score })),
    ...linesOf(match, seat),
  };
}

function diceOf({ game, state }: Match): DieView[] {
  const wanted = game.rules.dice_wanted(state);
  return game.facts.dice.map((die, i) => {
    const face = die.faces[(state.dice[i] ?? 0) - 1] ?? null;
    const color = face?.charAt(0) ?? (/^[a-z]$/.test(die.name) ? die.name : null);
    return {
      name: die.name,
      face,
      color: color as DieView["color"],
      pips: face === null ? null : Number(face.slice(1)),
      state: face !== null ? "lying" : (wanted >> i) & 1 ? "wanted" : "retired",
      faces: die.faces,
    };
  });
}

/** The position as one line of text, as `paperdice.position` writes it. */
export function positionText(match: Match): string {
  const { game, laid, state, sheets } = match;
  const { facts } = game;
  const dice = state.dice.some(Boolean)
    ? facts.dice.map((die, i) => (state.dice[i] ? die.faces[state.dice[i] - 1] : "."))
    : [];
  const extras = facts.extras.filter((name) => state[name]).map((name) => `${name}=${state[name]}`);
  const line = (marks: readonly number[]) => {
    const cells = marks.map((value) => (value === 0 ? "." : value < 0 ? "#" : String(value)));
    while (cells.at(-1) === ".") cells.pop();
    return cells.join(facts.cellGap) || "-";
  };
  const seats = sheets.map((sheet, seat) => {
    const rows = sheet.rows.map(({ colors }, row) =>
      line(colors.map((_, cell) => state.written[at(match, seat, row, cell)] ?? 0)),
    );
    const misses = state.misses instanceof Int32Array ? [state.misses[seat]] : [];
    const lines = game.printing?.seat_lines(laid, state, seat) ?? [];
    return [sheet.text, rows.join("/"), ...misses, ...lines.map(([name, marks]) => `${name}=${line([...marks])}`)].join(
      " ",
    );
  });
  const moment = [facts.name, state.turn, phaseOf(match), state.active, ...dice, ...extras].join(" ");
  return [moment, ...seats].join(" | ");
}

export function openView(match: Match): OpenView {
  const { game, state } = match;
  return {
    game: game.facts.name,
    title: game.facts.title,
    rules: game.facts.version,
    seats: match.sheets.length,
    first: match.first,
    turn: state.turn,
    phase: phaseOf(match),
    active: state.active,
    acting: actingIn(match),
    answered: answeredIn(match),
    roll: rollOf(match),
    dice_wanted: wantedDice(match).map(({ die }) => die.name),
    dice: diceOf(match),
    over: isOver(match),
    end_reason: endReasonOf(match),
    winners: winnersOf(match),
    scores: scoresOf(match),
    position: match.isPad ? "" : positionText(match),
    sheets: seatsOf(match).map((seat) => sheetView(match, seat)),
  };
}

/** Names the cells that a move marks: it is tried on a copy. */
function markedBy(match: Match, seat: number, move: string): string[] {
  const { game, laid, state, sheets } = match;
  const chosen = new Int32Array(game.facts.maxSeats);
  chosen[seat] = game.notation.parse_move(state, move);
  const after = copyState(state);
  game.rules.apply_moves(laid, after, chosen);
  return (sheets[seat]?.rows ?? []).flatMap(({ colors, numbers }, row) =>
    colors.flatMap((color, cell) => {
      const where = at(match, seat, row, cell);
      return after.written[where] !== state.written[where] ? [`${color}${numbers[cell]}`] : [];
    }),
  );
}

type Forced = Map<string, Record<string, string[]>>;

/** The cell that a mark names, by whatever swap field or luck: "r5", "x1:r5" and "*r5" mark red 5. */
function cellOf(mark: string): string {
  return mark.slice(mark.lastIndexOf(":") + 1).replace(/^\*/, "");
}

/** For each mark of a legal move, or of the sealed one, the cells that it marks too, by the row of a circle. */
function forcedMarks(match: Match, seat: number, sealed: string | null): Forced {
  const found: Forced = new Map();
  for (const move of sealed === null ? choicesOf(match, seat) : [sealed]) {
    const [mark = "", target = ""] = move.split(">");
    const others = markedBy(match, seat, move).filter((other) => other !== cellOf(mark));
    found.set(mark, { ...found.get(mark), [target]: others });
  }
  return found;
}

/** What is marked with a cell; where rows tie for the marks of a circle, for each of them. */
function withForced(found: CellChange, forced: Record<string, string[]>): CellChange {
  const also = Object.values(forced)[0] ?? [];
  return Object.keys(forced).length > 1 ? { ...found, also, targets: forced } : { ...found, also };
}

type Cells = [number, number, CellChange][];

function eachCell(match: Match, seat: number, look: (row: number, cell: number) => CellChange | null): Cells {
  return (match.sheets[seat]?.rows ?? []).flatMap(({ colors }, row) =>
    colors.flatMap((_, cell): Cells => {
      const found = look(row, cell);
      return found ? [[row, cell, found]] : [];
    }),
  );
}

/** The cells that a seat may mark now, or those of the move that it has sealed. */
export function prospects(match: Match, seat: number): Cells {
  const { game, laid, state } = match;
  if (!game.rules.acts(state, seat)) return [];
  const sealed = sealedBy(match, seat);
  const forced = game.printing ? forcedMarks(match, seat, sealed) : null;
  const sealedMarks = sealed === null ? null : forced ? [...forced.keys()] : sealed.split(" ");
  // The only choice is the quiet one.
  if (sealed === null && choicesOf(match, seat).length === 1) return [];
  return eachCell(match, seat, (row, cell) => {
    if (game.rules.refusal(laid, state, seat, row, cell)) return null;
    const mark = game.notation.mark_text(laid, state, seat, row, cell);
    if (sealedMarks && !sealedMarks.includes(mark)) return null;
    const ways = sealedMarks ? [] : game.display.ways(laid, state, seat, row, cell);
    const found: CellChange = {
      state: sealedMarks ? "sealed" : "markable",
      mark,
      number_now: Number(cellOf(mark).slice(1)),
      ways,
    };
    return forced ? withForced(found, forced.get(mark) ?? {}) : found;
  });
}

/** The cells that would fit if the dice stayed as they lie, before a second throw. */
function previews(match: Match, seat: number): Cells {
  const { game, laid, state } = match;
  if (phaseOf(match) !== "reroll" || state.active !== seat) return [];
  const ahead = copyState(state);
  // The move 0 keeps the dice in every game that has a second throw.
  game.rules.apply_moves(laid, ahead, new Int32Array(game.facts.maxSeats));
  return eachCell(match, seat, (row, cell) => {
    if (game.rules.refusal(laid, ahead, seat, row, cell)) return null;
    return { number_now: Number(game.notation.mark_text(laid, ahead, seat, row, cell).slice(1)) };
  });
}

export function ownView(match: Match, seat: number): OwnView {
  const { game, laid, state } = match;
  const rows: Record<string, RowChange> = {};
  for (const [row, cell, change] of [...prospects(match, seat), ...previews(match, seat)]) {
    const cells = rows[row]?.cells ?? {};
    rows[row] = { cells: { ...cells, [cell]: change } };
  }
  return {
    seat,
    sealed: sealedBy(match, seat),
    choices: choicesOf(match, seat),
    pass: game.display.pass_cost(laid, state, seat),
    rows,
  };
}
