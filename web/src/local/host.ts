// A host for a table of this device: the translated flow, with a bot, a timer and a log.

import {
  type Attendance,
  attend,
  bot_pause_ms,
  decide,
  device_facts,
  type Event,
  find_due,
  first_attendance,
  has_new_ending,
  keep_time,
  listed_entries,
  Moment,
  next_opening,
  type Opening,
  type Random,
  readCommand,
  readEvent,
  requested_place,
  Table,
  tagged,
  Who,
} from "../../rules/local/table.js";
import { type Match, open_view, own_view } from "../../rules/shared/flow.js";
import { type Command, type Message, PROTOCOL, type State, type TableFacts } from "../net/protocol";
import { casualMove, choicesAt, reasonOf, refusal } from "./game";
import type { KeptTable } from "./kept";

type Of<T extends Command["type"]> = Extract<Command, { type: T }>;

export const BOT = "casual";
/** The pause of the bot at a table without a pace. */
const BOT_PAUSE_MS = 900;

/** The services of the device for a table. */
export interface Device {
  random: Random;
  now(): number;
  /** Call back after some milliseconds; return a function that cancels this. */
  later(ms: number, callback: () => void): () => void;
  keep(table: KeptTable): void;
  /** Record a finished match, also one that was finished before and has been corrected. */
  finish(table: Table): void;
  /** Record that a correction has reopened a finished match. */
  reopen(match: string): void;
}

export interface LocalTable {
  table(): Table;
  facts(): TableFacts;
  /** Execute a command and return its answers; later messages go to `tell`. */
  handle(command: Command): Message[];
  /** Send the state to a listener now and whenever it changes by itself; null if the person leaves the page. */
  tell(listener: ((message: Message) => void) | null): void;
}

/** The log of a match from its opening. */
export function keptOf({ match_id, events }: Opening): KeptTable {
  return { match: match_id, log: events.map(tagged) };
}

export function hostTable(opened: KeptTable, device: Device): LocalTable {
  let kept = opened;
  let table = Table.replay(kept.match, kept.log.map(readEvent));
  let attendance = first_attendance(table, moment());
  let listener: ((message: Message) => void) | null = null;
  let stopWaiting = () => {};

  function moment(): Moment {
    const now = device.now();
    return new Moment(now, now);
  }

  function facts(): TableFacts {
    return device_facts(table, attendance, device.now());
  }

  function state(): State {
    const held = table.persons;
    const { match_id: match, sequence, step, has_begun } = table;
    return {
      type: "state",
      match,
      sequence,
      step,
      table: facts(),
      held,
      view: has_begun ? open_view(table.match) : null,
      own: has_begun ? held.map((seat) => own_view(table.match, seat)) : [],
      notices: table.notices.map(tagged),
      guest: null,
    };
  }

  /** Apply events and append them to the log; after the end continue with the next match. */
  function write(events: readonly Event[]): void {
    const { step, is_over: wasOver, n_corrections } = table;
    for (const event of events) table.apply(event);
    kept = { ...kept, log: [...kept.log, ...events.map(tagged)] };
    attendance = keep_time(attendance, step, table, device.now());
    if (has_new_ending(table, wasOver, n_corrections)) {
      if (table.match.over) device.finish(table);
      else device.reopen(table.match_id);
    }
    if (table.next_match) {
      const next = next_opening(table, table.next_match);
      kept = keptOf(next);
      table = next.table();
      attendance = attended();
    }
    device.keep(kept);
  }

  /** The attendance of the people of this device: all of them while it shows the table. */
  function attended(): Attendance {
    const there = new Set(listener ? table.persons : []);
    // At a table of bots alone, the person is a spectator.
    return attend(table, attendance, there, listener && there.size === 0 ? 1 : 0, device.now());
  }

  /** Perform the due actions, and set the timer for later ones; return whether there were any. */
  function settle(): boolean {
    stopWaiting();
    for (let isNews = false; ; isNews = true) {
      const { events, bots, look_at } = find_due(table, attendance, moment(), device.random);
      const [seat] = bots;
      const since = attendance.since - attendance.headstart;
      const botAt = seat === undefined ? null : since + bot_pause_ms(table, BOT_PAUSE_MS);
      if (events.length > 0) {
        write(events);
      } else if (seat !== undefined && botAt !== null && botAt <= device.now()) {
        const move = casualMove(table.match as Match, seat);
        write([readEvent({ type: "sealed", at: device.now(), seat, move, by: "bot" })]);
      } else {
        const at = [botAt, look_at].filter((each) => each !== null);
        if (at.length > 0) stopWaiting = device.later(Math.max(0, Math.min(...at) - device.now()), goOn);
        return isNews;
      }
    }
  }

  function goOn(): void {
    if (settle()) listener?.(state());
  }

  /** The throws and moves, for corrections of typed entries. */
  function listEntries({ seat = null, turn = null, phase = "" }: Of<"list_entries">): Message {
    const { match, match_id, sequence } = table;
    const place = requested_place(table, table.persons, seat, turn, phase);
    const choices = place ? choicesAt(match, place) : [];
    return { type: "entry_list", match: match_id, sequence, entries: [...listed_entries(table)], choices };
  }

  /** Execute a command; leaving, and choosing the next match, do not change a table of this device. */
  function carryOut(told: Command): void {
    if (told.type === "leave" || told.type === "choose_next") return;
    const command = readCommand(told);
    if (command === null) throw refusal("needs_server");
    const who = new Who(new Set(table.persons), attendance, moment(), device.random, [BOT]);
    write(decide(table, command, who).events);
  }

  function answer(command: Command): Message[] {
    switch (command.type) {
      case "hello":
        return [{ type: "welcome", protocol: PROTOCOL, version: "", reactions: [], bots: [BOT] }];
      case "ping":
        return [{ type: "pong" }];
      case "react":
        return [];
      case "list_entries":
        return [listEntries(command)];
      default:
        carryOut(command);
        settle();
        return [{ type: "done", id: command.id, sequence: table.sequence }, state()];
    }
  }

  return {
    table: () => table,
    facts,
    handle(command) {
      try {
        return answer(command);
      } catch (error) {
        const why = reasonOf(error);
        return [
          { type: "refused", id: "id" in command ? command.id : null, error: "IllegalMoveError", why, message: why.id },
        ];
      }
    },
    tell(next) {
      listener = next;
      attendance = attended();
      settle();
      listener?.(state());
    },
  };
}
