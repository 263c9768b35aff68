// Moves and reasons of the coach in words, with seats by the names that the page gives them.

import { hasText, lang, type Params, t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import type { Reason } from "../../state/view";
import { s } from "./texts";

type Say = (id: string, params?: Params) => string;

/** The ids of the words for moves that mark nothing. */
const QUIET: Record<string, string> = { "-": "pass", x: "strike", keep: "keep", reroll: "reroll" };

/** A move for the eye: "r5 y4", or words where nothing is marked. */
export function moveText(move: string, say: Say = s): string {
  return QUIET[move] ? say(`moves.${QUIET[move]}`) : move;
}

/** A clause; which dice are thrown again is told by the move itself, as its notation writes it. */
function clause({ id, params }: Reason, nameOf: NameOf, say: Say): string {
  const { move, color, seat, gap } = params;
  const words = { ...params };
  if (move !== undefined && id !== "throw_again") words.move = moveText(String(move), say);
  if (color !== undefined && hasText(`colors.${color}`)) words.color = t(`colors.${color}`);
  if (seat !== undefined) words.seat = nameOf(Number(seat));
  if (gap !== undefined && lang() !== "en") words.gap = String(gap).replace(".", ",");
  return say(`why.${id}`, words);
}

/** Why a choice is good or not, as one sentence. */
export function whyText(reasons: readonly Reason[], nameOf: NameOf, say: Say = s): string {
  const sentence = reasons.map((reason) => clause(reason, nameOf, say)).join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
