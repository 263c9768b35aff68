// Exercises on this device: costly decisions of own matches mixed with neutral ones, repeated at growing intervals.

import { findGame } from "../games/registry";
import type { DecisionView, Exercise, ReviewView } from "../net/protocol";
import { isCount, isFlag, isInteger, isText, shape } from "./checks";
import { readList, write } from "./storage";

/** Days until an exercise is due again, by the number of times in a row it was solved. */
export const PAUSES = [1, 2, 4, 8, 16, 32];
/** The number of neutral exercises per costly one: without them, every exercise would hide a mistake. */
const NEUTRAL = 0.5;
const MAX_EXERCISES = 300;
const KEY = "paperdice.exercises";
const DAY_MS = 86_400_000;

export interface KeptExercise {
  game: string;
  position: string;
  seat: number;
  played: string;
  isCostly: boolean;
  /** The number of times in a row it was solved. */
  box: number;
  /** The day on which it is due, counted from 1970. */
  due: number;
}

const isExercise = shape<KeptExercise>({
  game: (value): value is string => isText(value) && findGame(value) !== null,
  position: isText,
  seat: isCount,
  played: isText,
  isCostly: isFlag,
  box: isCount,
  due: isInteger,
});

/** Today as a day number in local time. */
export function dayOf(now: number, offsetMinutes = new Date(now).getTimezoneOffset()): number {
  return Math.floor((now - offsetMinutes * 60_000) / DAY_MS);
}

function keptOf(game: string, seat: number, decision: DecisionView): KeptExercise {
  const { position, move, label } = decision;
  return { game, position, seat, played: move, isCostly: label !== "fine", box: 0, due: 0 };
}

/** Order exercises in a way that reveals nothing, the same on every device. */
function shuffled(exercises: KeptExercise[]): KeptExercise[] {
  const mix = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return exercises.sort((a, b) => mix(a.position) - mix(b.position));
}

/** The exercises of a review: all labelled decisions of some seats, and some that lost nothing. */
export function exercisesOf(review: ReviewView, seats: readonly number[]): KeptExercise[] {
  const found = review.seats
    .filter((each) => seats.includes(each.seat))
    .flatMap((each) =>
      each.turns
        .flatMap((turn) => turn.decisions)
        .filter((decision) => !decision.is_forced)
        .map((decision) => keptOf(review.game, each.seat, decision)),
    );
  const costly = found.filter((each) => each.isCostly);
  const neutral = shuffled(found.filter((each) => !each.isCostly)).slice(0, Math.round(NEUTRAL * costly.length));
  return shuffled([...costly, ...neutral]);
}

/** Convert the daily exercise to a stored one. */
export function dailyOf(exercise: Exercise): KeptExercise {
  const { game, position, seat, played } = exercise;
  return { game, position, seat, played, isCostly: true, box: 0, due: 0 };
}

function isSame(a: KeptExercise, b: KeptExercise): boolean {
  return a.position === b.position && a.seat === b.seat;
}

/** Add exercises; known ones keep their due day. */
export function withExercises(known: readonly KeptExercise[], more: readonly KeptExercise[]): KeptExercise[] {
  const fresh = more.filter((each) => !known.some((other) => isSame(each, other)));
  return [...fresh, ...known].slice(0, MAX_EXERCISES);
}

/** Update an exercise after an answer: after a right one it is due later each time, otherwise on the next day. */
export function answered(exercise: KeptExercise, isRight: boolean, today: number): KeptExercise {
  const box = isRight ? Math.min(exercise.box + 1, PAUSES.length) : 0;
  return { ...exercise, box, due: today + (PAUSES[Math.max(box - 1, 0)] ?? 1) };
}

export function dueExercises(exercises: readonly KeptExercise[], today: number): KeptExercise[] {
  return exercises.filter((each) => each.due <= today);
}

export function loadExercises(): KeptExercise[] {
  return readList(KEY, isExercise);
}

export function addExercises(more: readonly KeptExercise[]): void {
  write(KEY, withExercises(loadExercises(), more));
}

/** Store the result of an exercise. */
export function keepAnswer(exercise: KeptExercise): void {
  const others = loadExercises().filter((other) => !isSame(other, exercise));
  write(KEY, [exercise, ...others].slice(0, MAX_EXERCISES));
}
