// All matches of this device as one file: what another device reads, a table for a spreadsheet, and the records.

import { formatReceipt, type Receipt } from "../fair/receipt";
import type { MatchResult } from "./results";
import { unzipped, zipOf } from "./zip";

const FORMAT = "paperdice matches 1";
const LIST = "matches.json";
const COLUMNS = "match,finished,game,seats,turns,seat,name,bot,sheet,score,won,own";

export interface Archive {
  results: MatchResult[];
  receipts: Record<string, Receipt>;
}

const QUOTE = "\u0022";

/** A value between commas; what a spreadsheet would take for a formula is kept a text. */
function field(value: string | number | boolean): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  const isPlain = ![QUOTE, ",", "\r", "\n"].some((sign) => text.includes(sign));
  return isPlain ? text : QUOTE + text.replaceAll(QUOTE, QUOTE + QUOTE) + QUOTE;
}

/** One row a player and match, under a head. */
export function csvOf(results: readonly MatchResult[]): string {
  const rows = results.flatMap((result) =>
    result.names.map((name, seat) =>
      [
        result.match,
        new Date(result.finished).toISOString(),
        result.game,
        result.names.length,
        result.turns,
        seat + 1,
        result.bots[seat] ? "" : name,
        result.bots[seat] ?? "",
        result.sheets[seat] ?? "",
        result.scores[seat] ?? 0,
        result.winners.includes(seat),
        result.own.includes(seat),
      ]
        .map(field)
        .join(","),
    ),
  );
  return [COLUMNS, ...rows, ""].join("\r\n");
}

export function archiveOf(archive: Archive, records: Record<string, string>): Uint8Array<ArrayBuffer> {
  const files: Record<string, string> = {
    [LIST]: JSON.stringify({ format: FORMAT, ...archive }),
    "matches.csv": csvOf(archive.results),
  };
  for (const [match, record] of Object.entries(records)) files[`records/${match}.txt`] = record;
  for (const [match, receipt] of Object.entries(archive.receipts))
    files[`receipts/${match}.txt`] = formatReceipt(receipt);
  return zipOf(files);
}

const areTexts = (list: unknown): boolean => Array.isArray(list) && list.every((each) => typeof each === "string");
const areNumbers = (list: unknown): boolean => Array.isArray(list) && list.every(Number.isFinite);

function isResult(value: unknown): value is MatchResult {
  const result = value as MatchResult | null;
  if (typeof result !== "object" || result === null) return false;
  const isNamed = /^[\w-]{8,40}$/.test(String(result.match)) && typeof result.game === "string";
  const isList = areTexts(result.names) && areTexts(result.sheets) && Array.isArray(result.bots);
  return (
    isNamed && isList && [result.scores, result.winners, result.own, [result.finished, result.turns]].every(areNumbers)
  );
}

/** The record of a match in an exported file; null if it is not there. */
export function recordFrom(bytes: Uint8Array, match: string): string | null {
  return unzipped(bytes, `records/${match}.txt`);
}

/** What an exported file holds; null if it is none. */
export function readArchive(bytes: Uint8Array): Archive | null {
  const text = unzipped(bytes, LIST);
  if (text === null) return null;
  try {
    const { format, results, receipts } = JSON.parse(text) as Partial<Archive> & { format?: string };
    if (format !== FORMAT || !Array.isArray(results)) return null;
    return { results: results.filter(isResult), receipts: receipts ?? {} };
  } catch {
    return null;
  }
}
