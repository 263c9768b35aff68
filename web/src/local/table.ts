// A table without a server: it takes the commands that a server would take, and tells what a server would tell.

import type { Match } from "../../rules/shared/flow.js";
import { type Command, type Message, PROTOCOL } from "../net/protocol";
import { drawSeed, seededDice } from "./dice";
import {
  afterStep,
  casualMove,
  choicesAt,
  type Game,
  type Playing,
  reasonOf,
  refusal,
  type Step,
  seatsOf,
  shownCourse,
} from "./game";
import { drawId } from "./ids";
import { type KeptTable, unplayed } from "./kept";
import { begun, heldAt, replayed, seriesOf, stateOf, statusOf } from "./telling";

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
  /** Takes note of a match that was over and goes on after a correction. */
  reopen(match: string): void;
}

export interface LocalTable {
  kept(): KeptTable;
  match(): Playing;
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

export function makeLocalTable(game: Game, opened: KeptTable, context: TableContext): LocalTable {
  let kept = opened;
  let match = replayed(game, kept);
  let since = context.now();
  let heldSince = since;
  const onHold = new Set<number>();
  let listener: ((message: Message) => void) | null = null;
  let stopWaiting = () => {};

  const status = () => statusOf(kept, match);
  const state = () => stateOf(kept, match);

  function keep(change: Partial<KeptTable> = {}): void {
    kept = { ...kept, ...change };
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

  /** Does a step in the match; what corrections have left waiting may follow it. */
  function carryOn(step: Step): void {
    match = afterStep(match, step);
    kept = { ...kept, steps: [...kept.steps, step] };
  }

  function throwNow(roll: string, seat: number, by: "seat" | "bot"): void {
    const { turn, throw_number } = match;
    carryOn({ kind: "throw", roll, clock: clock() });
    beginStep();
    note({ type: "thrown", turn, throw: throw_number, seat, roll, by });
    tellEnd();
  }

  function resolveIfDue(): void {
    if (match.acting.length > 0 || match.answered.length === 0 || onHold.size > 0) return;
    const { turn, phase } = match;
    const moves = seatsOf(match).map((seat) => match.sealed(seat));
    carryOn({ kind: "resolve", clock: clock() });
    beginStep();
    note({ type: "resolved", turn, phase, moves, timed_out: [] });
    tellEnd();
  }

  function tellEnd(): void {
    if (!match.over) return;
    note({ type: "ended", end_reason: match.end_reason ?? "", scores: match.scores, winners: match.winners });
    context.finish(table);
  }

  function seal(seat: number, move: string, isHeld: boolean): void {
    carryOn({ kind: "seal", seat, move });
    kept = { ...kept, sequence: kept.sequence + 1 };
    if (isHeld) {
      onHold.add(seat);
      heldSince = context.now();
    }
    resolveIfDue();
  }

  /** The seat that begins a rematch: the loser; of several, the next one after who began. */
  function nextFirst(): number {
    const { scores } = match;
    const low = Math.min(...scores);
    const order = scores.map((_, i) => (kept.first + 1 + i) % scores.length);
    return order.find((seat) => scores[seat] === low) ?? 0;
  }

  function rematch(): void {
    if (status() !== "over") throw refusal("not_over");
    const series = seriesOf(kept, match);
    const next = { match: drawId(), seed: drawSeed(), first: nextFirst(), position: "", previous: kept.match, series };
    kept = { ...kept, ...next, ...unplayed(), openedAt: context.now() };
    match = begun(game, kept);
    start();
  }

  /** Writes on a sheet of a pad. */
  function enter({ seat, text }: Of<"enter">): void {
    checkOwn(seat);
    if (status() === "lobby") throw refusal("not_begun");
    carryOn({ kind: "enter", seat, text });
    beginStep();
    note({ type: "entered", seat, number: match.n_entries, text });
    tellEnd();
  }

  function correct({ seat, roll, move, turn, throw: nth, phase }: Of<"correct">): void {
    if (match.has_dice && kept.dice !== "typed") throw refusal("not_typed");
    if (!match.has_dice) checkOwn(seat);
    if (!roll === !move) throw refusal("roll_missing");
    const place = match.find_place(seat, turn || null, roll ? (nth ?? 1) : 0, phase ?? "");
    const text = roll || move || "";
    const was = match.history().get(place)?.text ?? "";
    const wasOver = match.over;
    carryOn({ kind: "correct", place: [place.turn, place.throw, place.phase, place.seat], text });
    beginStep();
    const moved = move ? { move, phase: place.phase } : {};
    note({ type: "corrected", turn: place.turn, seat, roll: roll ?? "", was, ...moved });
    if (wasOver && !match.over) context.reopen(kept.match);
    tellEnd();
  }

  function showCourse({ seat, turn, phase }: Of<"show_course">): Message {
    if (match.has_dice && kept.dice !== "typed") throw refusal("not_typed");
    const choices = seat != null && turn != null ? choicesAt(match, match.find_place(seat, turn, 0, phase ?? "")) : [];
    return { type: "course", match: kept.match, sequence: kept.sequence, entries: shownCourse(match), choices };
  }

  function checkOwn(seat: number): void {
    if (!heldAt(kept).includes(seat)) throw refusal("not_your_seat", { seat });
  }

  function checkStep({ seat, step }: { seat: number; step: number }): void {
    checkOwn(seat);
    if (!match.has_dice) throw refusal("pad_table");
    if (status() === "over") throw refusal("over");
    if (status() === "lobby") throw refusal("not_begun");
    if (step !== kept.step) throw refusal("stale_step", { step: kept.step });
  }

  function throwFor(command: Of<"throw">): void {
    checkStep(command);
    if (match.dice_wanted.length === 0) throw refusal("no_dice_wanted");
    if (kept.dice !== "typed" && command.roll) throw refusal("not_typed");
    if (kept.dice !== "typed" && command.seat !== match.active) throw refusal("not_active", { seat: match.active });
    if (kept.dice === "typed" && !command.roll) throw refusal("roll_missing");
    throwNow(command.roll ?? match.draw_roll(seededDice(kept.seed)), command.seat, "seat");
  }

  function thinkAgain(command: Of<"take_back"> | Of<"confirm">): void {
    checkStep(command);
    match.check_take_back(command.seat);
    if (command.type === "take_back") carryOn({ kind: "take_back", seat: command.seat });
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
    else if (command.type !== "leave" && command.type !== "start") throw refusal("needs_server");
  }

  // What happens by itself

  /** Does what is due now, and gives when to look again; null if the table waits for a person. */
  function advance(): number | null {
    const pauses = PAUSES[kept.pace ?? "normal"];
    if (status() !== "playing") return null;
    if (match.acting.length === 0 && match.answered.length > 0) {
      return due(heldSince + HOLD_MS, () => {
        onHold.clear();
        resolveIfDue();
      });
    }
    if (match.dice_wanted.length > 0) {
      if (kept.dice !== "seeded") return null;
      const isBot = kept.seats[match.active]?.bot !== null;
      if (!isBot && !kept.autoThrow) return null;
      const isNews = match.throw_number === 1 ? match.turn > 1 : isBot;
      return due(since + (isNews ? pauses.throw : 0), () =>
        throwNow(match.draw_roll(seededDice(kept.seed)), match.active, isBot ? "bot" : "seat"),
      );
    }
    const waits = match.acting.flatMap((seat) => waitOf(seat, pauses));
    const next = waits.sort((a, b) => a.at - b.at)[0];
    return next ? due(next.at, () => seal(next.seat, next.move(), false)) : null;
  }

  /** When a seat moves by itself: a bot, or a person who has but one choice. */
  function waitOf(seat: number, pauses: (typeof PAUSES)["fast"]): { seat: number; at: number; move: () => string }[] {
    if (kept.seats[seat]?.bot) return [{ seat, at: since + pauses.bot, move: () => casualMove(match as Match, seat) }];
    const choices = kept.autoPass ? match.choices(seat) : [];
    const [only] = choices;
    if (choices.length !== 1 || only === undefined) return [];
    const isCost = only === "x" || match.pass_cost(seat)?.now;
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
