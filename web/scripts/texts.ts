// Convert the catalogues of src/paperdice/texts to one flat table per language for the page.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import type { Catalogue, Entry } from "../src/i18n/index.ts";
import { LANGUAGES } from "../src/net/protocol/commands.ts";

export const TEXTS_DIR = join(import.meta.dirname, "../../src/paperdice/texts");
const PLURALS = new Set(["zero", "one", "two", "few", "many", "other"]);

function isPlural(value: object): value is Record<string, string> {
  return Object.keys(value).every((key) => PLURALS.has(key));
}

/** Return nested tables as one table with dotted ids; a table of plural forms is kept as it is. */
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

/** The files with the texts of coach, review and exercises, which the page loads when one of these is opened. */
const STUDY = ["study.toml", "study_page.toml"];

/** Return the files of one language without those of the study. */
export function textFiles(lang: string): string[] {
  const folder = join(TEXTS_DIR, lang);
  const names = readdirSync(folder).filter((name) => name.endsWith(".toml") && !STUDY.includes(name));
  return names.sort().map((name) => join(folder, name));
}

/** Return the files of the study in one language. */
export function studyFiles(lang: string): string[] {
  return STUDY.map((name) => join(TEXTS_DIR, lang, name));
}

/** Put non-breaking spaces before signs that follow a space, as in French; those before ; ! and ? are narrow. */
function joinSigns(text: string): string {
  return text
    .replace(/ (?=[;!?])/g, "\u202f")
    .replace(/ (?=[:»])/g, "\u00a0")
    .replace(/« /g, "«\u00a0");
}

/** Put non-breaking spaces between numbers and their units. */
function joinUnits(text: string): string {
  return text.replace(/(\}|\d) (?=(?:%|s|h|mm|Std\.)[\s".,:)])/g, "$1\u00a0");
}

export function readTexts(lang: string, files = textFiles(lang)): Catalogue {
  const read = (file: string) => joinUnits(readFileSync(file, "utf8"));
  const { language } = parse(read(join(TEXTS_DIR, lang, "library.toml"))) as { language: { signs: string } };
  const areApart = language.signs === "apart";
  const tables = files.map((file) => flatten(parse(areApart ? joinSigns(read(file)) : read(file))));
  return Object.assign({}, ...tables);
}

export type Part = "first" | "more" | "aside" | "family";
/** Tables that the first view needs; the others are loaded with the next page. */
const FIRST = new Set(
  "bot bot_name colored colors dialog dice_kind game home mark option page people play reasons seats sheet_name turn".split(
    " ",
  ),
);
/** Texts that the first view needs from other tables. */
const FIRST_TEXTS = new Set(["settings.title"]);
/** Tables of pages that are seldom opened. */
const ASIDE = new Set(["broken", "challenge", "evening", "history", "learn", "own", "tip"]);
/** Texts about the check of the dice that are needed before its other texts are loaded. */
const BEFORE_PROOF = new Set(["proof.checking", "proof.lost"]);
/** Tables that only sheets of the Qwixx family need. */
const FAMILY = new Set(["family", "sheets"]);

/** Return the part to which the text with this id belongs. */
export function partOf(id: string): Part {
  const table = id.split(".")[0] ?? "";
  if (FAMILY.has(table)) return "family";
  if (table === "proof") return BEFORE_PROOF.has(id) ? "more" : "aside";
  return FIRST.has(table) || FIRST_TEXTS.has(id) ? "first" : ASIDE.has(table) ? "aside" : "more";
}

const PARTS = ["first", "more", "aside", "family", "study"];

/** Return a module that loads the parts of each language, which are separate files. */
function loaders(): string {
  const nameOf = (part: string, lang: string) => (part === "first" ? lang : `${part}-${lang}`);
  const load = (lang: string) => (part: string) => `${part}: () => import("virtual:texts/${nameOf(part, lang)}")`;
  const languages = Object.keys(LANGUAGES).map((lang) => `${lang}: { ${PARTS.map(load(lang)).join(", ")} }`);
  return `export default { ${languages.join(", ")} }`;
}

/** Serve `virtual:texts/en` for the first view, `more-en`, `study-en` and so on; `virtual:catalogues` loads them. */
export function texts(): Plugin {
  const [prefix, catalogues] = ["virtual:texts/", "virtual:catalogues"];
  return {
    name: "paperdice-texts",
    resolveId: (id) => (id.startsWith(prefix) || id === catalogues ? `\0${id}` : null),
    load(id) {
      if (id === `\0${catalogues}`) return loaders();
      if (!id.startsWith(`\0${prefix}`)) return null;
      const lang = id.slice(-2);
      const part = id.slice(prefix.length + 1, -3) || "first";
      const files = part === "study" ? studyFiles(lang) : textFiles(lang);
      for (const file of files) this.addWatchFile(file);
      const isWanted = (each: string) => part === "study" || partOf(each) === part;
      const found = Object.entries(readTexts(lang, files)).filter(([each]) => isWanted(each));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(found)))})`;
    },
  };
}
