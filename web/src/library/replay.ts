// Records as pages show them: a match frame by frame, as a spectator saw it.

import {
  final_match,
  Match,
  type Pad,
  PaperdiceError,
  Record as PlayRecord,
  pad_steps,
  parse_record,
  Reason,
  view_of,
} from "../../rules/shared/flow.js";
import type { View } from "../net/protocol";
import { loadGame, refusedBy } from "./games";

/** One moment: the view after a throw (`roll`) or after the moves of a phase; the first has neither. */
export interface Frame {
  turn: number;
  active: number;
  phase: string;
  roll: string | null;
  moves: (string | null)[];
  view: View;
}

export interface Replay {
  game: string;
  title: string;
  names: string[];
  frames: Frame[];
}

/** The entries of a pad, one frame each. */
function padFrames(record: PlayRecord): Frame[] {
  const shared = { phase: "pad", roll: null };
  const empty = final_match(new PlayRecord(record.headers, [], "* going on"));
  const steps = pad_steps(record).map(([{ seat, text }, pad], i) => ({
    ...shared,
    turn: i + 1,
    active: seat,
    moves: pad.sheets.map((_, each) => (each === seat ? text : null)),
    view: view_of(pad, null),
  }));
  return [{ ...shared, turn: 1, active: 0, moves: [], view: view_of(empty, null) }, ...steps];
}

/** The throws and resolved phases of a match, one frame each. */
function matchFrames(record: PlayRecord): Frame[] {
  const match = Match.replay(record, 0);
  const { turn, active, phase } = match;
  const frames: Frame[] = [{ turn, active, phase, roll: null, moves: [], view: view_of(match, null) }];
  for (const { text } of record.turns.flatMap((turn) => turn.parts)) {
    const { turn, active, phase, acting } = match;
    const isThrow = match.dice_wanted.length > 0;
    const texts = text.split(", ");
    const given = match.sheets.map((_, seat) => texts[acting.indexOf(seat)] ?? null);
    const moves = isThrow ? [] : given.map((move) => (move === "?" ? null : move));
    if (isThrow) match.throw(text);
    else moves.forEach((move, seat) => void (move !== null && match.play(seat, move)));
    frames.push({ turn, active, phase, roll: isThrow ? text : null, moves, view: view_of(match, null) });
  }
  return frames;
}

/** Read a record and replay it to its end, once its game is loaded; a broken one is refused. */
export async function readRecord(text: string): Promise<{ record: PlayRecord; match: Match | Pad }> {
  try {
    const record = parse_record(text);
    const game = record.headers.Game ?? "";
    if (!(await loadGame(game))) throw new PaperdiceError(new Reason("unknown_game", { game }));
    return { record, match: final_match(record) };
  } catch (error) {
    throw refusedBy(error);
  }
}

/** The sheets of a record as they lie at its end. */
export async function finalView(text: string): Promise<View> {
  return view_of((await readRecord(text)).match, null);
}

/** The replay of a record, frame by frame. */
export async function replay(text: string): Promise<Replay> {
  const { record, match } = await readRecord(text);
  const frames = match.has_dice ? matchFrames(record) : padFrames(record);
  return { game: match.game.name, title: match.game.title, names: match.names, frames };
}
