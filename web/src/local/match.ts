// One playing of a game without a server: what `paperdice.match` does, on the translated rules.

import type { ReasonView } from "../net/protocol";
import { type Die, type Laid, type LocalGame, layOut, makeState, readSheet, type Sheet, type Twin } from "./game.ts";

export interface Part {
  text: string;
  /** Seconds since the match began. */
  clock: number | null;
  comment: string;
}

export interface Turn {
  number: number;
  active: number;
  parts: Part[];
}

export interface Match {
  game: LocalGame;
  sheets: Sheet[];
  laid: Laid;
  state: Twin;
  first: number;
  /** The sealed move of each seat that has answered. */
  sealed: Map<number, number>;
  turns: Turn[];
  /** True for the sheets of a pad, whose turn and dice are unknown. */
  isPad?: boolean;
}

/** Something that is not allowed now, with the reason that a person can read. */
export class Refusal extends Error {
  readonly reason: ReasonView;
  constructor(id: string, params: ReasonView["params"] = {}) {
    super(id);
    this.reason = { id, params, rule: "" };
  }
}

/** The reason of an error that the translated notation or this page has thrown; any other error is thrown on. */
export function reasonOf(error: unknown): ReasonView {
  if (error instanceof Error && "reason" in error) return error.reason as ReasonView;
  throw error;
}

export function makeMatch(game: LocalGame, names: readonly string[], first: number): Match {
  const sheets = names.map((name) => readSheet(game, name));
  const state = makeState(game);
  game.rules.start(state, sheets.length, first);
  return { game, sheets, laid: layOut(game, sheets), state, first, sealed: new Map(), turns: [] };
}

// Asking

export function seatsOf({ sheets }: Match): number[] {
  return sheets.map((_, seat) => seat);
}

export function phaseOf({ game, state }: Match): string {
  return game.facts.phases[state.phase] ?? "";
}

export function isOver(match: Match): boolean {
  return phaseOf(match) === "over";
}

export function decidingIn({ game, state, sheets }: Match): number[] {
  return sheets.flatMap((_, seat) => (game.rules.acts(state, seat) ? [seat] : []));
}

export function actingIn(match: Match): number[] {
  return decidingIn(match).filter((seat) => !match.sealed.has(seat));
}

export function answeredIn({ sealed }: Match): number[] {
  return [...sealed.keys()].sort((a, b) => a - b);
}

export function rollOf({ game, state }: Match): string {
  const lying = game.facts.dice.map((die, i) => die.faces[(state.dice[i] ?? 0) - 1]);
  return lying.filter((face) => face !== undefined).join(" ");
}

export function wantedDice({ game, state }: Match): { die: Die; index: number }[] {
  const mask = game.rules.dice_wanted(state);
  return game.facts.dice.map((die, index) => ({ die, index })).filter(({ index }) => (mask >> index) & 1);
}

export function endReasonOf(match: Match): string | null {
  const { game, laid, state } = match;
  return isOver(match) ? (game.facts.ends[game.rules.end_reason(laid, state)] ?? null) : null;
}

export function scoresOf(match: Match): number[] {
  return seatsOf(match).map((seat) => match.game.rules.score(match.laid, match.state, seat));
}

/** The seats that have won; more than one shares the win. */
export function winnersOf(match: Match): number[] {
  if (!isOver(match)) return [];
  const { game, laid, state } = match;
  const ties = seatsOf(match).map((seat) => game.rules.tie_break(laid, state, seat));
  const standing = scoresOf(match).map((score, seat) => [score, ties[seat] ?? 0] as const);
  const best = standing.reduce((a, b) => (b[0] > a[0] || (b[0] === a[0] && b[1] > a[1]) ? b : a));
  return seatsOf(match).filter((seat) => standing[seat]?.every((points, i) => points === best[i]));
}

/** The codes of all legal moves of a seat. */
function legalMoves({ game, laid, state }: Match, seat: number): Int32Array {
  const moves = new Int32Array(game.facts.maxMoves);
  return moves.subarray(0, game.rules.legal_moves(laid, state, seat, moves));
}

export function choicesOf(match: Match, seat: number): string[] {
  if (match.sealed.has(seat)) return [];
  return [...legalMoves(match, seat)].map((move) => match.game.notation.format_move(match.state, move));
}

export function sealedBy(match: Match, seat: number): string | null {
  const move = match.sealed.get(seat);
  return move === undefined ? null : match.game.notation.format_move(match.state, move);
}

export function whyNot(match: Match, seat: number, row: number, cell: number): ReasonView | null {
  const { game, laid, state } = match;
  const sealed = sealedBy(match, seat);
  if (sealed !== null) return new Refusal("sealed", { move: sealed }).reason;
  const line = row - (match.sheets[seat]?.rows.length ?? 0);
  if (line >= 0 && game.printing) return game.printing.explain_line(laid, state, seat, line, cell);
  const refusal = game.rules.refusal(laid, state, seat, row, cell);
  return refusal ? game.display.explain(laid, state, seat, row, cell, refusal) : null;
}

/** The move that `casual` takes: the first of those that it rates best. */
export function casualMove(match: Match, seat: number): string {
  const { game, laid, state } = match;
  const moves = legalMoves(match, seat);
  const values = new Float64Array(moves.length);
  game.rate(null, laid, state, seat, moves, moves.length, values);
  const best = values.indexOf(Math.max(...values));
  return game.notation.format_move(state, moves[best] ?? 0);
}

// Asking beforehand: what is refused is refused with the same reasons as on a server

function unwanted(match: Match, text: string): Refusal {
  const wanted = wantedDice(match).map(({ die }) => die.name);
  if (wanted.length === 0) return new Refusal("no_dice_wanted");
  return new Refusal("other_dice_wanted", { wanted: wanted.join(" "), given: text });
}

/** The number of the face that each die of the game shows in a roll of the wanted ones. */
export function readRoll(match: Match, roll: string): Int32Array {
  const { dice } = match.game.facts;
  if (isOver(match)) throw new Refusal("over");
  const given = roll.split(" ");
  for (const face of given)
    if (!dice.some((die) => die.faces.includes(face))) throw new Refusal("unreadable_die", { text: face });
  const wanted = wantedDice(match);
  const fits = given.length === wanted.length && wanted.every(({ die }, i) => die.faces.includes(given[i] ?? ""));
  if (!fits) throw unwanted(match, roll);
  const faces = new Int32Array(dice.length);
  wanted.forEach(({ die, index }, i) => {
    faces[index] = die.faces.indexOf(given[i] ?? "") + 1;
  });
  return faces;
}

/** The code of a move that this seat may play now. */
export function readMove(match: Match, seat: number, move: string): number {
  const { game, laid, state } = match;
  if (isOver(match)) throw new Refusal("over");
  const code = game.notation.parse_move(state, move);
  if (!actingIn(match).includes(seat)) {
    const sealed = sealedBy(match, seat);
    if (sealed !== null) throw new Refusal("sealed", { move: sealed });
    throw new Refusal(wantedDice(match).length > 0 ? "no_roll" : "not_acting");
  }
  if (code < 0 || !game.rules.is_legal(laid, state, seat, code))
    throw Object.assign(new Refusal("not_acting"), { reason: game.display.explain_move(laid, state, seat, code) });
  return code;
}

// Doing

function turnIn(match: Match): Turn {
  const { turns, state } = match;
  const last = turns.at(-1);
  if (last?.number === state.turn) return last;
  const made = { number: state.turn, active: state.active, parts: [] };
  turns.push(made);
  return made;
}

export function throwDice(match: Match, roll: string, clock: number | null, comment = ""): void {
  const faces = readRoll(match, roll);
  turnIn(match).parts.push({ text: roll, clock, comment });
  match.game.rules.apply_roll(match.laid, match.state, faces);
}

/** Seals a move; the phase is resolved by `resolve`. */
export function sealMove(match: Match, seat: number, move: string): void {
  match.sealed.set(seat, readMove(match, seat, move));
}

export function resolve(match: Match, clock: number | null, comment = ""): void {
  const { game, laid, state, sealed } = match;
  const moves = new Int32Array(game.facts.maxSeats);
  for (const [seat, move] of sealed) moves[seat] = move;
  const texts = decidingIn(match).map((seat) => sealedBy(match, seat) ?? "?");
  turnIn(match).parts.push({ text: texts.join(", "), clock, comment });
  game.rules.apply_moves(laid, state, moves);
  sealed.clear();
}

// Telling

function quote(value: string): string {
  return value.replace(/[\r\n]+/g, " ").replace(/[\\"]/g, "\\$&");
}

/** The whole match as text, without what is sealed. */
export function recordOf(match: Match, headers: Record<string, string>): string {
  const { facts } = match.game;
  const all = {
    Paperdice: "1",
    Game: facts.name,
    Rules: String(facts.version),
    Seats: String(match.sheets.length),
    Sheets: match.sheets.map((sheet) => sheet.text).join(" "),
    First: String(match.first),
    ...headers,
  };
  const turns = match.turns.map(({ number, active, parts }) => {
    const texts = parts.map(({ text, clock, comment }) => {
      const at = clock === null ? "" : ` @${clock}`;
      return text + at + (comment && ` {${comment}}`);
    });
    return `${number}. ${active}: ${texts.join(" | ")}`;
  });
  const closing = isOver(match) ? `* ${endReasonOf(match)} ${scoresOf(match).join(" ")}` : "* going on";
  const lines = Object.entries(all).map(([name, value]) => `[${name} "${quote(value)}"]`);
  return [...lines, "", ...turns, "", closing, ""].join("\n");
}
