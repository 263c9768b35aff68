// The prompt of the dock, as plain values: whose turn it is, and one sentence.

import { tableOf } from "../games";
import type { NetStatus } from "../net/connection";
import { isHeld, type OwnSeat } from "../state/ownSeat";
import { joinMarks, marksOf } from "../state/pencil";
import type { Urge } from "../state/table";
import type { View } from "../state/view";
import { moveWords } from "./announce";
import { hasText, t } from "./index";
import { markName } from "./labels";
import type { NameOf } from "./names";
import { reasonText } from "./reason";

export interface Prompt {
  tag: string;
  text: string;
  isRefusal: boolean;
  /** True if everyone is waiting for this seat. */
  isUrgent?: boolean;
}

/** The circumstances of a prompt besides the view of a seat. */
export interface PromptSide {
  /** True if the dice wait for their player instead of throwing themselves. */
  waitForHand?: boolean;
  /** True if this device can be shaken to throw. */
  canShake?: boolean;
  /** The move that was played because time ran out; null if none was. */
  timedOut?: string | null;
  /** Set once everyone is waiting for this seat; `by` is the seat that has nudged it. */
  urge?: Urge | null;
}

/** A table with real dice, and its seats that cannot throw them. */
export interface RealDice {
  bots: readonly number[];
}

/** White sums that begin with a vowel when spoken in English: an eight, an eleven. */
const WITH_AN: readonly number[] = [8, 11];

/** The sentences of sealed moves that mark nothing. */
const SEALED: Record<string, string> = { "-": "say.passed", x: "say.struck", keep: "say.kept" };
/** The number of characters that fit into one line on a small phone. */
const ONE_LINE = 42;
/** More marks are counted instead of named. */
const MANY_MARKS = 2;

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
  return others.length > 0 ? t("say.waiting", { names: list(others) }) : t("say.all_moved");
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

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The sealed move in a sentence: "Red 9 it is." */
function sealedText(move: string): string {
  if (move === "-" || move === "x" || move === "keep") return t(SEALED[move] ?? "");
  if (move.startsWith("reroll")) return t("say.throwing");
  const n = move.split(" ").length;
  return capitalized(t("say.it_is", { marks: n > MANY_MARKS ? t("done.many", { n }) : markName(move) }));
}

/** The prompt once the player's move is sealed, and nobody else is awaited. */
function goingOn(own: OwnSeat, move: string): string {
  // If dice lie on the sheet, a sign in the dock takes the room of these words.
  const saysHow = isHeld(own) && !tableOf(own.view.game).dice.lieOnRows;
  return saysHow ? `${sealedText(move)} ${t("say.go_on")}` : sealedText(move);
}

/** The prompt to throw, also for another seat: real dice are typed in, for bots too. */
function rollText(view: View, nameOf: NameOf, realDice: RealDice | null, side: PromptSide): string {
  const name = nameOf(view.active);
  if (view.active === view.seat) {
    if (realDice) return t("say.roll_typed");
    return t(side.waitForHand === false ? "say.roll_itself" : side.canShake ? "say.roll_shake" : "say.roll");
  }
  return t(realDice?.bots.includes(view.active) ? "say.roll_typed_bot" : "say.roll_other", { name });
}

/** The prompt while another player decides. */
function otherText(view: View, nameOf: NameOf): string {
  const id = `say.${view.phase}_other`;
  if (view.acting.length === 1 && view.acting[0] === view.active && hasText(id))
    return t(id, { name: nameOf(view.active) });
  return waitText(view, nameOf);
}

/** The prompt that everyone is waiting for this seat: who nudges it, and what it has pencilled, if there is room. */
function urgeText({ pencil }: OwnSeat, nameOf: NameOf, { by }: Urge): string {
  const nudge = by === null ? "" : t("say.nudged", { name: nameOf(by) });
  if (pencil.length === 0) return nudge;
  const marks = capitalized(t("hear.pencilled", { marks: markName(joinMarks(pencil)) }));
  const both = `${nudge} ${marks}.`.trim();
  return both.length > ONE_LINE && nudge ? nudge : both;
}

/** The prompt of the dock; `realDice` is null at a table that throws them itself. */
export function promptOf(
  own: OwnSeat,
  nameOf: NameOf,
  net: NetStatus,
  realDice: RealDice | null = null,
  side: PromptSide = {},
): Prompt {
  const { view } = own;
  const tag = side.timedOut ? t("turn.time_up", { move: moveWords(side.timedOut) }) : turnTag(view, nameOf);
  if (net !== "online") return { tag: t(`net.${net}`), text: t("say.offline"), isRefusal: false };
  if (own.refused?.why) {
    const { why } = own.refused;
    return { tag: t("turn.no"), text: reasonText(why), isRefusal: true };
  }
  if (view.over) return { tag: t("turn.over"), text: t("say.over"), isRefusal: false };
  const { urge } = side;
  if (urge) {
    const usual = view.phase === "roll" ? rollText(view, nameOf, realDice, side) : ownText(own);
    const isLast = view.acting.length < 2;
    return {
      tag: isLast ? t("turn.urged") : tag,
      text: urgeText(own, nameOf, urge) || usual,
      isRefusal: false,
      isUrgent: true,
    };
  }
  if (view.choices.length > 0) return { tag, text: ownText(own), isRefusal: false };
  if (own.isThrowing) return { tag, text: t("say.throwing"), isRefusal: false };
  if (view.phase === "roll") {
    const isForOther = own.throwsForAll && view.active !== own.seat && !realDice;
    const forOther = t("say.roll_for", { name: nameOf(view.active) });
    return { tag, text: isForOther ? forOther : rollText(view, nameOf, realDice, side), isRefusal: false };
  }
  if (view.sealed !== null && view.acting.length === 0) {
    return { tag, text: goingOn(own, view.sealed), isRefusal: false };
  }
  return { tag, text: otherText(view, nameOf), isRefusal: false };
}
