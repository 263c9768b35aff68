// The check of the dice after a match: the promise, the receipt of this device, and every throw. [docs: dice]

import { Match, type Record as PlayRecord, parse_record } from "../../rules/shared/flow.js";
import { loadGame } from "../library/games";
import {
  commitmentOf,
  commitmentTo,
  dealOf,
  hexToBytes,
  hmacOf,
  labeled,
  type Promised,
  promiseLines,
  wordsOf,
} from "./promise";
import type { Receipt } from "./receipt";
import { Fault, need, type Replayed, refusedAs, replayMatch } from "./replay";

export type Proof =
  /**
   * `dropped` lists earlier deals of the table that were dropped although the server knew their dice, `stopped` those
   * of the preceding matches that were stopped. `stoppedAfter` is the turn after which this match was stopped.
   */
  | {
      kind: "checked" | "consistent" | "unheard";
      throws: number;
      deal: string;
      dropped: string[];
      stopped: string[];
      stoppedAfter: number | null;
      agreesToStop: boolean;
    }
  | { kind: "typed" | "unknown" | "seeded" | "unfinished" }
  | { kind: "broken"; fault: string; params: Record<string, string | number> };

/** The inputs of the check of a record. */
export interface CheckContext {
  /** The match that this page requested. */
  match: string;
  receipt: Receipt | null;
}

const SECRET = /^[0-9a-f]{64}$/;
const LONGEST = 1_000_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a record must not contain these
const HIDDEN = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]/;
const LABELS = [
  "paperdice",
  "match",
  "game",
  "seats",
  "sheets",
  "first",
  "bots",
  "attempt",
  "without",
  "dropped",
  "stopped",
  "hash",
];

function readRecord(text: string): PlayRecord {
  const plain = text.replaceAll("\r\n", "\n");
  need(plain.length <= LONGEST && !HIDDEN.test(plain), "unreadable", { text: "" });
  return refusedAs(
    () => parse_record(plain),
    ({ reason: { params } }) => new Fault("unreadable", { text: params.why ?? "" }),
  );
}

/** A list like "0:… 2:…": each seat at most once, in order, and only existing seats. */
function bySeat(record: PlayRecord, name: string, seats: number): Map<number, string> {
  const words = (record.headers[name] ?? "").split(" ").filter(Boolean);
  need(
    words.every((word) => /^[0-9]:[0-9a-f]{64}$/.test(word)),
    "unreadable",
    { text: name },
  );
  const found = new Map(words.map((word) => [Number(word[0]), word.slice(2)]));
  const places = words.map((word) => Number(word[0]));
  need(
    places.every((seat, i) => seat > (places[i - 1] ?? -1)),
    "unreadable",
    { text: name },
  );
  const strange = places.find((seat) => seat >= seats);
  need(strange === undefined, "strange_seat", { seat: strange ?? 0 });
  return found;
}

function hashOf(record: PlayRecord, name: string): string {
  const secret = record.headers[name] ?? "";
  need(SECRET.test(secret), "unreadable", { text: name });
  return commitmentOf(secret);
}

function readPromised(record: PlayRecord, seats: number, hash: string): Promised {
  const header = (name: string) => record.headers[name] ?? "";
  return {
    match: header("DiceMatch"),
    game: header("Game"),
    rules: header("Rules"),
    seats,
    sheets: header("Sheets"),
    first: header("First"),
    bots: record.headers.BotSecret !== undefined ? hashOf(record, "BotSecret") : "",
    attempt: header("DiceAttempt"),
    without: header("DiceWithout"),
    dropped: header("DiceDropped"),
    stopped: header("DiceStopped"),
    hash,
    commitments: bySeat(record, "DiceCommitments", seats),
  };
}

/** Shares are drawn again only if a seat has withheld its own. */
function checkAttempt(promised: Promised): number[] {
  const { attempt, without } = promised;
  need(/^[1-9]$/.test(attempt) && /^([0-9]( [0-9])*)?$/.test(without), "attempts");
  const left = without.split(" ").filter(Boolean).map(Number);
  need(
    left.every((seat, i) => seat < promised.seats && seat > (left[i - 1] ?? -1)),
    "attempts",
  );
  need(Number(attempt) - 1 <= left.length && (attempt !== "1") === left.length > 0, "attempts");
  return left;
}

/** The deals in a header, which must be listed exactly as the promise lists them. */
function dealsOf(record: PlayRecord, name: string): string[] {
  const text = record.headers[name];
  const deals = wordsOf(text ?? "");
  const isList = text === deals.join(" ") && deals.every((deal) => /^[\w-]{1,40}\/[1-9]$/.test(deal));
  need(isList && new Set(deals).size === deals.length, "unreadable", { text: name });
  return deals;
}

/** Every earlier attempt of a match is a dropped deal. */
function checkDropped(deals: readonly string[], { match, attempt }: Promised): void {
  const earlier = Array.from({ length: Number(attempt) - 1 }, (_, i) => dealOf(match, i + 1));
  const own = deals.filter((deal) => deal.startsWith(`${match}/`));
  need(own.sort().join() === earlier.join(), "attempts_hidden");
}

/** The promise of a record, after checking that each share matches its seat's commitment. */
function checkPromise(record: PlayRecord, shares: ReadonlyMap<number, string>, promised: Promised): string[] {
  const { seats } = promised;
  const left = checkAttempt(promised);
  checkDropped(dealsOf(record, "DiceDropped"), promised);
  const isOwn = dealsOf(record, "DiceStopped").some((deal) => deal.startsWith(`${promised.match}/`));
  need(!isOwn, "unreadable", { text: "DiceStopped" });
  for (let seat = 0; seat < seats; seat++) {
    const share = shares.get(seat);
    const bound = promised.commitments.get(seat);
    need(!left.includes(seat) || (share === undefined && bound === undefined), "share_of_left_out", { seat });
    need(share !== undefined || bound === undefined, "share_missing", { seat });
    need(share === undefined || bound !== undefined, "share_unbound", { seat });
    need(share === undefined || commitmentTo(promised, seat, share) === bound, "share_unfit", { seat });
  }
  return promiseLines(promised);
}

/** Compare the receipt of this device with the record. */
function compare(receipt: Receipt, lines: string[], shares: ReadonlyMap<number, string>, replayed: Replayed): void {
  const [fault] = receipt.faults;
  if (fault !== undefined) throw new Fault(`seen_${fault}`);
  const [kept, given] = [labeled(receipt.promise), labeled(lines)];
  for (const label of LABELS) need(kept.get(label) === given.get(label), `other_${label}`);
  for (const [seat, share] of Object.entries(receipt.own)) {
    need(kept.get(`commitment ${seat}`) === given.get(`commitment ${seat}`), "other_own_commitment", { seat });
    need(shares.get(Number(seat)) === share, "other_own_share", { seat });
  }
  need(receipt.promise.join("\n") === lines.join("\n"), "other_commitments");
  for (const [place, text] of Object.entries(receipt.seen)) {
    const turn = Number(place.split(" ")[0]);
    need(replayed.happened.get(place) === text, "other_seen", { turn, seen: text });
  }
}

/** The match of a record before its first throw, by the translated rules. */
async function startOf(record: PlayRecord, context: CheckContext): Promise<Match> {
  const { Game = "", Position, Match: named, DiceMatch } = record.headers;
  const game = await loadGame(Game);
  need(game, "unreadable", { text: "Game" });
  need(record.headers.Rules === String(game.version), "unreadable", { text: "Rules" });
  need(Position === undefined, "position");
  need(DiceMatch === context.match && (named ?? DiceMatch) === DiceMatch, "other_match");
  return refusedAs(
    () => Match.replay(record, 0),
    () => new Fault("seats"),
  );
}

function checkCommitted(record: PlayRecord, start: Match, context: CheckContext): Proof {
  const { seats } = start;
  need(record.headers.DiceConstruction === "dice 3", "construction");
  const hash = hashOf(record, "DiceSeed");
  need(record.headers.DiceHash === hash, "wrong_seed");
  const shares = bySeat(record, "DiceShares", seats);
  const promised = readPromised(record, seats, hash);
  const lines = checkPromise(record, shares, promised);
  const opened = [...shares].map(([seat, share]) => `share ${seat} ${share}`);
  const key = hmacOf(hexToBytes(record.headers.DiceSeed ?? ""), [...lines, ...opened].join("\n"));
  const replayed = replayMatch(start, record, key);
  if (context.receipt) compare(context.receipt, lines, shares, replayed);
  const deal = dealOf(promised.match, promised.attempt);
  return {
    kind: vouchingOf(context.receipt),
    throws: replayed.throws,
    deal,
    dropped: wordsOf(promised.dropped),
    stopped: wordsOf(promised.stopped),
    stoppedAfter: replayed.stopped,
    agreesToStop: context.receipt?.agreesToStop ?? false,
  };
}

/** How much this device can prove about dice that are correct. */
function vouchingOf(receipt: Receipt | null): "checked" | "consistent" | "unheard" {
  if (receipt?.isUnheard) return "unheard";
  return receipt && Object.keys(receipt.own).length > 0 ? "checked" : "consistent";
}

async function check(text: string, context: CheckContext): Promise<Proof> {
  const record = readRecord(text);
  const kind = record.headers.Dice;
  if (context.receipt) need(kind === "committed", "other_paperdice");
  if (kind === "typed" || kind === "unknown" || kind === "seeded") return { kind };
  if (context.receipt) need(record.headers.DiceSeed !== undefined, "no_seed");
  if (record.headers.DiceSeed === undefined) return { kind: "unfinished" };
  return checkCommitted(record, await startOf(record, context), context);
}

/** The result of the check of a record. */
export async function checkDice(text: string, context: CheckContext): Promise<Proof> {
  try {
    return await check(text, context);
  } catch (error) {
    if (error instanceof Fault) return { kind: "broken", fault: error.id, params: error.params };
    throw error;
  }
}

/**
 * The deals that are accounted for by a record of a match that was played to its end: its own, if it is the one that
 * this device took part in, and those that its promise names as dropped or stopped.
 */
export async function settledDeals(text: string, context: CheckContext): Promise<string[]> {
  const proof = await checkDice(text, context);
  if ("deal" in proof) return proof.stoppedAfter === null ? [proof.deal, ...proof.dropped, ...proof.stopped] : [];
  const bare = await checkDice(text, { ...context, receipt: null });
  return "deal" in bare && bare.stoppedAfter === null ? [...bare.dropped, ...bare.stopped] : [];
}
