// The sheets of a table, and custom sheets: stored on this device in the format of records, "mine=r2,r3,…/…".

import { findGame } from "../games/registry";
import type { GameFacts, PrintedSheet, TableFacts } from "../net/protocol";
import { isText, shape } from "./checks";
import { decoded } from "./route";
import { readList, write } from "./storage";

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

export interface OwnSheet {
  game: string;
  text: string;
}

const KEY = "paperdice.sheets";
const SHEET = /^[\w-]+=[\w,/]+$/;

const isSheet = shape<OwnSheet>({
  game: (value): value is string => isText(value) && findGame(value) !== null,
  text: (value): value is string => isText(value) && SHEET.test(value),
});

export function loadSheets(): OwnSheet[] {
  return readList(KEY, isSheet);
}

/** The stored custom sheets of a game, in the format of records. */
export function ownTexts(game: string): string[] {
  return loadSheets().flatMap((sheet) => (sheet.game === game ? [sheet.text] : []));
}

/** Store a sheet, replacing one of the same name. */
export function keepSheet(sheet: OwnSheet): void {
  write(KEY, [sheet, ...without(sheet)]);
}

export function forgetSheet(sheet: OwnSheet): void {
  write(KEY, without(sheet));
}

function without({ game, text }: OwnSheet): OwnSheet[] {
  return loadSheets().filter((each) => each.game !== game || nameIn(each.text) !== nameIn(text));
}

export function nameIn(text: string): string {
  return text.split("=")[0] ?? "";
}

/** The cells of a sheet, row by row: [["r2", "r3"], …]. */
export function cellsIn(text: string): string[][] {
  return (text.split("=")[1] ?? "").split("/").map((row) => row.split(","));
}

/** The cells of a sheet in the editor. */
export type Rows = readonly (readonly string[])[];

/** The number on a cell, null if cells have none. */
export function numberOf(cell: string): number | null {
  return cell.length > 1 ? Number(cell.slice(1)) : null;
}

/** Replace one cell. */
export function changeCell(rows: Rows, row: number, cell: number, text: string): Rows {
  return rows.map((cells, i) => (i === row ? cells.map((each, j) => (j === cell ? text : each)) : cells));
}

/** Reverse one row. */
export function turnRow(rows: Rows, row: number): Rows {
  return rows.map((cells, i) => (i === row ? [...cells].reverse() : cells));
}

/** The printed data of a sheet, given by its name or in the format of records. */
export function printedSheet(facts: GameFacts, text: string | null): PrintedSheet | undefined {
  if (!text?.includes("=")) return facts.sheets.find((sheet) => sheet.name === text);
  const rows = cellsIn(text).map((cells) => ({
    colors: cells.map((cell) => cell.charAt(0)),
    numbers: cells.flatMap((cell) => (cell.length > 1 ? [Number(cell.slice(1))] : [])),
  }));
  return { name: nameIn(text), rows };
}

/** The sheet as a TOML file for the library. */
export function tomlOf(game: string, name: string, rows: readonly (readonly string[])[]): string {
  const head = `game = ${JSON.stringify(game)}\nname = ${JSON.stringify(name)}\n`;
  return (
    head +
    rows.map((cells) => `\n[[rows]]\ncells = [${cells.map((cell) => JSON.stringify(cell)).join(", ")}]\n`).join("")
  );
}

/** A link to share a sheet. */
export function sheetLink({ game, text }: OwnSheet): string {
  return `${location.origin}/sheets#${encodeURIComponent(`${game}:${text}`)}`;
}

/** The sheet in the fragment of a link. */
export function sheetInLink(hash: string): OwnSheet | null {
  const found = /^([a-z_]+):([\w-]+=[\w,/]+)$/.exec(decoded(hash.slice(1)));
  return found?.[1] && found[2] ? { game: found[1], text: found[2] } : null;
}
