// The receipt of a match for a later check of its dice: the promise, this device's shares, and everything it saw.

import type { OpenView, State } from "../net/protocol";
import { type Check, isFlag, isId, isLine, listOf, mapOf, shape } from "../state/checks";
import { dealOf, labeled, wordsOf } from "./promise";

export interface Receipt {
  /** The code of the table. */
  code: string;
  /** The promise at the time when this device opened its first share; it never changes within an attempt. */
  promise: string[];
  /** The shares of this device, by seat. */
  own: Record<string, string>;
  /** True if this device had committed to a share, but the promise has none of its shares. */
  isUnheard: boolean;
  /** A breach of the promise by the server that this device saw. */
  faults: string[];
  /** Rolls and moves, by turn and throw or phase: "3 1", "3 white". */
  seen: Record<string, string>;
  /** True if the person has agreed to stop the match before its end. */
  agreesToStop: boolean;
}

const TITLE = "paperdice receipt 1";
const AGREED = "agreed stop";
/** The maximum length of a stored receipt as JSON. */
const MAX_RECEIPT = 64_000;

const isShaped = shape<Receipt>({
  code: isId,
  promise: listOf(isLine),
  own: mapOf(isLine),
  isUnheard: isFlag,
  faults: listOf(isLine),
  seen: mapOf(isLine),
  agreesToStop: isFlag,
});

export const isReceipt: Check<Receipt> = (value): value is Receipt =>
  isShaped(value) && JSON.stringify(value).length <= MAX_RECEIPT;

export function makeReceipt(code: string, promise: string[]): Receipt {
  return { code, promise, own: {}, isUnheard: false, faults: [], seen: {}, agreesToStop: false };
}

export function withFault(receipt: Receipt, fault: string): Receipt {
  return receipt.faults.includes(fault) ? receipt : { ...receipt, faults: [...receipt.faults, fault] };
}

/** The place of an event and its text, as in a record; nothing for events that a record does not contain. */
function placed(notice: State["notices"][number]): [string, string][] {
  if (notice.type === "thrown") return [[`${notice.turn} ${notice.throw}`, notice.roll]];
  if (notice.type !== "resolved") return [];
  return [[`${notice.turn} ${notice.phase}`, notice.moves.filter((move) => move !== null).join(", ")]];
}

/** The receipt with new events; two different messages about one event are a fault. */
export function withNotices(receipt: Receipt, notices: State["notices"]): Receipt {
  const seen = { ...receipt.seen };
  let isContrary = false;
  for (const [place, text] of notices.flatMap(placed)) {
    isContrary ||= (seen[place] ?? text) !== text;
    seen[place] ??= text;
  }
  const noted = Object.keys(seen).length > Object.keys(receipt.seen).length ? { ...receipt, seen } : receipt;
  return isContrary ? withFault(noted, "told_twice") : noted;
}

/** True if all of some words are among others, counted with multiplicity. */
function isPartOf(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  return words.every((word) => left.includes(word) && left.splice(left.indexOf(word), 1));
}

/** The part of a view that shows the dice. */
export type DiceShown = Pick<OpenView, "turn" | "roll" | "dice">;

/** True if the dice of a view are those of the announced throws; a second throw replaces some of the first. */
function isAsTold(seen: Receipt["seen"], view: DiceShown): boolean {
  const thrown = [1, 2].map((nth) => wordsOf(seen[`${view.turn} ${nth}`] ?? ""));
  const [, again = []] = thrown;
  const lying = view.dice.filter((die) => die.face !== null || die.pips !== null);
  const shown = [wordsOf(view.roll), lying.map((die) => die.face ?? ""), lying.map((die) => `${die.color}${die.pips}`)];
  return shown.every((faces) => faces.length === 0 || (isPartOf(faces, thrown.flat()) && isPartOf(again, faces)));
}

/** The receipt after a check of the dice on the screen; a difference from the announced throws is a fault. */
export function withViews(receipt: Receipt, views: DiceShown[]): Receipt {
  return views.every((view) => isAsTold(receipt.seen, view)) ? receipt : withFault(receipt, "told_twice");
}

/** True if a promise may replace an earlier one: shares are drawn again without a seat that withheld its own. */
export function isNewAttempt(receipt: Receipt, promise: readonly string[]): boolean {
  const [before, after] = [labeled(receipt.promise), labeled(promise)];
  const left = (promised: Map<string, string>) => wordsOf(promised.get("without") ?? "");
  const dropped = (promised: Map<string, string>) => wordsOf(promised.get("dropped") ?? "");
  const lost = [...dropped(before), dealOf(before.get("match") ?? "", before.get("attempt") ?? "")];
  const isLater = Number(after.get("attempt")) > Number(before.get("attempt"));
  const isEarned = left(after).length >= Number(after.get("attempt")) - 1;
  const isGrown = left(after).length > left(before).length && left(before).every((seat) => left(after).includes(seat));
  const isBound = (seat: string) => left(before).includes(seat) || before.has(`commitment ${seat}`);
  const isFresh = after.get("hash") !== before.get("hash") && Object.keys(receipt.seen).length === 0;
  const same = ["paperdice", "match", "game", "seats", "sheets", "first", "bots", "stopped"];
  return (
    isLater &&
    isEarned &&
    isGrown &&
    left(after).every(isBound) &&
    isFresh &&
    lost.every((deal) => dropped(after).includes(deal)) &&
    same.every((label) => after.get(label) === before.get(label))
  );
}

/** Parse a text that `formatReceipt` wrote for a table; null if it is not a receipt. */
export function parseReceipt(text: string, code: string): Receipt | null {
  const [title, ...lines] = text.split("\n");
  if (title !== TITLE) return null;
  const receipt = makeReceipt(code, []);
  for (const line of lines.filter((each) => each !== "")) {
    const [label, ...rest] = line.split(" ");
    if (label === "own") receipt.own[rest[0] ?? ""] = rest[1] ?? "";
    else if (label === "fault") receipt.faults.push(rest.join(" "));
    else if (line === AGREED) receipt.agreesToStop = true;
    else if (label === "saw") receipt.seen[rest.slice(0, 2).join(" ")] = rest.slice(2).join(" ");
    else receipt.promise.push(line);
  }
  return receipt;
}

/** The receipt as a file for `check_dice.py` and `paperdice verify`. */
export function formatReceipt(receipt: Receipt): string {
  const own = Object.entries(receipt.own).map(([seat, share]) => `own ${seat} ${share}`);
  const seen = Object.entries(receipt.seen).map(([place, text]) => `saw ${place} ${text}`);
  const faults = receipt.faults.map((fault) => `fault ${fault}`);
  const agreed = receipt.agreesToStop ? [AGREED] : [];
  return [TITLE, ...receipt.promise, ...own, ...faults, ...seen, ...agreed, ""].join("\n");
}
