// What this device keeps of a match to check its dice later: the promise, its own shares, and all that it saw.

import type { OpenView, State } from "../net/protocol";
import { type Check, isFlag, isId, isLine, listOf, mapOf, shape } from "../state/checks";
import { dealOf, labeled, wordsOf } from "./promise";

export interface Receipt {
  /** The code of the table. */
  code: string;
  /** The promise as it stood when the first own share was opened; it never changes within an attempt. */
  promise: string[];
  /** The own shares, by seat. */
  own: Record<string, string>;
  /** True if this device had bound itself, but no share of its own is in the promise. */
  isUnheard: boolean;
  /** What the server did against the promise before the eyes of this device. */
  faults: string[];
  /** What lay or was played, by turn and throw or phase: "3 1", "3 white". */
  seen: Record<string, string>;
}

const TITLE = "paperdice receipt 1";
/** The longest receipt, as JSON, that is kept. */
const MAX_RECEIPT = 64_000;

const isShaped = shape<Receipt>({
  code: isId,
  promise: listOf(isLine),
  own: mapOf(isLine),
  isUnheard: isFlag,
  faults: listOf(isLine),
  seen: mapOf(isLine),
});

export const isReceipt: Check<Receipt> = (value): value is Receipt =>
  isShaped(value) && JSON.stringify(value).length <= MAX_RECEIPT;

export function makeReceipt(code: string, promise: string[]): Receipt {
  return { code, promise, own: {}, isUnheard: false, faults: [], seen: {} };
}

export function withFault(receipt: Receipt, fault: string): Receipt {
  return receipt.faults.includes(fault) ? receipt : { ...receipt, faults: [...receipt.faults, fault] };
}

/** Where something happened, and what, as a record has it; nothing for what it does not have. */
function placed(notice: State["notices"][number]): [string, string][] {
  if (notice.type === "thrown") return [[`${notice.turn} ${notice.throw}`, notice.roll]];
  if (notice.type !== "resolved") return [];
  return [[`${notice.turn} ${notice.phase}`, notice.moves.filter((move) => move !== null).join(", ")]];
}

/** The receipt with what was told since; something told twice and differently is a fault. */
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

/** True if all of some words are among others, each as often as it is there. */
function isPartOf(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  return words.every((word) => left.includes(word) && left.splice(left.indexOf(word), 1));
}

/** As much of a view as shows the dice. */
export type DiceShown = Pick<OpenView, "turn" | "roll" | "dice">;

/** True if the dice of a view are those that were told to be thrown; after a second throw some of the first are gone. */
function isAsTold(seen: Receipt["seen"], view: DiceShown): boolean {
  const thrown = [1, 2].map((nth) => wordsOf(seen[`${view.turn} ${nth}`] ?? ""));
  const [, again = []] = thrown;
  const lying = view.dice.filter((die) => die.face !== null || die.pips !== null);
  const shown = [wordsOf(view.roll), lying.map((die) => die.face ?? ""), lying.map((die) => `${die.color}${die.pips}`)];
  return shown.every((faces) => faces.length === 0 || (isPartOf(faces, thrown.flat()) && isPartOf(again, faces)));
}

/** The receipt after a look at the dice on the screen; if they are not those that were told, that is a fault. */
export function withViews(receipt: Receipt, views: DiceShown[]): Receipt {
  return views.every((view) => isAsTold(receipt.seen, view)) ? receipt : withFault(receipt, "told_twice");
}

/** True if a promise may take the place of an earlier one: shares are drawn anew without a seat that kept its own. */
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
  const same = ["paperdice", "match", "game", "seats", "sheets", "first", "bots"];
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
  return [TITLE, ...receipt.promise, ...own, ...faults, ...seen, ""].join("\n");
}
