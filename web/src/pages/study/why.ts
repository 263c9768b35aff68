// Moves and reasons of the coach in words, with seats and marks by the names that the page gives them.
// The sentence is else the one that the library makes of the same reasons and the same texts, see `why.py`.

import { hasText, lang, type Texts, t } from "../../i18n";
import { markName } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import type { Reason } from "../../state/view";
import { hasStudyText, s } from "./texts";

/** What a sentence is made of: the texts of the study, and what moves are called. */
interface Words extends Pick<Texts, "say"> {
  nameMove(move: string): string;
}

const WORDS: Words = { say: s, nameMove: moveText };

/** A move for the eye: "red 5, yellow 4", words where nothing is marked, and of a second throw its dice. */
export function moveText(move: string): string {
  const [kind = "", dice = ""] = move.startsWith("reroll") ? move.split(" ") : [move];
  if (hasStudyText(`moves.${kind}`)) return [s(`moves.${kind}`), ...dice].join(" ");
  return markName(move);
}

/** A clause; which dice are thrown again is told by the move itself, as its notation writes it. */
function clause({ id, params }: Reason, nameOf: NameOf, words: Words): string {
  const { move, color, seat, gap, points } = params;
  const told = { ...params };
  if (move !== undefined && id !== "throw_again") told.move = words.nameMove(String(move));
  if (color !== undefined && hasText(`colors.${color}`)) told.color = t(`colors.${color}`);
  if (points !== undefined) told.points = String(points).replace("-", "−");
  if (seat !== undefined) told.seat = nameOf(Number(seat));
  if (gap !== undefined && lang() !== "en") told.gap = String(gap).replace(".", ",");
  return words.say(`why.${id}`, told);
}

/** Why a choice is good or not, as one sentence. */
export function whyText(reasons: readonly Reason[], nameOf: NameOf, words: Words = WORDS): string {
  const sentence = reasons.map((reason) => clause(reason, nameOf, words)).join(words.say("names.joint"));
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
