// Texts of a pad: pending locks and ends, entries that were rubbed out, and the notes of its buttons.

import { GAME_FACTS, type PendingEntry, type TableFacts } from "../net/protocol";
import type { OwnSeat } from "../state/ownSeat";
import { plainEntry, type Reopened, type RubbedOut } from "../state/padEntries";
import type { Color, View } from "../state/view";
import { moveWords } from "./announce";
import { t } from "./index";
import { colorName } from "./labels";
import type { NameOf } from "./names";
import type { Prompt } from "./prompt";

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function colorsOf({ locks }: PendingEntry): string {
  return locks.map((color) => colorName(color as Color)).join(" + ");
}

/** The number of an entry: "x3:r12" gives "12". */
function numberOf(entry: string): string {
  return plainEntry(entry).replace(/^\D+/, "");
}

/** The sentence about an entry that locks a row or ends the match, with its player. */
function deedWords(pending: PendingEntry, seat: number, nameOf: NameOf): string {
  const { text, locks, ends } = pending;
  const name = nameOf(pending.seat);
  const own = pending.seat === seat ? "_own" : "";
  const told = { name, color: colorsOf(pending), number: numberOf(text), move: moveWords(text) };
  if (locks.length > 0) return t(`paper.${ends ? "locks_end" : "locks"}${own}`, told);
  return text === "miss" ? t(`paper.miss_end${own}`, told) : t("paper.ends", told);
}

/** The prompt while a lock or the end is pending: what happened, and what to do until everyone is done. */
export function closingPrompt(own: OwnSeat, facts: TableFacts, nameOf: NameOf): Prompt {
  const pending = facts.pending ?? [];
  const last = pending.at(-1);
  const tag = t(pending.some(({ ends }) => ends) ? "paper.end_tag" : "paper.lock_tag");
  const done = facts.done ?? [];
  if (done.includes(own.seat)) return { tag: t("paper.done"), text: waitingWords(facts, nameOf), isRefusal: false };
  if (!last) return { tag, text: t("paper.closing_soon"), isRefusal: false };
  const canToo = last.seat !== own.seat && last.locks.length > 0 && own.view.choices.includes(last.text);
  const deed = deedWords(last, own.seat, nameOf);
  const todo = canToo ? t("paper.too", { number: numberOf(last.text) }) : t("paper.then");
  return { tag, text: `${deed} ${todo}`, isRefusal: false };
}

/** The seats of people who are there and have not said done. */
export function undone({ seats, done = [] }: TableFacts): number[] {
  const people = seats.filter(({ kind, left, connected }) => kind === "person" && connected && !left);
  return people.map(({ seat }) => seat).filter((seat) => !done.includes(seat));
}

function waitingWords(facts: TableFacts, nameOf: NameOf): string {
  return t("paper.waits", { names: undone(facts).map(nameOf).join(", ") });
}

/** For screen readers: who has said done. */
export function saidWords({ closing, done = [] }: TableFacts, nameOf: NameOf): string {
  return closing && done.length > 0 ? t("paper.said", { names: done.map(nameOf).join(", ") }) : "";
}

/** The note of the button *done*: the effect once everyone is done. */
export function doneNote({ pending = [] }: TableFacts): string {
  if (pending.some(({ ends }) => ends)) return t("paper.ends_when");
  const colors = [...new Set(pending.flatMap(({ locks }) => locks))].map((color) => colorName(color as Color));
  return t("paper.closes", { color: colors.join(" + ") });
}

/** The prompt after a mark was rubbed out: the mark, the cells that are open again, and whether other devices see it. */
export function rubbedPrompt({ was }: RubbedOut, reopened: Reopened, isSeen: boolean): Prompt {
  const open = reopened.length > 0 ? t("paper.reopened", { numbers: reopened.join(", ") }) : "";
  const seen = isSeen ? t("paper.seen") : "";
  const text = [capital(t("paper.gone", { move: moveWords(was) })), open, seen].filter(Boolean).join(" ");
  return { tag: t("paper.rubbed"), text, isRefusal: false };
}

/** The price of the next miss: "−5, second of four"; empty in games without misses. */
export function missNote(view: View, seat: number): string {
  const prices = GAME_FACTS[view.game].missPrices;
  const { misses = 0, max_misses = 0 } = view.sheets[seat] ?? {};
  const [cost, of] = [`−${prices[misses] ?? 0}`, max_misses];
  if (prices.length === 0 || misses >= of) return "";
  if (misses + 1 === of) return t("price.last", { cost });
  return t("price.now", { cost, nth: t(`nth.${misses + 1}`), of: t(`count.${of}`) });
}
