// The receipts on this device, for checking the dice of its matches, and the deals that a record accounts for.

import { isReceipt, type Receipt } from "../fair/receipt";
import { api, RequestError } from "../net/api";
import { isId, orNull } from "./checks";
import { loadTables, read, readList, remove, type StoredTable, write } from "./storage";

export const RECEIPTS = "paperdice.receipts";
const MAX_RECEIPTS = 60;

/** The receipt of a match; null if this device was not part of it. */
export function loadReceipt(match: string): Receipt | null {
  return read(`${RECEIPTS}.${match}`, orNull(isReceipt), null);
}

/** Store a receipt under its own key, so that each throw writes little; the oldest ones are deleted. */
export function saveReceipt(match: string, receipt: Receipt): void {
  const matches = readList(RECEIPTS, isId);
  write(`${RECEIPTS}.${match}`, receipt);
  if (!matches.includes(match)) keepReceipts([match, ...matches]);
}

/** Store a receipt from another device if there is room. */
export function addReceipt(match: string, receipt: Receipt): void {
  const matches = readList(RECEIPTS, isId);
  if (matches.includes(match)) return;
  write(`${RECEIPTS}.${match}`, receipt);
  keepReceipts([...matches, match]);
}

/** Keep the newest receipts, and those of unfinished deals, whose number is limited per table. */
function keepReceipts(all: readonly string[]): void {
  const open = new Set(loadTables().flatMap(({ deals }) => deals.map((deal) => deal.split("/")[0])));
  const kept = all.filter((match, i) => i < MAX_RECEIPTS || open.has(match));
  for (const old of all) if (!kept.includes(old)) remove(`${RECEIPTS}.${old}`);
  write(RECEIPTS, kept);
}

/** The table at which a match was played on this device. */
export function findTableOf(match: string): StoredTable | undefined {
  const code = loadReceipt(match)?.code;
  return loadTables().find((table) => table.code === code);
}

/** Return the deals that a finished match accounts for; empty if it is unfinished or does not exist. */
export async function settledBy(match: string): Promise<string[]> {
  try {
    // The code that checks records needs the rules, so it is only loaded once a match is over.
    const [{ record }, { settledDeals }] = await Promise.all([api.match(match), import("../fair/proof")]);
    return await settledDeals(record, { match, receipt: loadReceipt(match) });
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return [];
    throw error;
  }
}
