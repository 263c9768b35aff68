// Texts by id, in the language of the page, with plural forms and named parameters.

import { Fragment, h, type VNode } from "preact";
import { LANGUAGES } from "../net/protocol";

export type Lang = keyof typeof LANGUAGES;
export const LANGS = Object.keys(LANGUAGES) as readonly Lang[];

export type Params = Record<string, string | number>;
/** A text, or one text per plural category of the parameter `n`. */
export type Entry = string | Record<string, string>;
export type Catalogue = Record<string, Entry>;

export interface Texts {
  lang: Lang;
  say(id: string, params?: Params): string;
  has(id: string): boolean;
  /** The texts of a table by their keys, in order. */
  under(table: string): Record<string, string>;
}

/** Build the texts of one language from its flat catalogue. */
export function makeTexts(lang: Lang, catalogue: Catalogue): Texts {
  const plural = new Intl.PluralRules(lang);
  function pick(entry: Entry, params: Params): string {
    if (typeof entry === "string") return entry;
    return entry[plural.select(Math.abs(Number(params.n ?? 0)))] ?? entry.other ?? "";
  }
  function say(id: string, params: Params = {}): string {
    const entry = catalogue[id];
    if (entry === undefined) return id;
    return fillIn(pick(entry, params), params);
  }
  function under(table: string): Record<string, string> {
    const ids = Object.keys(catalogue).filter((id) => id.startsWith(`${table}.`));
    return Object.fromEntries(ids.map((id) => [id.slice(table.length + 1), say(id)]));
  }
  return { lang, say, has: (id) => id in catalogue, under };
}

/** Fill parameters into "{name}" placeholders; negative numbers get a real minus sign. */
function fillIn(sentence: string, params: Params): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    if (value === undefined) return place;
    return typeof value === "number" ? signed(value) : value;
  });
}

/** Format a number: −5 with a real minus sign. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** Format a date in the language of the page: "17 Nov 2026". */
export function dayText(day: number | string): string {
  return new Date(day).toLocaleDateString(current.lang, { day: "numeric", month: "short", year: "numeric" });
}

/** Return the first supported language of the browser, by default English. */
export function preferredLang(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    const found = LANGS.find((lang) => tag.toLowerCase().split("-")[0] === lang);
    if (found) return found;
  }
  return "en";
}

// A page has one language at a time, so the texts are a module variable instead of a property of every component.
let current: Texts = makeTexts("en", {});

export function setTexts(texts: Texts): void {
  current = texts;
}

export function lang(): Lang {
  return current.lang;
}

export function t(id: string, params?: Params): string {
  return current.say(id, params);
}

export function hasText(id: string): boolean {
  return current.has(id);
}

/** Return all texts of a table, by their keys. */
export function textsUnder(table: string): Record<string, string> {
  return current.under(table);
}

/** Render a text, with its **bold** parts in bold. */
export function rich(sentence: string): VNode {
  const parts = sentence.split("**").map((part, i) => (i % 2 === 1 ? h("b", null, part) : part));
  return h(Fragment, null, ...parts);
}
