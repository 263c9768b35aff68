// The deals of the dice that a record accounts for.

import { settledDeals } from "../../fair/proof";
import { api, RequestError } from "../../net/api";
import { loadReceipt } from "../../state/receipts";

/** Return the deals that a finished match accounts for; empty if it is unfinished or does not exist. */
export async function settledBy(match: string): Promise<string[]> {
  try {
    const { record } = await api.match(match);
    return await settledDeals(record, { match, receipt: loadReceipt(match) });
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return [];
    throw error;
  }
}
