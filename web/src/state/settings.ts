// The settings of this device, and what follows from them: the texts of a language, the theme, and the pace of a table.

import catalogues from "virtual:catalogues";
import { type Catalogue, type Lang, makeTexts, preferredLang, setTexts } from "../i18n";
import type { TableFacts } from "../net/protocol";

type Pace = NonNullable<TableFacts["pace"]>;

export interface Settings {
  /** In a phase with a single mark, a tap sends it without Done. */
  sendAtOnce: boolean;
  /** At tables that this device opens, dice wait for a tap or a shake instead of throwing themselves. */
  ownThrow: boolean;
  showScores: boolean;
  /** A pad explains why a cell cannot be marked; otherwise it only shows that. */
  warn: boolean;
  sound: boolean;
  vibration: boolean;
  notify: boolean;
  /** The delay for following bots and automatic moves. */
  pace: Pace;
  theme: "auto" | "light" | "dark";
  lang: Lang | "auto";
  /** The player's name, e.g. "Mia". */
  name: string;
}

type Part = "first" | "more" | "aside" | "family";
type Load = () => Promise<{ default: Catalogue }>;
/** The texts of each language, in the parts that are loaded one by one. */
export const CATALOGUES = catalogues as Record<Lang, Record<Part | "study", Load>>;
/** The requested parts, the last requested language, and the loaded texts. */
const asked: Set<Part> = new Set();
let current: Lang = "en";
let known: { lang: Lang; catalogue: Catalogue } = { lang: "en", catalogue: {} };

function langOf(settings: Settings): Lang {
  return settings.lang === "auto" ? preferredLang(navigator.languages) : settings.lang;
}

/** Load the texts in the language of the settings: those of the first view, and all parts requested since. */
export async function loadTexts(settings: Settings): Promise<void> {
  current = langOf(settings);
  await loadMore("first");
}

/** Load another part of the texts. */
export async function loadMore(part: Part): Promise<void> {
  const lang = current;
  asked.add(part);
  const loaded = await Promise.all([...asked].map((each) => CATALOGUES[lang][each]()));
  if (lang !== current) return;
  // Another part may have been loaded in the meantime and must be kept.
  const before = known.lang === lang ? known.catalogue : {};
  known = { lang, catalogue: Object.assign({}, before, ...loaded.map(({ default: catalogue }) => catalogue)) };
  setTexts(makeTexts(lang, known.catalogue));
  document.documentElement.lang = lang;
}

/**
 * Media queries that affect the theme besides the settings: print uses the light one, and forced colors override it.
 */
export const DARK = "(prefers-color-scheme: dark)";
export const FORCED = "(forced-colors: active)";
export const PRINT = "print";

export function applyTheme(settings: Settings): void {
  const isAuto = settings.theme === "auto" || matchMedia(FORCED).matches;
  const wished = isAuto ? (matchMedia(DARK).matches ? "dark" : "light") : settings.theme;
  const theme = matchMedia(PRINT).matches ? "light" : wished;
  document.documentElement.dataset.theme = theme;
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme === "dark" ? "#101218" : "#ece6d9");
}
