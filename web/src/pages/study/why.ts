// Moves and reasons of the coach as text, with the page's names for seats and marks.
// Apart from the names, the sentence equals the one that the library builds from the same reasons and texts in
// `why.py`.

import { hasText, type Texts, t } from "../../i18n";
import { markName } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import type { Reason } from "../../state/view";
import { hasStudyText, s } from "./texts";

/** The parts of a sentence: study texts and names of moves. */
interface Words extends Pick<Texts, "say"> {
  nameMove(move: string): string;
}

const WORDS: Words = { say: s, nameMove: moveText };

/** Show a move: "red 5, yellow 4", in words if it marks nothing, and with its dice for a reroll. */
export function moveText(move: string): string {
  const [kind = "", dice = ""] = move.startsWith("reroll") ? move.split(" ") : [move];
  if (hasStudyText(`moves.${kind}`)) return [s(`moves.${kind}`), ...dice].join(" ");
  return markName(move);
}

/** Return one clause; a reroll names its dice in notation. */
function clause({ id, params }: Reason, nameOf: NameOf, words: Words): string {
  const { move, color, seat, gap, points } = params;
  const told = { ...params };
  if (move !== undefined && id !== "throw_again") told.move = words.nameMove(String(move));
  if (color !== undefined && hasText(`colors.${color}`)) told.color = t(`colors.${color}`);
  if (points !== undefined) told.points = String(points).replace("-", "−");
  if (seat !== undefined) told.seat = nameOf(Number(seat));
  if (gap !== undefined) told.gap = String(gap).replace(".", t("language.decimal"));
  return words.say(`why.${id}`, told);
}

/** Return the reasons for or against a choice as one sentence. */
export function whyText(reasons: readonly Reason[], nameOf: NameOf, words: Words = WORDS): string {
  const sentence = reasons.map((reason) => clause(reason, nameOf, words)).join(words.say("names.joint"));
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
