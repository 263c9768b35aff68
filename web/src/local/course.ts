// The course of a match whose dice are typed: its entries one by one, and what follows when one is put right.

import type { CourseEntry, ReasonView, TableFacts } from "../net/protocol";
import {
  actingIn,
  choicesOf,
  type Match,
  makeMatch,
  phaseOf,
  Refusal,
  reasonOf,
  resolve,
  sealedBy,
  sealMove,
  throwDice,
  wantedDice,
} from "./match.ts";

/** A throw of a turn, or a seat's move in a phase of it, as it was entered. */
export interface Entry {
  turn: number;
  /** 0 for a move. */
  throw: number;
  phase: string;
  /** -1 for a throw. */
  seat: number;
  text: string;
  clock: number | null;
  comment: string;
  /** True if the move was the only one. */
  isForced: boolean;
}

type Place = Pick<Entry, "turn" | "throw" | "phase" | "seat">;

/** An entry that cannot stand any more, and why: it is asked for again. */
export interface Asked {
  entry: Entry;
  why: ReasonView;
}

export interface Rebuilt {
  match: Match;
  later: Entry[];
  asked: Asked[];
}

export const CORRECTED = "corrected";
/** Between two things that the record notes beside a throw or a phase. */
const NOTES = "; ";

/** The seats whose moves a note calls corrected; null if it is about something else. */
function correctedSeats(note: string): number[] | null {
  const [what, seats] = note.split(": ");
  return what === CORRECTED ? (seats ?? "").split(" ").filter(Boolean).map(Number) : null;
}

function isCorrected({ throw: nth, seat, comment }: Pick<Entry, "throw" | "seat" | "comment">): boolean {
  return comment.split(NOTES).some((note) => {
    const seats = correctedSeats(note);
    return seats !== null && (nth > 0 || seats.includes(seat));
  });
}

/** What is noted beside a throw or a phase after one more correction. */
function noteCorrection(entry: Entry): string {
  if (isCorrected(entry)) return entry.comment;
  const notes = entry.comment.split(NOTES).filter(Boolean);
  if (entry.throw > 0) return [...notes, CORRECTED].join(NOTES);
  const seats = new Set([entry.seat, ...notes.flatMap((note) => correctedSeats(note) ?? [])]);
  const kept = notes.filter((note) => correctedSeats(note) === null);
  return [...kept, `${CORRECTED}: ${[...seats].sort((a, b) => a - b).join(" ")}`].join(NOTES);
}

export function isAt(entry: Place, place: Place): boolean {
  return (
    entry.turn === place.turn && entry.throw === place.throw && entry.phase === place.phase && entry.seat === place.seat
  );
}

/** The places that come next in a match: a throw, or the moves that are still owed. */
function nextPlaces(match: Match): Place[] {
  const { turn } = match.state;
  if (wantedDice(match).length > 0)
    return [{ turn, throw: match.game.rules.throw_number(match.state), phase: "", seat: -1 }];
  return actingIn(match).map((seat) => ({ turn, throw: 0, phase: phaseOf(match), seat }));
}

function isForced(match: Match, place: Place): boolean {
  return place.throw === 0 && choicesOf(match, place.seat).length === 1;
}

/** Enters a roll or a move; the last move of a phase resolves it. */
function enter(match: Match, place: Place, text: string, clock: number | null, comment: string): void {
  if (place.throw > 0) throwDice(match, text, clock, comment);
  else {
    sealMove(match, place.seat, text);
    if (actingIn(match).length === 0) resolve(match, clock, comment);
  }
}

function afresh({ game, sheets, first }: Match): Match {
  return makeMatch(
    game,
    sheets.map((sheet) => sheet.text),
    first,
  );
}

/** The entries of a match in order, with or without those that are sealed at the end. */
export function courseOf(match: Match, withSealed = true): Entry[] {
  const walked = afresh(match);
  const found: Entry[] = [];
  const note = (place: Place, text: string, clock: number | null, comment: string) => {
    found.push({ ...place, text, clock, comment, isForced: isForced(walked, place) });
    enter(walked, place, text, clock, comment);
  };
  for (const { text, clock, comment } of match.turns.flatMap((turn) => turn.parts)) {
    const places = nextPlaces(walked);
    const texts = (places[0]?.throw ?? 0) > 0 ? [text] : text.split(", ");
    places.forEach((place, i) => {
      note(place, texts[i] ?? "", clock, comment);
    });
  }
  for (const place of withSealed ? nextPlaces(walked) : []) {
    const sealed = place.throw === 0 ? sealedBy(match, place.seat) : null;
    if (sealed !== null) note(place, sealed, null, "");
  }
  return found;
}

/** Enters what waits for the places that come next, and takes it out of `later`; gives what cannot stand. */
export function enterAgain(match: Match, later: Entry[]): Asked[] {
  const asked: Asked[] = [];
  for (let places = nextPlaces(match); asked.length === 0 && places.length > 0; places = nextPlaces(match)) {
    const known = places.flatMap((place) => later.filter((entry) => isAt(entry, place)));
    for (const entry of known) {
      later.splice(later.indexOf(entry), 1);
      try {
        // There may be something to choose now where there was nothing before.
        if (entry.isForced && !isForced(match, entry)) throw new Refusal("choice_now");
        enter(match, entry, entry.text, entry.clock, entry.comment);
      } catch (error) {
        asked.push({ entry, why: reasonOf(error) });
      }
    }
    if (known.length < places.length) break;
  }
  return asked;
}

/** The match with another text at a place, as far as all is legal; throws why that cannot be there. */
export function rebuild(match: Match, course: readonly Entry[], place: Place, text: string): Rebuilt {
  const was = course.find((entry) => isAt(entry, place));
  const comment = was ? noteCorrection(was) : "";
  const later = course.map((entry) => {
    const noted = isAt(entry, { ...place, seat: entry.seat }) ? { ...entry, comment } : entry;
    return isAt(entry, place) ? { ...noted, text, isForced: false } : noted;
  });
  const fresh = afresh(match);
  const asked = enterAgain(fresh, later);
  const wrong = asked.find(({ entry }) => isAt(entry, place));
  if (wrong) throw Object.assign(new Refusal(wrong.why.id), { reason: wrong.why });
  return { match: fresh, later, asked };
}

/** What a seat could have played at a place. */
export function choicesAt(match: Match, place: Place): string[] {
  const walked = afresh(match);
  const course = courseOf(match);
  if (!course.some((entry) => isAt(entry, place))) throw new Refusal("no_such_entry", { turn: place.turn });
  for (const entry of course) {
    if (isAt(entry, { ...place, seat: entry.seat })) break;
    enter(walked, entry, entry.text, entry.clock, entry.comment);
  }
  return choicesOf(walked, place.seat);
}

/** What was thrown and played, for the page that shows it; what is sealed is not in it. */
export function shownCourse(match: Match): CourseEntry[] {
  const n = match.sheets.length;
  return courseOf(match, false).map((entry) => ({
    turn: entry.turn,
    active: (match.first + entry.turn - 1) % n,
    throw: entry.throw,
    phase: entry.phase,
    seat: entry.seat,
    text: entry.text,
    corrected: isCorrected(entry),
  }));
}

/** What is asked again, as the facts of a table tell it. */
export function askedFacts(asked: readonly Asked[]): NonNullable<TableFacts["again"]> {
  return asked.map(({ entry, why }) => ({
    turn: entry.turn,
    throw: entry.throw,
    phase: entry.phase,
    seat: entry.seat,
    text: entry.text,
    why,
  }));
}
