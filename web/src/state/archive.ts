// Export of all matches of this device: a text of many records for another device, and a table for spreadsheets; and the
// import of such a text, of which everything is checked before anything is stored.

import { formatReceipt, isReceipt, parseReceipt, type Receipt } from "../fair/receipt";
import { type FiledRecord, type Headers, library } from "../library";
import { isLocal, localServer } from "../net/local";
import { isId } from "./checks";
import { addReceipt, loadReceipt, RECEIPTS } from "./receipts";
import { isResult, type MatchResult } from "./results";
import { type Broken, loadResults, RESULTS, saveResults } from "./storage";

/** The headers that an export adds to a record: the result as this device stores it, and its receipt. */
const FILED = ["Finished", "Own", "Bots", "Winners", "Turns", "Receipt", "ReceiptTable", "ReceiptUnheard"];
const NOBODY = "-";
const COLUMNS = "match,finished,game,seats,turns,seat,name,bot,sheet,score,won,own";

export interface Archive {
  results: MatchResult[];
  receipts: Record<string, Receipt>;
  /** The records by match, without lost ones. */
  records: Record<string, string>;
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

/** Format a time as in the header `Date` of a record, in UTC. */
const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
const moment = (text = "") => Date.parse(`${text.replace(" ", "T")}Z`);
const words = (text = "") => text.split(" ").filter((word) => word !== "");

/** Return the player of a seat as in the headers of a record. */
function playerOf(name: string, bot: string | null): string {
  if (bot === null) return name;
  return name === bot ? `bot ${bot}` : `${name} (bot ${bot})`;
}

/** Return the name that `playerOf` was called with. */
function nameIn(player: string, bot: string | null): string {
  if (bot === null) return player;
  return player === `bot ${bot}` ? bot : player.replace(` (bot ${bot})`, "");
}

/** Return the headers that a lost record would have had. */
function headersOf({ match, game, names, bots, sheets, challenge }: MatchResult): Headers {
  const players = names.map((name, seat) => [`Player${seat}`, playerOf(name, bots[seat] ?? null)]);
  return {
    Game: game,
    Seats: String(names.length),
    Sheets: sheets.join(" "),
    Match: match,
    ...Object.fromEntries(players),
    ...(challenge === null ? {} : { Challenge: challenge }),
  };
}

function filedHeaders(result: MatchResult, receipt: Receipt | undefined): Headers {
  const told = receipt && {
    Receipt: formatReceipt(receipt).trimEnd().split("\n").join(" | "),
    ReceiptTable: receipt.code,
    ...(receipt.isUnheard ? { ReceiptUnheard: "yes" } : {}),
  };
  return {
    Finished: stamp(result.finished),
    Own: result.own.join(" "),
    Bots: result.bots.map((bot) => bot ?? NOBODY).join(" "),
    Winners: result.winners.join(" "),
    Turns: String(result.turns),
    ...told,
  };
}

/** Format a broken value as one line, also for readers that end lines at other characters than a line feed. */
function remarkOf(broken: Broken): string {
  const code = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `% ${JSON.stringify(broken).replaceAll(/[\u0085\u2028\u2029]/g, code)}\n`;
}

/** Return all matches as one text; broken stored values follow the records in lines that readers ignore. */
export async function archiveOf({ results, receipts, records }: Archive, broken: readonly Broken[] = []) {
  const texts = results.map((result) => {
    const record = records[result.match];
    const headers = filedHeaders(result, receipts[result.match]);
    return record
      ? library.fileRecord(record, headers, [])
      : library.fileRecord(null, { ...headersOf(result), ...headers }, result.scores);
  });
  return [...(await Promise.all(texts)), ...broken.map(remarkOf)].join("\n");
}

function resultOfRecord({ headers, scores }: FiledRecord): unknown {
  const bots = words(headers.Bots).map((bot) => (bot === NOBODY ? null : bot));
  return {
    match: headers.Match,
    game: headers.Game,
    names: bots.map((bot, seat) => nameIn(headers[`Player${seat}`] ?? "", bot)),
    bots,
    sheets: words(headers.Sheets),
    scores,
    winners: words(headers.Winners).map(Number),
    own: words(headers.Own).map(Number),
    finished: moment(headers.Finished),
    turns: Number(headers.Turns),
    challenge: headers.Challenge ?? null,
  };
}

function receiptOfRecord({ Receipt, ReceiptTable, ReceiptUnheard }: Headers): unknown {
  const receipt = parseReceipt((Receipt ?? "").replaceAll(" | ", "\n"), ReceiptTable ?? "");
  return receipt && { ...receipt, isUnheard: ReceiptUnheard !== undefined };
}

/** Return the contents of an exported file with its broken values; null if it is not such a file. */
export async function readArchive(text: string): Promise<(Archive & { broken: Broken[] }) | null> {
  const found = await library.readFiled(text, FILED);
  if (found.every((each) => typeof each === "string") && !text.startsWith("%")) return null;
  const archive: Archive & { broken: Broken[] } = { results: [], receipts: {}, records: {}, broken: [] };
  const known = new Set<string>();
  for (const each of found) {
    const result = typeof each === "string" ? each : resultOfRecord(each);
    if (typeof each === "string" || !isResult(result)) {
      archive.broken.push({ key: RESULTS, value: result });
      continue;
    }
    // A file may contain a match several times, for instance with and without its record.
    if (!known.has(result.match)) archive.results.push(result);
    known.add(result.match);
    if (each.text !== null) archive.records[result.match] ??= each.text;
    if (each.headers.Receipt === undefined) continue;
    const receipt = receiptOfRecord(each.headers);
    if (isId(result.match) && isReceipt(receipt)) archive.receipts[result.match] ??= receipt;
    else archive.broken.push({ key: `${RECEIPTS}.${result.match}`, value: each.headers.Receipt });
  }
  return archive;
}

interface Imported {
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
