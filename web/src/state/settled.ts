// Which deals of the dice the record of a match accounts for: looked up when a match is over, or another one follows.

type Settling = { settledBy(match: string): Promise<string[]> };

let load: (() => Promise<Settling>) | null = null;

/** Set what checks a record; with the rules that it needs it is loaded only when a match is over. */
export function setSettling(loads: () => Promise<Settling>): void {
  load = loads;
}

/** The deals that the record of a match accounts for; rejects if that cannot be found out now. */
export async function settledBy(match: string): Promise<string[]> {
  if (!load) throw new Error("nothing checks records here");
  return (await load()).settledBy(match);
}
