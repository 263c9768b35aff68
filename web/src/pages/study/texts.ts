// Texts of the coach: loaded with it, and the moves and reasons of its advice in words. Apart from the names of seats
// and marks, a sentence equals the one that the library builds from the same reasons and texts in `why.py`.

import { useEffect, useState } from "preact/hooks";
import { hasText, type Lang, lang, makeTexts, type Params, signed, type Texts, t } from "../../i18n";
import { markName } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import { CATALOGUES, loadMore } from "../../state/settings";
import type { Reason } from "../../state/view";

let texts: Texts | null = null;

/** Return a study text; empty until the texts are loaded. */
export function s(id: string, params?: Params): string {
  return texts?.say(id, params) ?? "";
}

/** Whether the study texts are loaded and contain this id. */
function hasStudyText(id: string): boolean {
  return texts?.has(id) ?? false;
}

/** Load the texts of a language, and those of the Qwixx family, which name marks. */
export async function loadStudyTexts(wanted: Lang): Promise<void> {
  const [{ default: catalogue }] = await Promise.all([CATALOGUES[wanted].study(), loadMore("family")]);
  texts = makeTexts(wanted, catalogue);
}

/**
 * Load the texts of the page's language; return whether any are loaded. If loading fails, the previous ones are kept.
 */
export function useStudyTexts(): boolean {
  const [, redraw] = useState(0);
  const wanted = lang();
  useEffect(() => {
    if (texts?.lang === wanted) return;
    loadStudyTexts(wanted).then(
      () => redraw((n) => n + 1),
      () => {}, // the previous language is kept
    );
  }, [wanted]);
  return texts !== null;
}

/** Format a number with one decimal, and with a sign if it is a change. */
function decimal(value: number, isChange: boolean): string {
  const rounded = Math.round(value * 10) / 10;
  const text = Math.abs(rounded).toLocaleString(lang(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (rounded < 0) return signed(-1).replace("1", "") + text;
  return isChange && rounded > 0 ? `+${text}` : text;
}

/** Format a value: "63.2 %" of chance, or points in solo. */
export function worth(value: number, unit: string): string {
  return unit === "chance" ? s("study.percent", { n: decimal(100 * value, false) }) : decimal(value, false);
}

/** Format a change: "+3.1", in percentage points, or in points in solo. */
export function change(value: number, unit: string): string {
  return decimal(unit === "chance" ? 100 * value : value, true);
}

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
