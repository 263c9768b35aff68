// Export of all matches of this device as one file: data for another device, a table for spreadsheets, and the records.

import { formatReceipt, isReceipt, type Receipt } from "../fair/receipt";
import { isId, isObject } from "./checks";
import { RECEIPTS } from "./receipts";
import { isResult, type MatchResult } from "./results";
import { type Broken, RESULTS } from "./storage";
import { unzipped, zipOf } from "./zip";

const FORMAT = "paperdice matches 1";
const LIST = "matches.json";
const COLUMNS = "match,finished,game,seats,turns,seat,name,bot,sheet,score,won,own";

export interface Archive {
  results: MatchResult[];
  receipts: Record<string, Receipt>;
}

const QUOTE = "\u0022";

/** Format a CSV value; text that a spreadsheet would read as a formula is escaped. */
function field(value: string | number | boolean): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  const isPlain = ![QUOTE, ",", "\r", "\n"].some((sign) => text.includes(sign));
  return isPlain ? text : QUOTE + text.replaceAll(QUOTE, QUOTE + QUOTE) + QUOTE;
}

/** Return CSV with one row per player of each match, below a header. */
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

export function archiveOf(
  archive: Archive,
  records: Record<string, string>,
  broken: readonly Broken[] = [],
): Uint8Array<ArrayBuffer> {
  const files: Record<string, string> = {
    [LIST]: JSON.stringify({ format: FORMAT, ...archive }),
    "matches.csv": csvOf(archive.results),
  };
  for (const [match, record] of Object.entries(records)) files[`records/${match}.txt`] = record;
  for (const [match, receipt] of Object.entries(archive.receipts))
    files[`receipts/${match}.txt`] = formatReceipt(receipt);
  if (broken.length > 0) files["set-aside.json"] = JSON.stringify(broken);
  return zipOf(files);
}

/** Return the record of a match in an exported file; null if it is missing. */
export function recordFrom(bytes: Uint8Array, match: string): string | null {
  return unzipped(bytes, `records/${match}.txt`);
}

/** Return the contents of an exported file with its broken values; null if it is not such a file. */
export function readArchive(bytes: Uint8Array): (Archive & { broken: Broken[] }) | null {
  const found = jsonOf(unzipped(bytes, LIST));
  if (!isObject(found) || found.format !== FORMAT || !Array.isArray(found.results)) return null;
  const receipts = isObject(found.receipts) ? Object.entries(found.receipts) : [];
  const isWhole = ([match, receipt]: [string, unknown]) => isId(match) && isReceipt(receipt);
  return {
    results: found.results.filter(isResult),
    receipts: Object.fromEntries(receipts.filter(isWhole)) as Record<string, Receipt>,
    broken: [
      ...found.results.filter((result) => !isResult(result)).map((value) => ({ key: RESULTS, value })),
      ...receipts.filter((each) => !isWhole(each)).map(([match, value]) => ({ key: `${RECEIPTS}.${match}`, value })),
    ],
  };
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
