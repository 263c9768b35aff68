// Import of matches of another device: everything is checked before anything is stored.

import { isLocal, localServer } from "../net/local";
import type { Archive } from "./archive";
import { addReceipt, loadReceipt } from "./receipts";
import { type Broken, loadResults, RESULTS, saveResults } from "./storage";

export interface Imported {
  n_added: number;
  /** Entries of the file that are unreadable. */
  broken: Broken[];
  /** The oldest matches, of the file or of this device, that there is no room for. */
  dropped: Broken[];
}

/** Add the matches of a file that this device does not know. */
export async function importArchive(archive: Archive & { broken: Broken[] }): Promise<Imported> {
  const known = new Set(loadResults().map((result) => result.match));
  const given = archive.results.filter((result) => !known.has(result.match));
  const recorded = given.flatMap(({ match, finished, bots }) => {
    const record = archive.records[match];
    return isLocal(match) && record !== undefined ? [{ match, finished, record, bots }] : [];
  });
  const none = { unreadable: [], dropped: [] };
  const { unreadable, dropped } = recorded.length > 0 ? await (await localServer()).takeIn(recorded) : none;
  const refused = new Set([...unreadable, ...dropped]);
  const good = given.filter((result) => !refused.has(result.match));
  const old = new Set(saveResults(good).map((result) => result.match));
  const added = good.filter((result) => !old.has(result.match));
  for (const { match } of added) {
    const receipt = archive.receipts[match];
    if (receipt && !loadReceipt(match)) addReceipt(match, receipt);
  }
  for (const { match } of recorded) if (old.has(match)) await (await localServer()).forget(match);
  return {
    n_added: added.length,
    broken: [
      ...archive.broken,
      ...unreadable.map((match) => ({ key: `paperdice.local.matches.${match}`, value: archive.records[match] })),
    ],
    dropped: [...new Set([...dropped, ...old])].map((match) => ({ key: RESULTS, value: { match } })),
  };
}
