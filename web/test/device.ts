// The dice part of a device for tests from outside: it reads messages of a server line by line and answers each with the
// commands that the page would send; `check` gives it a record, and it answers with the page's verdict and its receipt.

import { createInterface } from "node:readline";
import { checkDice } from "../src/fair/proof";
import { formatReceipt, type Receipt } from "../src/fair/receipt";
import { makeShares } from "../src/fair/shares";
import { refereeOf } from "../src/games/referees";
import type { CommandBody } from "../src/net/connection";
import type { Message } from "../src/net/protocol";
import type { StoredTable } from "../src/state/storage";

type Line = Message | { type: "check"; match: string; record: string } | { type: "seats"; seats: number[] };

let sent: CommandBody[] = [];
let stored: StoredTable = {
  code: "ABCD",
  token: "",
  secret: "00".repeat(32),
  way: "own",
  seats: [],
  shares: {},
  tips: null,
  at: 0,
};
const receipts = new Map<string, Receipt>();
const shares = makeShares({
  stored: () => stored,
  store: (change) => {
    stored = { ...stored, ...change };
  },
  receipt: (match) => receipts.get(match) ?? null,
  keep: (match, receipt) => receipts.set(match, receipt),
  send: (command) => sent.push(command),
});

function take(line: Line): unknown {
  if (line.type === "seats") stored = { ...stored, seats: line.seats };
  if (line.type === "state" || line.type === "table") shares.advance(line.match, line.table);
  if (line.type === "state") shares.note({ ...line, views: line.view ? [line.view] : [] });
  if (line.type !== "check") return sent;
  const receipt = receipts.get(line.match) ?? null;
  const proof = checkDice(line.record, { match: line.match, receipt, refereeOf });
  return { proof, receipt: receipt && formatReceipt(receipt) };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  sent = [];
  process.stdout.write(`${JSON.stringify(take(JSON.parse(line) as Line))}\n`);
});
