// What somebody wants of a table before its match, one wish after the other: each becomes a command when the one before
// is answered, from what the table is by then.

import type { CommandBody } from "../net/connection";
import type { TableFacts } from "../net/protocol";
import type { TableState } from "./table";

/** Gives the command for a wish, and for the seat that it is about; null if there is nothing to do any more. */
export type Wish = (facts: TableFacts, seat: number) => CommandBody | null;

export interface Wishes {
  /** Takes a wish, perhaps for the seat that has this number now; wishes before it may move that seat. */
  add(wish: Wish, seat?: number): void;
  /** Goes on when a command is answered; what was wished for after a refused one rests on that, and is forgotten. */
  answered(id: string, isDone: boolean): void;
}

interface Waiting {
  wish: Wish;
  seat: number | undefined;
  /** The match under which the seat has its number. */
  match: string | null;
}

/** What rests on what was seen names it: another arrangement that came first is not to be undone. */
function named(command: CommandBody, match: string | null): CommandBody {
  return command.type === "arrange" || command.type === "start" ? { ...command, match } : command;
}

export function makeWishes(table: () => TableState, send: (command: CommandBody) => string): Wishes {
  let waiting: Waiting[] = [];
  let sent: { id: string; match: string | null; command: CommandBody } | null = null;

  function next(): void {
    const { facts } = table();
    if (sent || !facts) return;
    const first = waiting.shift();
    if (!first) return;
    const { wish, seat, match } = first;
    const command = seat === -1 ? null : wish(facts, seat ?? 0);
    if (command) sent = { id: send(named(command, match)), match, command };
    else next();
  }

  return {
    add(wish, seat) {
      waiting.push({ wish, seat, match: table().match });
      next();
    },
    answered(id, isDone) {
      if (sent?.id !== id) return;
      const { match, command } = sent;
      const seats = command.type === "arrange" ? command.seats : null;
      const moved = (each: Waiting): Waiting => {
        if (!seats || each.match !== match) return each;
        return { ...each, seat: each.seat === undefined ? each.seat : seats.indexOf(each.seat), match: table().match };
      };
      waiting = isDone ? waiting.map(moved) : [];
      sent = null;
      next();
    },
  };
}
