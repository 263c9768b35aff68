// Sheets for dice that nobody enters, without a server: what `paperdice.pad` does, on the translated rules.

import type { CourseEntry, OwnView, ReasonView, RowChange } from "../net/protocol";
import { type Asked, CORRECTED, type Entry } from "./course.ts";
import { copyState, type LocalGame, type Twin } from "./game.ts";
import {
  actingIn,
  choicesOf,
  isOver,
  type Match,
  makeMatch,
  phaseOf,
  Refusal,
  readMove,
  reasonOf,
  resolve,
  sealMove,
  throwDice,
  wantedDice,
  whyNot,
} from "./match.ts";
import { prospects } from "./view.ts";

export interface PadEntry {
  seat: number;
  /** A mark in the notation of the game, `miss`, or `stall` or `close` for the table. */
  text: string;
  isCorrected: boolean;
}

type Place = readonly [row: number, cell: number];

export interface Pad {
  /** The sheets as they stand; its turns are the entries, one each. */
  match: Match;
  entries: PadEntry[];
  /** True while others may still join in what locks a row or ends the match. */
  isClosing: boolean;
  /** While a moment is open: the locks that wait for its end, and what was written when it began. */
  locking: Int32Array;
  written: Int32Array;
  /** The sheet of each seat by itself. */
  alone: Match[];
  /** What each seat may enter, once somebody has asked. */
  options: Map<number, Map<string, Place>>;
  /** How the sheet of each seat stands by itself, once somebody has asked. */
  standing: Map<number, Match>;
  /** The dice that have allowed a mark before. */
  known: Map<string, string[]>;
}

const MISS = "miss";
const CLOSE = "close";
/** Nobody marks any more, said where nobody ever has to. */
const STALL = "stall";
const PAD_PHASE = "pad";
const LEFT_OUT = "-";
const MOST_ENTRIES = 500;
const NOWHERE: Place = [-1, -1];

export function makePad(game: LocalGame, names: readonly string[]): Pad {
  const match = { ...makeMatch(game, names, 0), isPad: true };
  return {
    match,
    entries: [],
    isClosing: false,
    locking: new Int32Array(),
    written: match.state.written.slice(),
    alone: names.map((name) => makeMatch(game, [name], 0)),
    options: new Map(),
    standing: new Map(),
    known: new Map(),
  };
}

// Asking

function rollsOf({ match }: Pad): string[][] {
  return match.game.facts.rolls;
}

function locksOf({ locked }: Twin): Int32Array {
  return locked instanceof Int32Array ? locked : new Int32Array();
}

/** Writes what one seat has marked into a seat of another state. */
function copySheet(from: Match, seat: number, to: Match, at: number): void {
  const { game } = from;
  const size = from.state.written.length / game.facts.maxSeats;
  to.state.written.set(from.state.written.subarray(seat * size, (seat + 1) * size), at * size);
  const { misses } = from.state;
  if (misses instanceof Int32Array) (to.state.misses as Int32Array)[at] = misses[seat] ?? 0;
  const copied = game.printing?.seat_lines(to.laid, to.state, at) ?? [];
  game.printing?.seat_lines(from.laid, from.state, seat).forEach(([, marks], i) => {
    copied[i]?.[1].set(marks);
  });
}

/** The locks that somebody is about to close and whose row has a mark of this seat from the same moment: no throw
 * gives a seat two of them. */
function shutFor({ match, locking, written }: Pad, seat: number): Set<number> {
  const { laid, sheets, state } = match;
  const size = state.written.length / match.game.facts.maxSeats;
  const wide = size / (laid.n_cells.length / match.game.facts.maxSeats);
  const shut = new Set<number>();
  sheets[seat]?.rows.forEach((_, row) => {
    const start = seat * size + row * wide;
    const isMarked = state.written.subarray(start, start + wide).some((mark, i) => mark !== written[start + i]);
    const at = laid.lock_colors?.[(seat * size) / wide + row] ?? row;
    if (isMarked && locking[at]) shut.add(at);
  });
  return shut;
}

/** The sheet of a seat by itself, before a throw. */
function standAlone(pad: Pad, seat: number): Match {
  const known = pad.standing.get(seat);
  if (known) return known;
  const empty = pad.alone[seat] as Match;
  const alone: Match = { ...empty, state: copyState(empty.state) };
  copySheet(pad.match, seat, alone, 0);
  alone.game.rules.recount(alone.laid, alone.state);
  const locked = locksOf(alone.state);
  const shut = shutFor(pad, seat);
  locksOf(pad.match.state).forEach((lock, at) => {
    locked[at] = (locked[at] ?? 0) | lock | (shut.has(at) ? 1 : 0);
  });
  pad.standing.set(seat, alone);
  return alone;
}

/** The sheet of a seat by itself, with these dice on the table. */
function throwAlone(pad: Pad, seat: number, roll: readonly string[]): Match {
  const standing = standAlone(pad, seat);
  const { game, laid } = standing;
  const alone: Match = { ...standing, state: copyState(standing.state), sealed: new Map(), turns: [] };
  const faces = wantedDice(alone).map(({ index }) => roll[index]);
  throwDice(alone, faces.join(" "), null);
  // The move 0 keeps the dice in every game that has a second throw.
  if (phaseOf(alone) === "reroll") game.rules.apply_moves(laid, alone.state, new Int32Array(game.facts.maxSeats));
  return alone;
}

function playAlone(alone: Match, move: string): void {
  sealMove(alone, 0, move);
  resolve(alone, null);
}

function isOneMark(text: string): boolean {
  return text !== LEFT_OUT && !text.includes(" ");
}

/** True if a sheet takes no mark any more: its match alone is over, and the rules go no further. */
function isFull({ match: { game, sheets, laid, state } }: Pad, seat: number): boolean {
  const isFree = (row: number, cell: number) =>
    game.facts.cellStates[game.rules.cell_state(laid, state, seat, row, cell)] === "free";
  return !sheets[seat]?.rows.some(({ colors }, row) => colors.some((_, cell) => isFree(row, cell)));
}

function hasMissLeft({ match: { game, state } }: Pad, seat: number): boolean {
  return state.misses instanceof Int32Array && (state.misses[seat] ?? 0) < game.facts.maxMisses;
}

/** Every entry that the sheet of a seat may take now, whatever the dice are, and the cell that it names. */
export function optionsOf(pad: Pad, seat: number): Map<string, Place> {
  if (isOver(pad.match)) return new Map();
  const found = pad.options.get(seat) ?? findOptions(pad, seat);
  pad.options.set(seat, found);
  return pad.match.game.facts.idleRounds > 0 && !pad.isClosing ? new Map([...found, [STALL, NOWHERE]]) : found;
}

function findOptions(pad: Pad, seat: number): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const roll of isFull(pad, seat) ? [] : rollsOf(pad)) {
    const alone = throwAlone(pad, seat, roll);
    const fresh = choicesOf(alone, 0).filter((text) => !found.has(text) && isOneMark(text));
    const shown = fresh.length > 0 ? prospects(alone, 0) : [];
    // Marks by a swap field or by luck are entered there, and not in their cell.
    const plain = shown.filter(([, , { mark }]) => !/^(?:x\d|\*)/.test(mark ?? ""));
    const cells = new Map(plain.map(([row, cell, { mark }]) => [mark, [row, cell] as const]));
    for (const text of fresh) {
      found.set(text, cells.get(text.split(">")[0] ?? "") ?? NOWHERE);
      if (!pad.known.has(text)) pad.known.set(text, roll);
    }
  }
  if (hasMissLeft(pad, seat)) found.set(MISS, NOWHERE);
  return found;
}

/** Dice with which this can be entered now, undefined if there are none. */
function rollFor(pad: Pad, seat: number, text: string): string[] | undefined {
  if (text === MISS) return hasMissLeft(pad, seat) ? rollsOf(pad)[0] : undefined;
  if (!isOneMark(text) || isFull(pad, seat)) return undefined;
  const known = pad.known.get(text);
  const rolls = known ? [known, ...rollsOf(pad)] : rollsOf(pad);
  return rolls.find((roll) => choicesOf(throwAlone(pad, seat, roll), 0).includes(text));
}

/** Most rolls do not fit, and that is what is said of them; what no dice can mend is said where they fit. */
function rarest(reasons: readonly ReasonView[]): ReasonView | undefined {
  const count = (id: string) => reasons.filter((why) => why.id === id).length;
  const counts = reasons.map((why) => count(why.id));
  return reasons[counts.indexOf(Math.min(...counts))];
}

/** The rule that forbids a cell whatever the dice are, or null if some dice allow it. */
export function whyNotOnPad(pad: Pad, seat: number, row: number, cell: number): ReasonView | null {
  if (isOver(pad.match)) return new Refusal("over").reason;
  if (isFull(pad, seat)) return new Refusal("sheet_full").reason;
  const reasons: ReasonView[] = [];
  for (const roll of rollsOf(pad)) {
    const why = whyNot(throwAlone(pad, seat, roll), 0, row, cell);
    if (why === null) return null;
    reasons.push(why);
  }
  return rarest(reasons) ?? null;
}

/** What the rules say to a mark that no dice allow. */
function refusalOf(pad: Pad, seat: number, text: string): Refusal {
  if (text === MISS && pad.match.game.facts.maxMisses > 0) return new Refusal("misses_full");
  if (isFull(pad, seat)) return new Refusal("sheet_full");
  const reasons: ReasonView[] = [];
  for (const roll of text.includes(" ") ? [] : rollsOf(pad)) {
    try {
      readMove(throwAlone(pad, seat, roll), 0, text);
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  const reason = rarest(reasons);
  return reason ? Object.assign(new Refusal(reason.id), { reason }) : new Refusal("unreadable", { text });
}

/** Throws why this cannot be entered now; gives dice that allow it. */
export function checkEntry(pad: Pad, seat: number, text: string): string[] {
  if (text === CLOSE) {
    if (!pad.isClosing) throw new Refusal("nothing_closing");
    return [];
  }
  if (isOver(pad.match)) throw new Refusal("over");
  if (pad.entries.length >= MOST_ENTRIES) throw new Refusal("pad_full", { most: MOST_ENTRIES });
  if (text === STALL && pad.match.game.facts.idleRounds > 0) {
    if (pad.isClosing) throw new Refusal("moment_open");
    return [];
  }
  const roll = rollFor(pad, seat, text);
  if (!roll) throw refusalOf(pad, seat, text);
  return roll;
}

// Doing

/** Marks what a seat says, or closes the moment for all. */
export function enterOnPad(pad: Pad, seat: number, text: string, isCorrected = false): void {
  const roll = checkEntry(pad, seat, text);
  const state = copyState(pad.match.state);
  if (text !== CLOSE && text !== STALL) {
    const alone = throwAlone(pad, seat, roll);
    if (text !== MISS) playAlone(alone, text);
    while (actingIn(alone).length > 0) playAlone(alone, choicesOf(alone, 0)[0] ?? "");
    copySheet(alone, 0, { ...pad.match, state }, seat);
  }
  pad.entries.push({ seat, text, isCorrected });
  pad.options.delete(seat);
  pad.standing.delete(seat);
  stand(pad, state, text === CLOSE || pad.alone.length === 1);
}

function phaseNamed({ facts }: LocalGame, name: string): number {
  return Number(Object.keys(facts.phases).find((phase) => facts.phases[Number(phase)] === name));
}

/** Takes up a state: locks and the end wait for the moment to be closed. */
function stand(pad: Pad, now: Twin, isClosed: boolean): void {
  const { game, laid, state } = pad.match;
  const before = locksOf(state).slice();
  game.rules.recount(laid, now);
  const { idleRounds } = game.facts;
  const isStalled = pad.entries.findLast(({ text }) => text !== CLOSE)?.text === STALL;
  if (idleRounds > 0) now.idle = isStalled ? idleRounds * pad.alone.length : 0;
  const isAtEnd = game.rules.end_reason(laid, now) !== 0;
  const isNews = isAtEnd || locksOf(now).some((lock, row) => lock > (before[row] ?? 0));
  if (!pad.isClosing) pad.written = state.written.slice();
  pad.isClosing = isNews && !isClosed;
  pad.locking = pad.isClosing ? locksOf(now).map((lock, at) => (lock > (before[at] ?? 0) ? 1 : 0)) : new Int32Array();
  if (pad.isClosing) locksOf(now).set(before);
  now.phase = phaseNamed(game, isAtEnd && isClosed ? "over" : "roll");
  now.turn = pad.entries.length + 1;
  if (isNews && (isClosed || pad.locking.length > 0)) {
    pad.options.clear();
    pad.standing.clear();
  }
  const n = pad.alone.length;
  const first = (((now.active - now.turn + 1) % n) + n) % n;
  pad.match = { ...pad.match, state: now, first, turns: turnsOf(pad.entries) };
}

function turnsOf(entries: readonly PadEntry[]): Match["turns"] {
  return entries.map(({ seat, text, isCorrected }, i) => ({
    number: i + 1,
    active: seat,
    parts: [{ text, clock: null, comment: isCorrected ? CORRECTED : "" }],
  }));
}

function afresh({ match }: Pad): Pad {
  return makePad(
    match.game,
    match.sheets.map((sheet) => sheet.text),
  );
}

/** The pad with another text in place of an entry, or without it if that is empty, and what is asked again then: what
 * was asked before, and what cannot stand any more, each where it stood among the entries that are left. */
function correctedPad(pad: Pad, before: readonly Asked[], number: number, text: string): { pad: Pad; asked: Asked[] } {
  const fresh = afresh(pad);
  const asked: Asked[] = [];
  const askAgain = (turn: number) => {
    const here = before.filter(({ entry }) => entry.turn === turn);
    asked.push(...here.map(({ entry, why }) => ({ entry: { ...entry, turn: fresh.entries.length + 1 }, why })));
  };
  pad.entries.forEach((entry, nth) => {
    askAgain(nth + 1);
    const said = nth === number ? { ...entry, text, isCorrected: true } : entry;
    if (!said.text || (said.text === CLOSE && !fresh.isClosing)) return;
    try {
      enterOnPad(fresh, said.seat, said.text, said.isCorrected);
    } catch (error) {
      if (nth === number) throw error;
      asked.push({ entry: placed(fresh.entries.length + 1, entry), why: reasonOf(error) });
    }
  });
  askAgain(pad.entries.length + 1);
  return { pad: fresh, asked };
}

/** What is still asked when a seat has entered something: one entry answers one question, and to close answers none. */
export function stillAsked(asked: readonly Asked[], seat: number, text: string): Asked[] {
  const ofSeat = asked.filter(({ entry }) => entry.seat === seat);
  const answered = text === CLOSE ? undefined : (ofSeat.find(({ entry }) => entry.text === text) ?? ofSeat[0]);
  return asked.filter((each) => each !== answered);
}

/** The pad that the turns of a table tell. */
export function replayedPad(game: LocalGame, names: readonly string[], turns: Match["turns"]): Pad {
  const pad = makePad(game, names);
  for (const { active, parts } of turns) enterOnPad(pad, active, parts[0]?.text ?? "", parts[0]?.comment === CORRECTED);
  return pad;
}

// Telling

/** What one seat of a pad may enter, and where. */
export function padView(pad: Pad, seat: number): OwnView {
  const rows: Record<string, RowChange> = {};
  const options = optionsOf(pad, seat);
  for (const [mark, [row, cell]] of options) {
    if (row < 0) continue;
    const cells = rows[row]?.cells ?? {};
    rows[row] = { cells: { ...cells, [cell]: cells[cell] ?? { mark } } };
  }
  return { seat, sealed: null, choices: [...options.keys()], pass: null, rows };
}

/** The entries of a pad for the page that shows them. */
export function padCourse({ entries }: Pad): CourseEntry[] {
  return entries.map(({ seat, text, isCorrected }, i) => ({
    turn: i + 1,
    active: seat,
    throw: 0,
    phase: PAD_PHASE,
    seat,
    text,
    corrected: isCorrected,
  }));
}

/** What a seat could have entered instead of an entry, or nothing at all. */
export function padChoicesAt(pad: Pad, seat: number, turn: number): string[] {
  if (pad.entries[turn - 1]?.seat !== seat) throw new Refusal("no_such_entry", { turn });
  const before = afresh(pad);
  for (const entry of pad.entries.slice(0, turn - 1)) enterOnPad(before, entry.seat, entry.text);
  return [LEFT_OUT, ...optionsOf(before, seat).keys()];
}

/** Puts an own entry right, the last one if no turn is named; gives which one that was and what is asked again. */
export function correctOnPad(
  pad: Pad,
  asked: readonly Asked[],
  { seat, turn, move }: { seat: number; turn?: number | null; move?: string | null },
): Correction {
  const own = pad.entries.flatMap((entry, i) => (entry.seat === seat && entry.text !== CLOSE ? [i + 1] : []));
  const number = turn || (own.at(-1) ?? 0);
  if (!own.includes(number) || !move) throw new Refusal("no_such_entry", { turn: number });
  return {
    ...correctedPad(pad, asked, number - 1, move === LEFT_OUT ? "" : move),
    told: { turn: number, seat, roll: "", was: pad.entries[number - 1]?.text ?? "", move, phase: PAD_PHASE },
  };
}

interface Correction {
  pad: Pad;
  asked: Asked[];
  told: { turn: number; seat: number; roll: string; was: string; move: string; phase: string };
}

function placed(turn: number, { seat, text }: PadEntry): Entry {
  return { turn, throw: 0, phase: PAD_PHASE, seat, text, clock: null, comment: "", isForced: false };
}
