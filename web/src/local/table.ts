// A table without a server: it takes the commands that a server would take, and tells what a server would tell.

import { type Command, type Message, PROTOCOL } from "../net/protocol";
import { choicesAt, courseOf, type Entry, enterAgain, isAt, rebuild, shownCourse } from "./course";
import { drawSeed, rollFor } from "./dice";
import type { LocalGame } from "./game";
import { drawId } from "./ids";
import { type KeptTable, unplayed } from "./kept";
import {
  actingIn,
  casualMove,
  choicesOf,
  endReasonOf,
  isOver,
  type Match,
  makeMatch,
  phaseOf,
  Refusal,
  reasonOf,
  recordOf,
  resolve,
  scoresOf,
  sealedBy,
  sealMove,
  seatsOf,
  throwDice,
  wantedDice,
  whyNot,
  winnersOf,
} from "./match";
import {
  correctOnPad,
  enterOnPad,
  makePad,
  type Pad,
  padChoicesAt,
  padCourse,
  replayedPad,
  stillAsked,
  whyNotOnPad,
} from "./pad";
import { heldAt, replayed, seriesOf, stateOf, statusOf } from "./telling";

type Of<T extends Command["type"]> = Extract<Command, { type: T }>;
type NoticeOf<N> = N extends { sequence: number; at: number } ? Omit<N, "sequence" | "at"> : never;
type Notice = NoticeOf<KeptTable["notices"][number]>;

/** What a table needs of the device. */
export interface TableContext {
  now(): number;
  /** Calls back after some milliseconds; gives what ends the wait. */
  later(ms: number, callback: () => void): () => void;
  keep(table: KeptTable): void;
  /** Takes note of a match that is over. */
  finish(table: LocalTable): void;
}

export interface LocalTable {
  kept(): KeptTable;
  match(): Match;
  pad(): Pad | null;
  /** Carries out a command and gives the messages that answer it; what follows by itself goes to `tell`. */
  obey(command: Command): Message[];
  /** Is called with what happens at the table. */
  tell(listener: ((message: Message) => void) | null): void;
}

const HOLD_MS = 2500;
/** How long a table waits so that people can follow: a bot, an automatic throw, an automatic pass, one that costs. */
const PAUSES = {
  fast: { bot: 0, throw: 0, quiet: 0, cost: 0 },
  normal: { bot: 900, throw: 1500, quiet: 900, cost: 2500 },
  slow: { bot: 2000, throw: 3000, quiet: 2000, cost: 5000 },
};

export function makeLocalTable(game: LocalGame, opened: KeptTable, context: TableContext): LocalTable {
  let kept = opened;
  let pad = kept.dice === "unknown" ? replayedPad(game, kept.sheets, kept.turns) : null;
  let match = pad ? pad.match : replayed(game, kept);
  let since = context.now();
  let heldSince = since;
  const onHold = new Set<number>();
  let listener: ((message: Message) => void) | null = null;
  let stopWaiting = () => {};

  const status = () => statusOf(kept, match);
  const state = () => stateOf(kept, match, pad);

  function keep(change: Partial<KeptTable> = {}): void {
    const sealed = [...match.sealed.keys()].map((seat): [number, string] => [seat, sealedBy(match, seat) ?? ""]);
    kept = { ...kept, ...change, turns: match.turns, sealed };
    context.keep(kept);
  }

  function note(notice: Notice): void {
    const sequence = kept.sequence + 1;
    const told = { ...notice, sequence, at: context.now() } as KeptTable["notices"][number];
    kept = { ...kept, sequence, notices: [...kept.notices, told] };
  }

  function clock(): number {
    return Math.max(0, Math.round((context.now() - (kept.startedAt ?? context.now())) / 100) / 10);
  }

  function beginStep(): void {
    since = context.now();
    onHold.clear();
    kept = { ...kept, step: kept.step + 1 };
  }

  // Doing

  function start(): void {
    kept = { ...kept, startedAt: context.now() };
    beginStep();
    note({ type: "started", first: kept.first });
  }

  function throwNow(roll: string, seat: number, by: "seat" | "bot"): void {
    const { turn } = match.state;
    const nth = game.rules.throw_number(match.state);
    throwDice(match, roll, clock());
    beginStep();
    note({ type: "thrown", turn, throw: nth, seat, roll, by });
    enterLater();
  }

  function resolveIfDue(): void {
    if (actingIn(match).length > 0 || match.sealed.size === 0 || onHold.size > 0) return;
    const { turn } = match.state;
    const phase = phaseOf(match);
    const moves = seatsOf(match).map((seat) => sealedBy(match, seat));
    resolve(match, clock());
    beginStep();
    note({ type: "resolved", turn, phase, moves, timed_out: [] });
    tellEnd();
    enterLater();
  }

  function tellEnd(): void {
    if (!isOver(match)) return;
    const end = { end_reason: endReasonOf(match) ?? "", scores: scoresOf(match), winners: winnersOf(match) };
    note({ type: "ended", ...end });
    context.finish(table);
  }

  function seal(seat: number, move: string, isHeld: boolean): void {
    sealMove(match, seat, move);
    kept = { ...kept, sequence: kept.sequence + 1 };
    if (isHeld) {
      onHold.add(seat);
      heldSince = context.now();
    }
    resolveIfDue();
  }

  /** The seat that begins a rematch: the loser; of several, the next one after who began. */
  function nextFirst(): number {
    const scores = scoresOf(match);
    const low = Math.min(...scores);
    const order = scores.map((_, i) => (kept.first + 1 + i) % scores.length);
    return order.find((seat) => scores[seat] === low) ?? 0;
  }

  function rematch(): void {
    if (status() !== "over") throw new Refusal("not_over");
    const series = seriesOf(kept, match);
    const next = { match: drawId(), seed: drawSeed(), first: nextFirst(), previous: kept.match, series };
    kept = { ...kept, ...next, ...unplayed(), openedAt: context.now() };
    if (pad) showPad(makePad(game, kept.sheets));
    else match = makeMatch(game, kept.sheets, kept.first);
    start();
  }

  /** After a correction: goes on with what waited for the throw or the moves that were asked again. */
  function enterLater(): void {
    if (kept.later.length === 0 && kept.asked.length === 0) return;
    const stood = `${recordOf(match, {})}${[...match.sealed]}`;
    const later = [...kept.later];
    kept = { ...kept, asked: enterAgain(match, later), later };
    if (`${recordOf(match, {})}${[...match.sealed]}` === stood) return;
    beginStep();
    tellEnd();
  }

  /** All that was thrown and played, and what of it waits to be entered again. */
  function wholeCourse(): Entry[] {
    const played = courseOf(match);
    const waiting = [...kept.asked.map(({ entry }) => entry), ...kept.later];
    return [...played, ...waiting.filter((entry) => !played.some((other) => isAt(entry, other)))];
  }

  function showPad(next: Pad): void {
    pad = next;
    match = next.match;
  }

  /** Writes on a sheet of a pad. */
  function enter({ seat, text }: Of<"enter">): void {
    checkOwn(seat);
    if (!pad) throw new Refusal("no_pad");
    if (status() === "lobby") throw new Refusal("not_begun");
    enterOnPad(pad, seat, text);
    showPad(pad);
    kept = { ...kept, asked: stillAsked(kept.asked, seat, text) };
    beginStep();
    note({ type: "entered", seat, number: pad.entries.length, text });
    tellEnd();
  }

  function correctPad(from: Pad, command: Of<"correct">): void {
    checkOwn(command.seat);
    const corrected = correctOnPad(from, kept.asked, command);
    showPad(corrected.pad);
    kept = { ...kept, asked: corrected.asked };
    beginStep();
    note({ type: "corrected", ...corrected.told });
    tellEnd();
  }

  function correct(command: Of<"correct">): void {
    if (pad) {
      correctPad(pad, command);
      return;
    }
    const { seat, roll, move, turn, throw: nth, phase } = command;
    if (kept.dice !== "typed") throw new Refusal("not_typed");
    if (!roll === !move) throw new Refusal("roll_missing");
    const course = wholeCourse();
    const last = course.findLast((entry) => entry.throw > 0);
    if (!last) throw new Refusal("no_roll");
    const named = roll
      ? { turn: turn ?? 0, throw: nth ?? 1, phase: "", seat: -1 }
      : { turn: turn ?? 0, throw: 0, phase: phase ?? "", seat };
    const was = roll && !turn ? last : course.find((entry) => isAt(entry, named));
    if (!was) throw new Refusal("no_such_entry", { turn: named.turn });
    const rebuilt = rebuild(match, course, was, roll ?? move ?? "");
    match = rebuilt.match;
    kept = { ...kept, later: rebuilt.later, asked: rebuilt.asked };
    beginStep();
    const moved = move ? { move, phase: was.phase } : {};
    note({ type: "corrected", turn: was.turn, seat, roll: roll ?? "", was: was.text, ...moved });
    tellEnd();
  }

  function showCourse({ seat, turn, phase }: Of<"show_course">): Message {
    const told = { type: "course" as const, match: kept.match, sequence: kept.sequence };
    if (pad) {
      const choices = seat != null && turn != null ? padChoicesAt(pad, seat, turn) : [];
      return { ...told, entries: padCourse(pad), choices };
    }
    if (kept.dice !== "typed") throw new Refusal("not_typed");
    const place = seat != null && turn != null ? { turn, throw: 0, phase: phase ?? "", seat } : null;
    const choices = place ? choicesAt(match, place) : [];
    return { ...told, entries: shownCourse(match), choices };
  }

  function checkOwn(seat: number): void {
    if (!heldAt(kept).includes(seat)) throw new Refusal("not_your_seat", { seat });
  }

  function checkStep({ seat, step }: { seat: number; step: number }): void {
    checkOwn(seat);
    if (pad) throw new Refusal("pad_table");
    if (status() === "over") throw new Refusal("over");
    if (status() === "lobby") throw new Refusal("not_begun");
    if (step !== kept.step) throw new Refusal("stale_step", { step: kept.step });
  }

  function throwFor(command: Of<"throw">): void {
    checkStep(command);
    if (wantedDice(match).length === 0) throw new Refusal("no_dice_wanted");
    if (kept.dice !== "typed" && command.seat !== match.state.active)
      throw new Refusal("not_active", { seat: match.state.active });
    if (kept.dice === "typed" && !command.roll) throw new Refusal("roll_missing");
    throwNow(command.roll ?? rollFor(match, kept.seed), command.seat, "seat");
  }

  function thinkAgain(command: Of<"take_back"> | Of<"confirm">): void {
    checkStep(command);
    if (!match.sealed.has(command.seat)) throw new Refusal("nothing_sealed", { seat: command.seat });
    if (command.type === "take_back") match.sealed.delete(command.seat);
    onHold.delete(command.seat);
    kept = { ...kept, sequence: kept.sequence + 1 };
    resolveIfDue();
  }

  function rename({ seat, name }: Of<"rename">): void {
    const seats = kept.seats.map((each, i) => (i === seat ? { ...each, name } : each));
    kept = { ...kept, seats, sequence: kept.sequence + 1 };
  }

  function play(command: Of<"play">): void {
    checkStep(command);
    seal(command.seat, command.move, command.hold ?? false);
  }

  /** Carries out a command; whoever leaves a table of this device finds it again as it was. */
  function carryOut(command: Command): void {
    if (command.type === "start" && status() === "lobby") start();
    else if (command.type === "throw") throwFor(command);
    else if (command.type === "play") play(command);
    else if (command.type === "take_back" || command.type === "confirm") thinkAgain(command);
    else if (command.type === "enter") enter(command);
    else if (command.type === "correct") correct(command);
    else if (command.type === "rematch") rematch();
    else if (command.type === "set_pace") kept = { ...kept, pace: command.pace };
    else if (command.type === "rename") rename(command);
    else if (command.type !== "leave" && command.type !== "start") throw new Refusal("needs_server");
  }

  // What happens by itself

  /** Does what is due now, and gives when to look again; null if the table waits for a person. */
  function advance(): number | null {
    const pauses = PAUSES[kept.pace ?? "normal"];
    if (status() !== "playing") return null;
    if (actingIn(match).length === 0 && match.sealed.size > 0) {
      return due(heldSince + HOLD_MS, () => {
        onHold.clear();
        resolveIfDue();
      });
    }
    if (wantedDice(match).length > 0) {
      if (kept.dice !== "seeded") return null;
      const isBot = kept.seats[match.state.active]?.bot !== null;
      if (!isBot && !kept.autoThrow) return null;
      const isNews = game.rules.throw_number(match.state) === 1 ? match.state.turn > 1 : isBot;
      return due(since + (isNews ? pauses.throw : 0), () =>
        throwNow(rollFor(match, kept.seed), match.state.active, isBot ? "bot" : "seat"),
      );
    }
    const waits = actingIn(match).flatMap((seat) => waitOf(seat, pauses));
    const next = waits.sort((a, b) => a.at - b.at)[0];
    return next ? due(next.at, () => seal(next.seat, next.move(), false)) : null;
  }

  /** When a seat moves by itself: a bot, or a person who has but one choice. */
  function waitOf(seat: number, pauses: (typeof PAUSES)["fast"]): { seat: number; at: number; move: () => string }[] {
    if (kept.seats[seat]?.bot) return [{ seat, at: since + pauses.bot, move: () => casualMove(match, seat) }];
    const choices = kept.autoPass ? choicesOf(match, seat) : [];
    const [only] = choices;
    if (choices.length !== 1 || only === undefined) return [];
    const isCost = only === "x" || game.display.pass_cost(match.laid, match.state, seat)?.now;
    return [{ seat, at: since + (isCost ? pauses.cost : pauses.quiet), move: () => only }];
  }

  function due(at: number, act: () => void): number | null {
    if (context.now() < at) return at - context.now();
    act();
    keep();
    listener?.(state());
    return advance();
  }

  function goOn(): void {
    stopWaiting();
    const wait = listener ? advance() : null;
    if (wait !== null) stopWaiting = context.later(wait, goOn);
  }

  function answer(command: Command): Message[] {
    switch (command.type) {
      case "hello":
        return [{ type: "welcome", protocol: PROTOCOL, version: "", reactions: [], bots: ["casual"] }, state()];
      case "ping":
        return [{ type: "pong" }];
      case "react":
        return [];
      case "explain": {
        const { seat, row, cell } = command;
        const why = pad ? whyNotOnPad(pad, seat, row, cell) : whyNot(match, seat, row, cell);
        return [{ type: "explained", match: kept.match, step: kept.step, seat, row, cell, why }];
      }
      case "show_course":
        return [showCourse(command)];
      default:
        carryOut(command);
        keep();
        return [{ type: "done", id: command.id, sequence: kept.sequence }, state()];
    }
  }

  const table: LocalTable = {
    kept: () => kept,
    match: () => match,
    pad: () => pad,
    obey(command) {
      try {
        return answer(command);
      } catch (error) {
        const why = reasonOf(error);
        return [
          { type: "refused", id: "id" in command ? command.id : null, error: "IllegalMoveError", why, message: why.id },
        ];
      } finally {
        stopWaiting();
        stopWaiting = context.later(0, goOn);
      }
    },
    tell(next) {
      listener = next;
      goOn();
    },
  };
  return table;
}
