// Between two matches of a table: who is there, who plays the next match, and when it begins.

import type { NextMatch, TableFacts } from "../net/protocol";
import type { TableState } from "./table";

/** The role of a person in the next match; a person who `joins` had no seat in this one. */
export type Standing = "in" | "joins" | "out" | "away" | "waits" | "watches" | "full";

export interface Candidate {
  seat: number | null;
  guest: number | null;
  /** The name of a bot; null for a person. */
  bot: string | null;
  standing: Standing;
  isOwn: boolean;
}

const NOBODY = { seat: null, guest: null, bot: null, isOwn: false };
const ORDER: readonly Standing[] = ["in", "joins", "waits", "full", "out", "watches", "away"];

function standingOf(isPlaying: boolean, isThere: boolean, otherwise: Standing): Standing {
  return isPlaying ? "in" : isThere ? otherwise : "away";
}

/** Everyone at a table after a match: own people first, then those who play, and those who are away last. */
export function candidatesOf(table: TableState): Candidate[] {
  const { facts, ownSeats, guest: own } = table;
  const next = facts?.next;
  if (!facts || !next) return [];
  const held = ownSeats.map((each) => each.seat);
  const people = facts.seats
    .filter(({ kind }) => kind === "person")
    .map(({ seat, connected, left }): Candidate => {
      const standing = standingOf(next.seats.includes(seat), connected && !left, "out");
      return { ...NOBODY, seat, standing, isOwn: held.includes(seat) };
    });
  const guests = (facts.guests ?? []).map(({ guest, connected, plays, waits }): Candidate => {
    const other = waits ? "waits" : plays ? "full" : "watches";
    const standing = next.guests.includes(guest) ? "joins" : standingOf(false, connected, other);
    return { ...NOBODY, guest, standing, isOwn: guest === own };
  });
  const bots = next.bots.map((bot): Candidate => ({ ...NOBODY, bot, standing: "in" }));
  const rank = (each: Candidate) => (each.isOwn ? -1 : ORDER.indexOf(each.standing));
  return [...people, ...guests, ...bots].sort((a, b) => rank(a) - rank(b));
}

/** True if the player of this device is the only person at the table. */
export function isAlone({ facts, ownSeats }: TableState): boolean {
  const people = facts?.seats.filter(({ kind }) => kind === "person") ?? [];
  return people.length === 1 && ownSeats.length === 1 && (facts?.guests ?? []).length === 0;
}

/** How long the countdown runs that the first request for a match starts. */
export const COUNTDOWN_MS = 15_000;

/** When the next match begins, by this device's clock; null if no countdown runs. */
export function beginsAt({ facts, factsAt }: TableState): number | null {
  const left = facts?.next?.left_ms;
  return left === undefined || left === null ? null : factsAt + left;
}

/** The guest that this device is; null for a seated or an unknown one. */
export function ownGuest({ facts, guest }: TableState) {
  return facts?.guests?.find((each) => each.guest === guest) ?? null;
}

/** True if the person of this device is the host of the table. */
export function isHost({ facts }: TableState, held: readonly number[]): boolean {
  return facts?.host !== null && facts?.host !== undefined && held.includes(facts.host);
}

/** Whether a person can still take a seat before the start; `most` is the largest number of seats of the game. */
export function hasRoom(facts: TableFacts, most: number | undefined): boolean {
  if (facts.seats.some(({ kind }) => kind === "open")) return true;
  const isFixed = facts.challenge !== null || facts.slow || facts.status !== "lobby";
  return !isFixed && most !== undefined && facts.seats.length < most;
}

/** The number of people and bots who play the next match. */
export function nextSize(next: NextMatch): number {
  return next.seats.length + next.guests.length + next.bots.length;
}

/** The first letter of a name as its reader sees it: an emoji may consist of several characters. */
export function initialOf(name: string, language: string): string {
  const [first] = new Intl.Segmenter(language, { granularity: "grapheme" }).segment(name.trim());
  return first?.segment.toLocaleUpperCase(language) ?? "";
}

/** Players in the order of their scores in a match, best first. */
export function ranked(scores: readonly number[]): number[] {
  return scores.map((_, seat) => seat).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}
