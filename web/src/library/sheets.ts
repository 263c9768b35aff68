// Sheets before a match: blank sheets, and custom sheets from files.

import {
  check_own_sheet,
  format_sheet,
  Match,
  make_row,
  PaperdiceError,
  parse_sheet,
  Reason,
  type Row,
  Sheet,
  view_of,
} from "../../rules/shared/flow.js";
import type { SheetView } from "../net/protocol";
import { loadGame, refusedBy } from "./games";

/** An unmarked sheet, with the maximum number of marks per row; 0 stands for the usual maximum. */
export interface BlankSheet {
  sheet: SheetView;
  most: number;
}

/** Return blank sheets of a game, given by name or with their printed rows, as in `mine=r2,r3,…/…`. */
export async function blankSheets(name: string, sheets: readonly string[]): Promise<BlankSheet[]> {
  const game = await loadGame(name);
  if (!game) return [];
  try {
    return sheets.map((text) => {
      const match = new Match(game, 1, [parse_sheet(game, text)]);
      return { sheet: view_of(match, null).sheets[0] as SheetView, most: match.sheets[0]?.extras?.most_marks ?? 0 };
    });
  } catch (error) {
    throw refusedBy(error);
  }
}

/** A valid custom sheet; `text` represents it when a table is opened, as in `mine=r2,r3,…/…`. */
export interface CheckedSheet {
  game: string;
  text: string;
}

type Table = Record<string, unknown>;

/** The required type of each key of a sheet file, as in the ids of reasons. */
const KINDS: Record<string, "str" | "list" | "bool" | "dict"> = {
  game: "str",
  name: "str",
  rows: "list",
  checked: "bool",
  source: "str",
  extras: "dict",
};
const LONGEST_QUOTE = 40;

function refuse(id: string, params: Record<string, string | number>): never {
  throw new PaperdiceError(new Reason(id, { file: "", ...params }));
}

function isTable(value: unknown): value is Table {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function isOfKind(value: unknown, kind: (typeof KINDS)[string]): boolean {
  if (kind === "dict") return isTable(value);
  if (kind === "list") return Array.isArray(value);
  return typeof value === (kind === "str" ? "string" : "boolean");
}

/** Refuse an unknown, missing or mistyped key. */
function checkKeys(table: Table, kinds: typeof KINDS, wanted: readonly string[], place: { row?: number }): void {
  for (const [key, value] of Object.entries(table)) {
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind === undefined) refuse("sheet_key", { key, known: Object.keys(kinds).join(", "), ...place });
    if (!isOfKind(value, kind)) refuse(`sheet_wants_${kind}`, { key, ...place });
  }
  for (const key of wanted) if (!Object.hasOwn(table, key)) refuse("sheet_missing", { key, ...place });
}

function readRow(value: unknown, index: number): Row {
  const row = index + 1;
  if (!isTable(value)) refuse("sheet_row_table", { row });
  checkKeys(value, { cells: "list" }, ["cells"], { row });
  const cells = (value.cells as unknown[]).map((text, i) => {
    if (typeof text === "string") return text;
    return refuse("sheet_cell_text", { row, cell: i + 1, text: String(text).slice(0, LONGEST_QUOTE) });
  });
  return make_row(cells, `$.rows[${index}]`);
}

/** Return the sheet that the keys of a file describe; the library checks the contents of the sheet. */
function readSheet(table: Table): Sheet {
  checkKeys(table, KINDS, ["game", "name", "rows"], {});
  if ("extras" in table) refuse("sheet_extras", {});
  const { game, name, rows } = table as { game: string; name: string; rows: unknown[] };
  return new Sheet(game, name, rows.map(readRow));
}

/** Check a custom sheet, given as TOML. */
export async function checkSheet(toml: string): Promise<CheckedSheet> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    const sheet = readSheet(parse(toml));
    const game = await loadGame(sheet.game);
    if (!game) refuse("unknown_game", { game: sheet.game });
    const text = format_sheet(game, check_own_sheet(sheet));
    if (Object.hasOwn(game.sheets, sheet.name)) refuse("sheet_known", { game: game.title, sheet: sheet.name });
    return { game: sheet.game, text };
  } catch (error) {
    if (error instanceof TomlError) throw refusedBy(new PaperdiceError(new Reason("sheet_toml", { line: error.line })));
    throw refusedBy(error);
  }
}
