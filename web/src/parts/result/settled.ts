// Which deals of the dice the record of a match accounts for.

import { settledDeals } from "../../fair/proof";
import { api, RequestError } from "../../net/api";
import { loadReceipt } from "../../state/receipts";

/** The deals that a match that was played to its end accounts for; none if it was not, or there is no such match. */
export async function settledBy(match: string): Promise<string[]> {
  try {
    const { record } = await api.match(match);
    return await settledDeals(record, { match, receipt: loadReceipt(match) });
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return [];
    throw error;
  }
}
