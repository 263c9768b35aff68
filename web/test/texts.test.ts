import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { partOf, readTexts, studyFiles } from "../scripts/texts";
import { LANGS } from "../src/i18n";

const SRC = join(import.meta.dirname, "../src");
const english = readTexts("en");
/** Tables also used outside the page. */
const SHARED = ["language.", "colors.", "phases.", "ends.", "drawing.", "reasons."];

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) ? [readFileSync(path, "utf8")] : [];
  });
}

const code = sources(SRC).join("\n");
const literals = new Set([...code.matchAll(/"([a-z_]+(?:\.[A-Za-z0-9_]+)+)"/g)].map((match) => match[1] ?? ""));
/** Ids composed at run time, as patterns: t(`say.${phase}`) becomes say.*. */
const patterns = [...code.matchAll(/`([a-z_]+\.[^`\s]*\$\{[^`]*)`/g)].map((match) => {
  const text = (match[1] ?? "").replace(/\$\{[^}]*\}/g, "*");
  return new RegExp(
    `^${text
      .split("*")
      .map((part) => part.replace(/[.]/g, "\\."))
      .join(".+")}$`,
  );
});

function places(entry: string | Record<string, string>): string[] {
  const texts = typeof entry === "string" ? [entry] : Object.values(entry);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "")))].sort();
}

describe("the catalogues", () => {
  for (const lang of LANGS.filter((each) => each !== "en")) {
    const texts = readTexts(lang);
    it(`have the same ids in ${lang}`, () => {
      expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    });
    it(`have the same places in ${lang}`, () => {
      const wrong = Object.keys(english).filter(
        (id) => places(texts[id] ?? "").join() !== places(english[id] ?? "").join(),
      );
      expect(wrong).toEqual([]);
    });
    it(`have every plural form of ${lang}`, () => {
      const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
      const wanted = forms.filter((form) => form !== "many").sort();
      for (const [id, entry] of Object.entries(texts)) {
        if (typeof entry !== "string") expect([id, Object.keys(entry).sort()]).toEqual([id, wanted]);
      }
    });
  }
});

describe("spaces that do not break", () => {
  const french = readTexts("fr");
  it("stand before the signs of French, narrow ones before ; ! and ?", () => {
    expect(french["say.reroll_sixto"]).toBe("Relancer tous les dés\u202f?");
    expect(french["reasons.sheet_missing"]).toBe("«\u00a0{key}\u00a0» manque.");
    expect(french["cell.can"]).toBe("peut être coché\u00a0: {sum}");
    const study = readTexts("fr", studyFiles("fr"));
    const texts = [french, study].flatMap((each) => Object.values(each));
    expect(texts.filter((text) => / [:;!?»]|« /.test(JSON.stringify(text)))).toEqual([]);
  });
  it("stand before a unit in every language", () => {
    expect(["en", "fr", "de"].map((lang) => readTexts(lang)["presence.bot_in"])).toEqual([
      "Bot in {n}\u00a0s",
      "Robot dans {n}\u00a0s",
      "Bot in {n}\u00a0s",
    ]);
  });
});

describe("the page", () => {
  it("uses no id that is missing", () => {
    const tables = new Set(Object.keys(english).map((id) => id.split(".")[0]));
    const missing = [...literals].filter((id) => tables.has(id.split(".")[0]) && !(id in english));
    expect(missing).toEqual([]);
  });
  it("uses every id of its own tables", () => {
    const isUsed = (id: string) => literals.has(id) || patterns.some((pattern) => pattern.test(id));
    const unused = Object.keys(english).filter((id) => !SHARED.some((table) => id.startsWith(table)) && !isUsed(id));
    expect(unused).toEqual([]);
  });
});

/** The files of the first view: the imports of main.tsx, direct and indirect, without lazy ones. */
function firstFiles(): string[] {
  const found = new Set<string>();
  const open = [join(SRC, "main.tsx")];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const folder = dirname(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type )[^;"]*?"(\.[^"]+)"/gm,
    )) {
      const names = ["", ".ts", ".tsx", "/index.ts"].map((ending) => join(folder, path + ending));
      open.push(...names.filter((name) => /\.tsx?$/.test(name) && existsSync(name)));
    }
  }
  return [...found];
}

describe("the first view", () => {
  it("finds its texts in the first part", () => {
    const words = firstFiles()
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const used = [...words.matchAll(/["`]([a-z_]+\.[A-Za-z0-9_.]*(?:\$\{[^`]*)?)["`]/g)].map((match) => match[1] ?? "");
    const tables = new Set(Object.keys(english).map((id) => id.split(".")[0] ?? ""));
    const texts = used.filter((id) => tables.has(id.split(".")[0] ?? ""));
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((id) => partOf(id) !== "first")).toEqual([]);
  });
});

describe("the texts of the study", () => {
  const study = readTexts("en", studyFiles("en"));
  it("are the same in every language", () => {
    for (const lang of LANGS) {
      const texts = readTexts(lang, studyFiles(lang));
      expect(Object.keys(texts).sort()).toEqual(Object.keys(study).sort());
      const wrong = Object.keys(study).filter(
        (id) => places(texts[id] ?? "").join() !== places(study[id] ?? "").join(),
      );
      expect(wrong).toEqual([]);
    }
  });
  it("are all there and all used", () => {
    const wanted = [...code.matchAll(/\bs\(\s*(?:[^")]*\? )?"([a-z_]+\.[a-z_]+)"/g)].map((match) => match[1] ?? "");
    expect(wanted.filter((id) => !(id in study))).toEqual([]);
    const own = Object.keys(study).filter((id) => id.startsWith("study."));
    expect(own.filter((id) => !literals.has(id))).toEqual([]);
  });
});
