// The texts of the study, which are loaded with it, in the language of the page.

import { useEffect, useState } from "preact/hooks";
import { type Catalogue, type Lang, lang, makeTexts, type Params, signed, type Texts } from "../../i18n";
import { loadMore } from "../../state/appearance";

const CATALOGUES: Record<Lang, () => Promise<{ default: Catalogue }>> = {
  en: () => import("virtual:texts/study-en"),
  fr: () => import("virtual:texts/study-fr"),
  de: () => import("virtual:texts/study-de"),
};

let texts: Texts | null = null;

/** A sentence of the study; nothing while its texts are on their way. */
export function s(id: string, params?: Params): string {
  return texts?.say(id, params) ?? "";
}

/** Whether the study has a sentence of this id, and its texts are there. */
export function hasStudyText(id: string): boolean {
  return texts?.has(id) ?? false;
}

/** Loads the texts of a language, and what names the marks of all sheets, which are told before a sheet is drawn. */
export async function loadStudyTexts(wanted: Lang): Promise<void> {
  const [{ default: catalogue }] = await Promise.all([CATALOGUES[wanted](), loadMore("family")]);
  texts = makeTexts(wanted, catalogue);
}

/** Follows the language of the page, and tells whether there are texts: where new ones do not come, the old ones stay. */
export function useStudyTexts(): boolean {
  const [, redraw] = useState(0);
  const wanted = lang();
  useEffect(() => {
    if (texts?.lang === wanted) return;
    loadStudyTexts(wanted).then(
      () => redraw((n) => n + 1),
      () => {}, // the sentences stay in the language that is there
    );
  }, [wanted]);
  return texts !== null;
}

/** A number with one digit after the point, as the language writes it, with a sign if it is a change. */
function decimal(value: number, isChange: boolean): string {
  const rounded = Math.round(value * 10) / 10;
  const text = Math.abs(rounded).toLocaleString(lang(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (rounded < 0) return signed(-1).replace("1", "") + text;
  return isChange && rounded > 0 ? `+${text}` : text;
}

/** What something is worth: "63.2 %" of chance, or points in a match alone. */
export function worth(value: number, unit: string): string {
  return unit === "chance" ? s("study.percent", { n: decimal(100 * value, false) }) : decimal(value, false);
}

/** What something has changed: "+3.1", in percentage points, or in points in a match alone. */
export function change(value: number, unit: string): string {
  return decimal(unit === "chance" ? 100 * value : value, true);
}
