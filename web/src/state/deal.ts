// The sheets of a table: null for the default deal, one for all, or one per seat.

import type { GameFacts, TableFacts } from "../net/protocol";

export type Deal = readonly string[] | null;

/** The sheets of a table; null for the default deal, unless that gives all seats the same sheet. */
export function dealOf(facts: TableFacts, game: GameFacts | undefined): Deal {
  const sheets = facts.seats.map((seat) => seat.sheet);
  if (game?.deals && sheets.every((sheet, seat) => sheet === game.sheets[seat]?.name)) return null;
  return shortDeal(sheets);
}

/** Shorten a deal to one sheet if all seats have the same. */
export function shortDeal(sheets: readonly string[]): readonly string[] {
  return new Set(sheets).size === 1 ? sheets.slice(0, 1) : sheets;
}

/** Adapt a deal to other seats, given by their previous indexes; null is a new seat, which gets the first sheet. */
export function dealFor(deal: Deal, seats: readonly (number | null)[]): string[] | null {
  if (deal === null || deal.length < 2) return deal && [...deal];
  return seats.map((seat) => deal[seat ?? 0] ?? deal[0] ?? "");
}

/** The sheet of a seat; seats beyond the deal get its first sheet. */
export function sheetAt(game: GameFacts, deal: Deal, seat: number): string {
  return (deal ? (deal[seat] ?? deal[0]) : (game.sheets[seat] ?? game.sheets[0])?.name) ?? "";
}

/** The sheets that can be combined with this one, including itself; custom sheets count as default ones. */
export function mixable(game: GameFacts, sheet: string | undefined, own: readonly string[]): string[] {
  const usual = game.sheets[0]?.group ?? "";
  const group = game.sheets.find(({ name }) => name === sheet)?.group ?? usual;
  const printed = game.sheets.filter((each) => (each.group ?? "") === group).map(({ name }) => name);
  return group === usual ? [...printed, ...own] : printed;
}

/** A deal with a different sheet per seat, starting after the current one. */
export function mixedDeal(game: GameFacts, deal: Deal, n: number, own: readonly string[]): string[] {
  const now = deal?.[0] ?? game.sheets[0]?.name;
  const sheets = mixable(game, now, own);
  const start = sheets.indexOf(now ?? "") + (deal === null && game.deals ? 1 : 0);
  return Array.from({ length: n }, (_, seat) => sheets[(start + seat) % sheets.length] ?? "");
}
