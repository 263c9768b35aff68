// Which sheets the seats of a table have: null for the deal of the game, one for all, or one for each seat.

import type { GameFacts, TableFacts } from "../net/protocol";

export type Deal = readonly string[] | null;

/** The sheets of a table; where all have the one of the game's own deal, that is null only if each has another there. */
export function dealOf(facts: TableFacts, game: GameFacts | undefined): Deal {
  const sheets = facts.seats.map((seat) => seat.sheet);
  if (game?.deals && sheets.every((sheet, seat) => sheet === game.sheets[seat]?.name)) return null;
  return shortDeal(sheets);
}

/** One sheet for all where all have the same. */
export function shortDeal(sheets: readonly string[]): readonly string[] {
  return new Set(sheets).size === 1 ? sheets.slice(0, 1) : sheets;
}

/** A deal for other seats, by the places they had before, null for a new one, which has the first sheet. */
export function dealFor(deal: Deal, seats: readonly (number | null)[]): string[] | null {
  if (deal === null || deal.length < 2) return deal && [...deal];
  return seats.map((seat) => deal[seat ?? 0] ?? deal[0] ?? "");
}

/** The sheet of a seat; seats for which a deal or a game has none have its first. */
export function sheetAt(game: GameFacts, deal: Deal, seat: number): string {
  return (deal ? (deal[seat] ?? deal[0]) : (game.sheets[seat] ?? game.sheets[0])?.name) ?? "";
}

/** The sheets that may be dealt together with this one, itself among them; an owner's counts with the usual ones. */
export function mixable(game: GameFacts, sheet: string | undefined, own: readonly string[]): string[] {
  const usual = game.sheets[0]?.group ?? "";
  const group = game.sheets.find(({ name }) => name === sheet)?.group ?? usual;
  const printed = game.sheets.filter((each) => (each.group ?? "") === group).map(({ name }) => name);
  return group === usual ? [...printed, ...own] : printed;
}

/** A deal with another sheet for each seat, beginning behind the one that all have. */
export function mixedDeal(game: GameFacts, deal: Deal, n: number, own: readonly string[]): string[] {
  const now = deal?.[0] ?? game.sheets[0]?.name;
  const sheets = mixable(game, now, own);
  const start = sheets.indexOf(now ?? "") + (deal === null && game.deals ? 1 : 0);
  return Array.from({ length: n }, (_, seat) => sheets[(start + seat) % sheets.length] ?? "");
}
