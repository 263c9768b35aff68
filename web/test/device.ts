// The dice part of a device for tests in Python: it reads messages of a server line by line and answers each with the
// commands that the page would send; for `check` and a record it answers with the page's verdict and its receipt.

import { createInterface } from "node:readline";
import { checkDice, settledDeals } from "../src/fair/proof";
import { formatReceipt, type Receipt } from "../src/fair/receipt";
import { makeShares } from "../src/fair/shares";
import type { CommandBody } from "../src/net/connection";
import type { Message, TableFacts } from "../src/net/protocol";
import type { StoredTable } from "../src/state/storage";

type Line =
  | Message
  | { type: "check"; match: string; record: string }
  | { type: "seats"; seats: number[] }
  | { type: "tap" | "stop" | "deals" };

let sent: CommandBody[] = [];
let stored: StoredTable = {
  code: "ABCD",
  token: "",
  secret: "00".repeat(32),
  way: "own",
  seats: [],
  shares: {},
  deals: [],
  tapped: null,
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
  settled: async (match) => {
    const record = records.get(match);
    if (record === undefined && table?.match === match) throw new Error("its record is not published yet");
    return record === undefined ? [] : settledDeals(record, { match, receipt: receipts.get(match) ?? null });
  },
  changed: () => {},
});
/** Published records. */
const records = new Map<string, string>();
let table: { match: string; facts: TableFacts } | null = null;

/** Let all promises settle that wait for nothing else. */
function calm(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function take(line: Line): Promise<unknown> {
  if (line.type === "seats") stored = { ...stored, seats: line.seats };
  if (line.type === "deals") return stored.deals;
  if (line.type === "stop" && table) shares.agreeToStop(table.match, true);
  if (line.type === "tap" && table) shares.tap(table.match, table.facts);
  if (line.type === "check") records.set(line.match, line.record);
  if (line.type === "state" || line.type === "table") {
    table = { match: line.match, facts: line.table };
    shares.advance(line.match, line.table);
  }
  if (line.type === "state") shares.note({ ...line, views: line.view ? [line.view] : [] });
  await calm();
  if (line.type !== "check") return sent;
  const receipt = receipts.get(line.match) ?? null;
  const proof = await checkDice(line.record, { match: line.match, receipt });
  return { proof, receipt: receipt && formatReceipt(receipt) };
}

let before: Promise<void> = Promise.resolve();
createInterface({ input: process.stdin }).on("line", (line) => {
  before = before.then(async () => {
    sent = [];
    process.stdout.write(`${JSON.stringify(await take(JSON.parse(line) as Line))}\n`);
  });
});
