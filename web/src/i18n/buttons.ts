// The buttons of the dock, as plain values: at most three, in fixed places.

import { tableOf } from "../games";
import type { Price } from "../games/game";
import type { NetStatus } from "../net/connection";
import { isHeld, type OwnSeat } from "../state/ownSeat";
import { joinMarks, quietMove, rerollMove } from "../state/pencil";
import type { View } from "../state/view";
import { t } from "./index";
import { markName, shortMark } from "./labels";

const MANY_MARKS = 2;

export interface ButtonText {
  label: string;
  note: string;
  isCost: boolean;
  isEnabled: boolean;
}

/** The chip at the left: it erases the last pencil mark, or takes back the sealed move. */
export interface UndoText {
  label: string;
  note: string;
  action: "undo" | "take_back";
}

export interface Buttons {
  undo: UndoText | null;
  /** The move that marks nothing; "keep" in a reroll. */
  quiet: ButtonText | null;
  go: ButtonText | null;
  /** The action of the right button, if it is enabled. */
  action: "done" | "reroll";
}

function button(label: string, note = "", isCost = false, isEnabled = true): ButtonText {
  return { label, note, isCost, isEnabled };
}

/** The price of the quiet move, as the text below the button. */
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

function inert(label: string, note = ""): ButtonText {
  return button(label, note, false, false);
}

function rerollButtons(own: OwnSeat): Buttons {
  const { view } = own;
  const again = rerollMove(view, own.picked);
  const canThrow = view.choices.some((move) => move.startsWith("reroll"));
  const throwAll = { label: t("reroll.all"), note: t(`reroll.note_${view.game}`) };
  const { label, note } = tableOf(view.game).words.rerollButton?.(own.picked.length) ?? throwAll;
  return {
    undo: null,
    quiet: button(t("reroll.keep"), t("reroll.keep_note")),
    go: canThrow ? button(label, note, false, again !== null) : null,
    action: "reroll",
  };
}

/** The buttons while there is nothing to decide: they keep their places and names. */
function restingButtons(own: OwnSeat): Buttons {
  const { view } = own;
  const isBefore = view.phase === "roll" && view.active === own.seat;
  const word = t(tableOf(view.game).sheet.strikes ? "act.strike" : "act.pass");
  const canUndo = view.sealed !== null && (view.acting.length > 0 || isHeld(own));
  return {
    undo: canUndo ? { label: t("act.take_back"), note: sealedNote(view), action: "take_back" } : null,
    quiet: inert(word, isBefore ? t("act.after_throw") : ""),
    go: inert(t("act.done")),
    action: "done",
  };
}

/** The buttons for a seat: their labels change, and whether they act, never their places. */
export function buttonsOf(own: OwnSeat, net: NetStatus = "online", isTyped = false): Buttons {
  const { view, pencil } = own;
  if (view.over || (isTyped && view.phase === "roll")) return { undo: null, quiet: null, go: null, action: "done" };
  if (view.choices.length === 0) return restingButtons(own);
  if (view.phase === "reroll") return rerollButtons(own);
  const price = priceOf(view);
  const word = quietMove(view.choices) === "x" ? t("act.strike") : t("act.pass");
  const last = pencil.at(-1);
  const canMark = view.choices.length > 1;
  return {
    undo: last ? { label: shortMark(last), note: t("act.undo"), action: "undo" } : null,
    quiet: button(word, price.note, price.isCost),
    go: button(
      t(net === "online" ? "act.done" : "act.when_back"),
      last ? doneNote(view, pencil) : canMark ? t("done.tap") : "",
      false,
      !!last,
    ),
    action: "done",
  };
}

/** The move that Done sends, spelled out if it is short. */
function doneNote(view: View, pencil: readonly string[]): string {
  if (pencil.length > MANY_MARKS) return t("done.many", { n: pencil.length });
  return t(`done.${view.phase}`, { marks: markName(joinMarks(pencil)) });
}

function sealedNote(view: View): string {
  if (view.sealed === null) return "";
  if (view.sealed === "x") return t("act.strike");
  if (view.sealed === "-") return t("act.pass");
  if (view.sealed === "keep") return t("reroll.keep");
  if (view.sealed.startsWith("reroll")) return t("reroll.all");
  const n = view.sealed.split(" ").length;
  return n > MANY_MARKS ? t("done.many", { n }) : markName(view.sealed);
}
