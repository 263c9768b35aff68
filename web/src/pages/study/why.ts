// Moves and reasons of the coach in words, with seats by the names that the page gives them.
// The sentence is the one that the library makes of the same reasons and the same texts, see `why.py`.

import { hasText, lang, type Texts, t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import type { Reason } from "../../state/view";
import { hasStudyText, s } from "./texts";

type Words = Pick<Texts, "say" | "has">;

const WORDS: Words = { say: s, has: hasStudyText };

/** A move for the eye: "r5 y4", or words where nothing is marked. */
export function moveText(move: string, words: Words = WORDS): string {
  const id = `moves.${move}`;
  return words.has(id) ? words.say(id) : move;
}

/** A clause; which dice are thrown again is told by the move itself, as its notation writes it. */
function clause({ id, params }: Reason, nameOf: NameOf, words: Words): string {
  const { move, color, seat, gap } = params;
  const told = { ...params };
  if (move !== undefined && id !== "throw_again") told.move = moveText(String(move), words);
  if (color !== undefined && hasText(`colors.${color}`)) told.color = t(`colors.${color}`);
  if (seat !== undefined) told.seat = nameOf(Number(seat));
  if (gap !== undefined && lang() !== "en") told.gap = String(gap).replace(".", ",");
  return words.say(`why.${id}`, told);
}

/** Why a choice is good or not, as one sentence. */
export function whyText(reasons: readonly Reason[], nameOf: NameOf, words: Words = WORDS): string {
  const sentence = reasons.map((reason) => clause(reason, nameOf, words)).join(words.say("names.joint"));
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
