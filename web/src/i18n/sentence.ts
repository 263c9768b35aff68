// What the dock says and offers, as plain values: one sentence and at most three buttons.

import type { Price } from "../games/game";
import { tableOf } from "../games/tables";
import { joinMarks, quietMove, rerollMove } from "../state/pencil";
import type { Desk, Net } from "../state/state";
import type { View } from "../state/view";
import { hasText, t } from "./index";
import { markName } from "./labels";
import type { NameOf } from "./names";
import { reasonText } from "./reason";

export interface Sentence {
  tag: string;
  text: string;
  isRefusal: boolean;
}

export interface Offer {
  label: string;
  note: string;
  isCost: boolean;
  isEnabled: boolean;
}

export interface Offers {
  undo: string | null;
  quiet: Offer | null;
  go: Offer | null;
  /** What the button at the right does. */
  deed: "done" | "quiet" | "take_back" | "reroll" | "throw" | "none";
}

function list(names: string[]): string {
  return names.join(", ");
}

/** Whose turn it is: "Your turn", "Tom’s turn", or where the game says the seat stands. */
export function turnTag(view: View, nameOf: NameOf): string {
  const own = tableOf(view.game).words.turnTag?.(view);
  if (own) return own;
  if (view.active === view.seat) return t("turn.own");
  return t("turn.other", { name: nameOf(view.active) });
}

function waitText(view: View, nameOf: NameOf): string {
  const others = view.acting.filter((seat) => seat !== view.seat).map(nameOf);
  return others.length > 0 ? t("say.waiting", { names: list(others) }) : t("say.resolving");
}

function whiteSum(view: View): number {
  return view.dice.reduce((sum, die) => sum + (die.name === "w" ? (die.pips ?? 0) : 0), 0);
}

function countMarkable(view: View): number {
  const rows = view.sheets[view.seat ?? 0]?.rows ?? [];
  return rows.reduce((n, row) => n + row.cells.filter((cell) => cell.mark !== null).length, 0);
}

/** The sentence of the phase for the seat that owes a move. */
function ownText(desk: Desk): string {
  const { view } = desk;
  if (view.phase === "reroll") return t(`say.reroll_${view.game}`);
  const { words } = tableOf(view.game);
  if (view.choices.length === 1) return t(words.nothing ?? "say.nothing");
  const special = words.pencilText?.(desk);
  if (special) return special;
  return t(`say.${view.phase}`, { sum: whiteSum(view), n: countMarkable(view) });
}

/** The sentence while somebody else decides. */
function otherText(view: View, nameOf: NameOf): string {
  if (view.phase === "roll") return t("say.roll_other", { name: nameOf(view.active) });
  const own = `say.${view.phase}_other`;
  if (view.acting.length === 1 && view.acting[0] === view.active && hasText(own))
    return t(own, { name: nameOf(view.active) });
  return waitText(view, nameOf);
}

export function sentenceOf(desk: Desk, nameOf: NameOf, net: Net): Sentence {
  const { view } = desk;
  const tag = turnTag(view, nameOf);
  if (net !== "online") return { tag: t(`net.${net}`), text: t("say.offline"), isRefusal: false };
  if (desk.refused?.why) {
    const { why } = desk.refused;
    return { tag: why.rule || t("turn.no"), text: reasonText(why), isRefusal: true };
  }
  if (view.over) return { tag: t("turn.over"), text: t("say.over"), isRefusal: false };
  if (view.choices.length > 0) return { tag, text: ownText(desk), isRefusal: false };
  if (view.phase === "roll" && view.active === view.seat) return { tag, text: t("say.roll"), isRefusal: false };
  return { tag, text: otherText(view, nameOf), isRefusal: false };
}

function offer(label: string, note = "", isCost = false, isEnabled = true): Offer {
  return { label, note, isCost, isEnabled };
}

/** The price of the quiet move, as the words under the button. */
export function priceOf(view: View): Price {
  const own = tableOf(view.game).words.passPrice?.(view);
  if (own) return own;
  if (!view.pass) return { note: t("price.free"), isCost: false };
  const { cost, nth, of, now } = view.pass;
  if (!now) return { note: t(`price.later_${view.game}`, { cost: -cost, nth, of }), isCost: true };
  return {
    note: t(nth === of ? "price.last" : "price.now", { cost: -cost, nth: t(`nth.${nth}`), of: t(`count.${of}`) }),
    isCost: true,
  };
}

function rerollOffers(desk: Desk): Offers {
  const { view } = desk;
  const again = rerollMove(view, desk.picked);
  const canThrow = view.choices.some((move) => move.startsWith("reroll"));
  const throwAll = { label: t("reroll.all"), note: t(`reroll.note_${view.game}`) };
  const { label, note } = tableOf(view.game).words.rerollButton?.(desk.picked.length) ?? throwAll;
  return {
    undo: null,
    quiet: offer(t("reroll.keep"), t("reroll.keep_note")),
    go: canThrow ? offer(label, note, false, again !== null) : null,
    deed: "reroll",
  };
}

/** The buttons for a seat; places never change, only words. */
export function offersOf(desk: Desk, net: Net = "online", isTyped = false): Offers {
  const { view, pencil } = desk;
  const none: Offers = { undo: null, quiet: null, go: null, deed: "none" };
  if (view.sealed !== null) return { ...none, go: offer(t("act.take_back"), sealedNote(view)), deed: "take_back" };
  const isThrowing = view.phase === "roll" && view.active === desk.seat && !isTyped;
  if (isThrowing) return { ...none, go: offer(t("act.throw")), deed: "throw" };
  if (view.choices.length === 0) return none;
  if (view.phase === "reroll") return rerollOffers(desk);
  const price = priceOf(view);
  const word = quietMove(view.choices) === "x" ? t("act.strike") : t("act.pass");
  if (view.choices.length === 1) return { ...none, go: offer(word, price.note, price.isCost), deed: "quiet" };
  const last = pencil.at(-1);
  return {
    undo: last ? markName(last) : null,
    quiet: offer(word, price.note, price.isCost),
    go: offer(
      t(net === "online" ? "act.done" : "act.when_back"),
      last ? t(`done.${view.phase}`, { marks: markName(joinMarks(pencil)) }) : t("done.tap"),
      false,
      !!last,
    ),
    deed: "done",
  };
}

function sealedNote(view: View): string {
  if (view.sealed === null) return "";
  if (view.sealed === "x") return t("act.strike");
  if (view.sealed === "-") return t("act.pass");
  if (view.sealed === "keep") return t("reroll.keep");
  return view.sealed.startsWith("reroll") ? t("reroll.all") : markName(view.sealed);
}
