// The deals of the dice that a record accounts for: checked when a match is over, or followed by another.

type Settling = { settledBy(match: string): Promise<string[]> };

let load: (() => Promise<Settling>) | null = null;

/** Set the loader of the code that checks records; it needs the rules, so it is loaded only once a match is over. */
export function setSettling(loads: () => Promise<Settling>): void {
  load = loads;
}

/** Return the deals that the record of a match accounts for; rejects if this cannot be determined now. */
export async function settledBy(match: string): Promise<string[]> {
  if (!load) throw new Error("nothing checks records here");
  return (await load()).settledBy(match);
}
