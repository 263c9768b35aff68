// What somebody wants of a table before its match, one wish after the other: each becomes a command when the one before
// is answered, from what the table is by then.

import type { CommandBody } from "../net/connection";
import type { Arrange, GameFacts, TableFacts } from "../net/protocol";
import { withSeat } from "./arrange";
import type { TableState } from "./table";

/** Gives the command for a wish, and for the seat that it is about; null if there is nothing to do any more. */
export type Wish = (facts: TableFacts, seat: number) => CommandBody | null;

export interface Wishes {
  /** Takes a wish, perhaps for the seat that has this number now; wishes before it may move that seat. */
  add(wish: Wish, seat?: number): void;
  /** Goes on when a command is answered; what was wished for after a refused one rests on that, and is forgotten. */
  answered(id: string, isDone: boolean): void;
}

/** Which lobby of which match: each arrangement of a table begins a step. */
interface Place {
  match: string | null;
  step: number;
}

interface Sent {
  id: string;
  place: Place;
  command: CommandBody;
  /** The table that the command was made for. */
  before: TableFacts;
}

interface Waiting {
  wish: Wish;
  seat: number | undefined;
  /** Where the seat has its number. */
  place: Place;
}

/** What rests on what was seen names it: another arrangement that came first is not to be undone. */
function named(command: CommandBody, { step }: Place): CommandBody {
  return command.type === "arrange" || command.type === "start" ? { ...command, step } : command;
}

function isSame(one: Place, other: Place): boolean {
  return one.match === other.match && one.step === other.step;
}

/** Whether a table is as it was asked for, and nobody else has arranged it since. */
function isAsAsked(seats: Arrange["seats"], before: TableFacts, facts: TableFacts | null): boolean {
  const wanted = seats.map((seat) => (seat === null ? undefined : before.seats[seat]));
  if (facts?.seats.length !== wanted.length) return false;
  return facts.seats.every(({ kind, name, bot }, i) => {
    const seat = wanted[i];
    return seat ? seat.kind === kind && seat.name === name && seat.bot === bot : kind === "open";
  });
}

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
    // Where somebody else has arranged the seats, nobody knows which one has this number.
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

/** Wishes for one more seat while the game has one, and for a bot in it if one is named. */
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
