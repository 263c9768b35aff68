// The buttons of the dock, as plain values: at most three, in fixed places.

import { tableOf } from "../games";
import type { Price } from "../games/game";
import type { NetStatus } from "../net/connection";
import type { OwnSeat } from "../state/ownSeat";
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

export interface Buttons {
  undo: string | null;
  quiet: ButtonText | null;
  go: ButtonText | null;
  /** The action of the right button. */
  action: "done" | "quiet" | "take_back" | "reroll" | "throw" | "confirm" | "none";
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

/** The buttons for a seat; only their labels change, never their places. */
export function buttonsOf(own: OwnSeat, net: NetStatus = "online", isTyped = false): Buttons {
  const { view, pencil } = own;
  const none: Buttons = { undo: null, quiet: null, go: null, action: "none" };
  if (view.sealed !== null) return sealedButtons(own);
  const isThrowing = view.phase === "roll" && (view.active === own.seat || own.throwsForAll) && !isTyped;
  if (isThrowing) return { ...none, go: button(t("act.throw")), action: "throw" };
  if (view.choices.length === 0) return none;
  if (view.phase === "reroll") return rerollButtons(own);
  const price = priceOf(view);
  const word = quietMove(view.choices) === "x" ? t("act.strike") : t("act.pass");
  if (view.choices.length === 1) return { ...none, go: button(word, price.note, price.isCost), action: "quiet" };
  const last = pencil.at(-1);
  return {
    undo: last ? shortMark(last) : null,
    quiet: button(word, price.note, price.isCost),
    go: button(
      t(net === "online" ? "act.done" : "act.when_back"),
      last ? doneNote(view, pencil) : t("done.tap"),
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

/** After the move: Take back, and while the result is held also Continue, in the place of Done. */
function sealedButtons({ view, isHeld }: OwnSeat): Buttons {
  const back = button(t("act.take_back"), sealedNote(view));
  if (!isHeld) return { undo: null, quiet: null, go: back, action: "take_back" };
  return { undo: null, quiet: back, go: button(t("act.confirm"), t("act.confirm_note")), action: "confirm" };
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
