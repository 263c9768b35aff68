// The prompt of the dock, as plain values: whose turn it is, and one sentence.

import { tableOf } from "../games";
import type { NetStatus } from "../net/connection";
import type { OwnSeat } from "../state/ownSeat";
import { marksOf } from "../state/pencil";
import type { View } from "../state/view";
import { hasText, t } from "./index";
import type { NameOf } from "./names";
import { reasonText } from "./reason";

export interface Prompt {
  tag: string;
  text: string;
  isRefusal: boolean;
}

/** A table with real dice, and its seats that cannot throw them. */
export interface RealDice {
  bots: readonly number[];
}

/** White sums that begin with a vowel when spoken in English: an eight, an eleven. */
const WITH_AN: readonly number[] = [8, 11];

function list(names: string[]): string {
  return names.join(", ");
}

/** Whose turn it is: "Your turn", "Tom’s turn", or the game's own text. */
function turnTag(view: View, nameOf: NameOf): string {
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

/** The prompt of the phase for a seat that has to move. */
function ownText(own: OwnSeat): string {
  const { view } = own;
  if (view.phase === "reroll") return t(`say.reroll_${view.game}`);
  const { words } = tableOf(view.game);
  if (view.choices.length === 1) return t(words.nothing ?? "say.nothing");
  const special = words.pencilText?.(own);
  if (special) return special;
  const sum = whiteSum(view);
  const id = view.phase === "white" && WITH_AN.includes(sum) ? "say.white_an" : `say.${view.phase}`;
  return t(id, { sum, n: marksOf(view).length });
}

/** The prompt to throw, also for another seat: real dice are typed in, for bots too. */
function rollText(view: View, nameOf: NameOf, realDice: RealDice | null): string {
  const name = nameOf(view.active);
  if (view.active === view.seat) return t(realDice ? "say.roll_typed" : "say.roll");
  return t(realDice?.bots.includes(view.active) ? "say.roll_typed_bot" : "say.roll_other", { name });
}

/** The prompt while another player decides. */
function otherText(view: View, nameOf: NameOf): string {
  const id = `say.${view.phase}_other`;
  if (view.acting.length === 1 && view.acting[0] === view.active && hasText(id))
    return t(id, { name: nameOf(view.active) });
  return waitText(view, nameOf);
}

export function promptOf(own: OwnSeat, nameOf: NameOf, net: NetStatus, realDice: RealDice | null = null): Prompt {
  const { view } = own;
  const tag = turnTag(view, nameOf);
  if (net !== "online") return { tag: t(`net.${net}`), text: t("say.offline"), isRefusal: false };
  if (own.refused?.why) {
    const { why } = own.refused;
    return { tag: t("turn.no"), text: reasonText(why), isRefusal: true };
  }
  if (view.over) return { tag: t("turn.over"), text: t("say.over"), isRefusal: false };
  if (view.choices.length > 0) return { tag, text: ownText(own), isRefusal: false };
  if (view.phase === "roll") {
    const isForOther = own.throwsForAll && view.active !== own.seat && !realDice;
    const text = isForOther ? t("say.roll_for", { name: nameOf(view.active) }) : rollText(view, nameOf, realDice);
    return { tag, text, isRefusal: false };
  }
  return { tag, text: otherText(view, nameOf), isRefusal: false };
}
