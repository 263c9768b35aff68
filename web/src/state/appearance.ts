// Language and theme of the whole page, as the settings and the device wish them.

import { type Lang, makeTexts, preferredLang, setTexts } from "../i18n";
import type { Settings } from "./settings";

const CATALOGUES: Record<Lang, () => Promise<{ default: Record<string, string | Record<string, string>> }>> = {
  en: () => import("virtual:texts/en"),
  fr: () => import("virtual:texts/fr"),
  de: () => import("virtual:texts/de"),
};

function langOf(settings: Settings): Lang {
  return settings.lang === "auto" ? preferredLang(navigator.languages) : settings.lang;
}

export async function loadTexts(settings: Settings): Promise<void> {
  const lang = langOf(settings);
  const { default: catalogue } = await CATALOGUES[lang]();
  setTexts(makeTexts(lang, catalogue));
  document.documentElement.lang = lang;
}

export function applyTheme(settings: Settings): void {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "auto" ? (prefersDark ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme === "dark" ? "#101218" : "#ece6d9");
}
