// Turns the catalogues of src/paperdice/texts into one flat table a language for the page.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import type { Catalogue, Entry } from "../src/i18n/index.ts";

export const TEXTS_DIR = join(import.meta.dirname, "../../src/paperdice/texts");
const PLURALS = new Set(["zero", "one", "two", "few", "many", "other"]);

function isPlural(value: object): value is Record<string, string> {
  return Object.keys(value).every((key) => PLURALS.has(key));
}

/** Nested tables as dotted ids; a table of plural forms stays together. */
export function flatten(table: object, prefix = ""): Catalogue {
  const flat: Record<string, Entry> = {};
  for (const [key, value] of Object.entries(table)) {
    const id = prefix + key;
    if (typeof value === "string") flat[id] = value;
    else if (isPlural(value)) flat[id] = value;
    else Object.assign(flat, flatten(value, `${id}.`));
  }
  return flat;
}

/** The files of one language: en.toml, page.en.toml, …; those of the study are loaded when it is opened. */
export function textFiles(lang: string): string[] {
  const isOurs = (name: string) =>
    name === `${lang}.toml` || (name.endsWith(`.${lang}.toml`) && !name.startsWith("study"));
  return readdirSync(TEXTS_DIR)
    .filter(isOurs)
    .sort()
    .map((name) => join(TEXTS_DIR, name));
}

/** What coach, review and exercises say in one language, on the command line too. */
export function studyFiles(lang: string): string[] {
  return ["study", "study_page"].map((name) => join(TEXTS_DIR, `${name}.${lang}.toml`));
}

/** French signs stand apart from their word, by a narrow space before ; ! and ?, and must not begin a line. */
function joinSigns(text: string): string {
  return text
    .replace(/ (?=[;!?])/g, "\u202f")
    .replace(/ (?=[:»])/g, "\u00a0")
    .replace(/« /g, "«\u00a0");
}

/** A number and its unit stay in one line. */
function joinUnits(text: string): string {
  return text.replace(/(\}|\d) (?=(?:%|s|h|mm|Std\.)[\s".,:)])/g, "$1\u00a0");
}

export function readTexts(lang: string, files = textFiles(lang)): Catalogue {
  const read = (file: string) => joinUnits(readFileSync(file, "utf8"));
  const tables = files.map((file) => flatten(parse(lang === "fr" ? joinSigns(read(file)) : read(file))));
  return Object.assign({}, ...tables);
}

export type Part = "first" | "more" | "aside" | "family";
/** Tables that the first view needs; others come with the page that is opened next. */
const FIRST = new Set(
  "bot bot_name colored colors dialog dice_kind game home mark option page people play reasons seats settings sheet_name turn".split(
    " ",
  ),
);
/** Tables of what is opened seldom. */
const ASIDE = new Set(["broken", "challenge", "history", "learn", "own", "tip"]);
/** Of the check of the dice, what is said before its texts are there. */
const BEFORE_PROOF = new Set(["proof.checking", "proof.lost"]);
/** Tables of what only sheets of the Qwixx family say. */
const FAMILY = new Set(["family", "sheets"]);

/** The part that the text of an id travels in. */
export function partOf(id: string): Part {
  const table = id.split(".")[0] ?? "";
  if (FAMILY.has(table)) return "family";
  if (table === "proof") return BEFORE_PROOF.has(id) ? "more" : "aside";
  return FIRST.has(table) ? "first" : ASIDE.has(table) ? "aside" : "more";
}

/** Serves `virtual:texts/en` for the first view, `more-en` and `aside-en` for later, `study-en` for the study, `all-en` for the gallery. */
export function texts(): Plugin {
  const prefix = "virtual:texts/";
  return {
    name: "paperdice-texts",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const lang = id.slice(-2);
      const part = id.slice(prefix.length + 1, -3) || "first";
      const files = part === "study" ? studyFiles(lang) : textFiles(lang);
      for (const file of files) this.addWatchFile(file);
      const isWanted = (each: string) => part === "all" || part === "study" || partOf(each) === part;
      const found = Object.entries(readTexts(lang, files)).filter(([each]) => isWanted(each));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(found)))})`;
    },
  };
}
