// The host of tables without a server, for tests in Python: it reads a table per line, with requests and times, and
// prints after each request what the page knows and what the device has stored.

import { createInterface } from "node:readline";
import { record_of, type Table } from "../rules/local/table.js";
import { loadGame } from "../src/library/games";
import { hostTable } from "../src/local/host";
import type { KeptTable } from "../src/local/kept";
import type { Command, Message } from "../src/net/protocol";

type Request = { ms: number } & ({ command: Command } | { there: boolean });

interface Script {
  game: string;
  kept: KeptTable;
  now: number;
  drawn: (number & string)[];
  /** The records of the matches that the device has finished. */
  finished: Record<string, string>;
  requests: Request[];
}

function play({ kept, now, drawn, finished, requests }: Script): unknown[] {
  let stored = kept;
  let told: Message[] = [];
  let timer: { at: number; callback: () => void } | null = null;
  const draw = () => {
    const next = drawn.shift();
    if (next === undefined) throw new Error("nothing left to draw");
    return next;
  };
  const device = {
    random: { below: draw, code: draw, id: draw, seed: draw },
    now: () => now,
    later(ms: number, callback: () => void) {
      const set = { at: now + ms, callback };
      timer = set;
      return () => {
        if (timer === set) timer = null;
      };
    },
    keep(table: KeptTable) {
      stored = structuredClone(table);
    },
    finish(table: Table) {
      finished[table.match_id] = record_of(table);
    },
    reopen(match: string) {
      delete finished[match];
    },
  };
  const table = hostTable(kept, device);

  function pass(ms: number): void {
    const end = now + ms;
    while (timer !== null && timer.at <= end) {
      const { at, callback } = timer;
      timer = null;
      now = Math.max(now, at);
      callback();
    }
    now = end;
  }

  return requests.map((request) => {
    told = [];
    pass(request.ms);
    if ("command" in request) {
      told.push(...table.handle(request.command));
    } else if (request.there) {
      told.push(...table.handle({ type: "hello" }));
      table.tell((message) => told.push(message));
    } else {
      table.tell(null);
    }
    return { told, log: stored.log, record: record_of(table.table()), finished: { ...finished } };
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const script = JSON.parse(line) as Script;
  await loadGame(script.game);
  process.stdout.write(`${JSON.stringify(play(script))}\n`);
}
