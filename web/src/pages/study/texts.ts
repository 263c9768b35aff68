// The texts of coach, review and exercises, in the language of the page; loaded with them.

import { useEffect, useState } from "preact/hooks";
import { type Lang, lang, makeTexts, type Params, signed, type Texts } from "../../i18n";
import { CATALOGUES, loadMore } from "../../state/appearance";

let texts: Texts | null = null;

/** Return a study text; empty until the texts are loaded. */
export function s(id: string, params?: Params): string {
  return texts?.say(id, params) ?? "";
}

/** Whether the study texts are loaded and contain this id. */
export function hasStudyText(id: string): boolean {
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
