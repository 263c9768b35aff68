// Changes to a table before its start, as commands, and the queue in which they wait for each other.

import type { CommandBody } from "../net/connection";
import type { Arrange, GameFacts, TableFacts } from "../net/protocol";
import { dealFor, dealOf } from "./sheets";
import type { TableState } from "./table";

type ArrangeBody = Omit<Arrange, "id">;

/** Build the command for a change of seats; each seat keeps its chosen sheet, and a new one gets the first. */
function command(
  facts: TableFacts,
  game: GameFacts | undefined,
  seats: (number | null)[],
  change: Partial<ArrangeBody> = {},
): ArrangeBody {
  const sheets = dealFor(dealOf(facts, game), seats);
  return { type: "arrange", game: facts.game, seats, sheets, first: null, ...change };
}

function places(facts: TableFacts): number[] {
  return facts.seats.map((seat) => seat.seat);
}

/** Add an open seat. */
export function withSeat(facts: TableFacts, game: GameFacts | undefined): ArrangeBody {
  return command(facts, game, [...places(facts), null]);
}

export function withoutSeat(facts: TableFacts, game: GameFacts | undefined, seat: number): ArrangeBody {
  return command(
    facts,
    game,
    places(facts).filter((place) => place !== seat),
  );
}

/** Move a seat up; null for the first one. */
export function withSeatUp(facts: TableFacts, game: GameFacts | undefined, seat: number): ArrangeBody | null {
  const seats = places(facts);
  return seat === 0 ? null : command(facts, game, seats.with(seat - 1, seat).with(seat, seat - 1));
}

/** Change the game, with its default deal; excess seats are removed, open ones first, then bots. */
export function withGame(facts: TableFacts, game: string, most: number): ArrangeBody {
  const worth = { person: 0, bot: 1, open: 2 };
  const kept = [...facts.seats]
    .sort((a, b) => worth[a.kind] - worth[b.kind] || a.seat - b.seat)
    .slice(0, most)
    .map((seat) => seat.seat);
  return command(
    facts,
    undefined,
    places(facts).filter((seat) => kept.includes(seat)),
    { game, sheets: null },
  );
}

/** Change the sheets: one for all, one per seat, or null for the default deal. */
export function withSheets(facts: TableFacts, sheets: string[] | null): ArrangeBody {
  return command(facts, undefined, places(facts), { sheets });
}

/** Returns the command for a change and the seat it concerns; null if there is nothing left to do. */
export type Wish = (facts: TableFacts, seat: number) => CommandBody | null;

export interface Wishes {
  /** Queue a change, optionally for the seat that has this number now; earlier changes may move that seat. */
  add(wish: Wish, seat?: number): void;
  /** Continue after a command was answered; if it was refused, later changes depend on it and are discarded. */
  answered(id: string, isDone: boolean): void;
}

/** The lobby of a match at one step; each arrangement of a table is a step. */
interface Place {
  match: string | null;
  step: number;
}

interface Sent {
  id: string;
  place: Place;
  command: CommandBody;
  /** The table that the command was based on. */
  before: TableFacts;
}

interface Waiting {
  wish: Wish;
  seat: number | undefined;
  /** The lobby in which the seat has this number. */
  place: Place;
}

/** Name the step a command is based on, so that it cannot undo another player's arrangement. */
function named(command: CommandBody, { step }: Place): CommandBody {
  return command.type === "arrange" || command.type === "start" ? { ...command, step } : command;
}

function isSame(one: Place, other: Place): boolean {
  return one.match === other.match && one.step === other.step;
}

/** Whether a table is arranged as requested, and unchanged since. */
function isAsAsked(seats: Arrange["seats"], before: TableFacts, facts: TableFacts | null): boolean {
  const wanted = seats.map((seat) => (seat === null ? undefined : before.seats[seat]));
  if (facts?.seats.length !== wanted.length) return false;
  return facts.seats.every(({ kind, name, bot }, i) => {
    const seat = wanted[i];
    return seat ? seat.kind === kind && seat.name === name && seat.bot === bot : kind === "open";
  });
}

/**
 * A queue of changes to a table before its match: each becomes a command once the previous one is answered, based on
 * the table at that time.
 */
export function makeWishes(table: () => TableState, send: (command: CommandBody) => string): Wishes {
  let waiting: Waiting[] = [];
  let sent: Sent | null = null;

  function here(): Place {
    const { match, step } = table();
    return { match, step };
  }

  function next(): void {
    const { facts } = table();
    if (sent || !facts) return;
    const first = waiting.shift();
    if (!first) return;
    const { wish, seat, place } = first;
    // After another player's arrangement it is unknown which seat had this number.
    const isLost = seat !== undefined && (seat === -1 || !isSame(place, here()));
    const command = isLost ? null : wish(facts, seat ?? 0);
    if (command) sent = { id: send(named(command, place)), place, command, before: facts };
    else next();
  }

  return {
    add(wish, seat) {
      waiting.push({ wish, seat, place: here() });
      next();
    },
    answered(id, isDone) {
      if (sent?.id !== id) return;
      const { place, command, before } = sent;
      const asked = command.type === "arrange" ? command.seats : null;
      const seats = asked && isAsAsked(asked, before, table().facts) ? asked : null;
      const moved = (each: Waiting): Waiting => {
        if (!seats || !isSame(each.place, place)) return each;
        return { ...each, seat: each.seat === undefined ? each.seat : seats.indexOf(each.seat), place: here() };
      };
      waiting = isDone ? waiting.map(moved) : [];
      sent = null;
      next();
    },
  };
}

/** Queue another seat if the game allows it, and a bot for it if one is named. */
export function addSeat(add: Wishes["add"], game: GameFacts, bot: string | null): void {
  let isAdded = false;
  add((facts) => {
    isAdded = facts.seats.length < game.seats[1];
    return isAdded ? withSeat(facts, game) : null;
  });
  if (!bot) return;
  add(({ seats }) => {
    const last = isAdded ? seats.at(-1) : null;
    return last?.kind === "open" ? { type: "seat_bot", seat: last.seat, bot } : null;
  });
}
