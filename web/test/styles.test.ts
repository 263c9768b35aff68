import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../src");

function read(...endings: string[]): string {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map((file) => readFileSync(join(SRC, file), "utf8"))
    .join("\n");
}

const code = read(".ts", ".tsx");
const styles = read(".css").replace(/\/\*.*?\*\//gs, "");
/** Class names composed at run time: numbers of seats, letters of colors and names of lines. */
const MADE = /^(n\d|[wkroygbp]|[a-z]+-line)$/;

function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].sort();
}

describe("the styles", () => {
  it("name no class that is never drawn", () => {
    const selectors = styles.replace(/\{[^{}]*\}/g, "{}");
    const texts = all(code.replace(/^import .*$/gm, ""), /("[^"\n]*"|`[^`]*`)/g);
    const words = new Set(all(texts.join("\n"), /([\w-]+)/g));
    expect(all(selectors, /\.([a-z][\w-]*)/g).filter((name) => !MADE.test(name) && !words.has(name))).toEqual([]);
  });
  it("define no token that is never used", () => {
    const used = new Set([...all(styles, /var\(--([\w-]+)/g), ...all(code, /token\("([\w-]+)"/g)]);
    expect(all(styles, /--([\w-]+):/g).filter((name) => !used.has(name))).toEqual([]);
  });
  it("use no token that is never defined", () => {
    const defined = new Set([...all(styles, /--([\w-]+):/g), ...all(code, /"--([\w-]+)"/g)]);
    expect(all(styles, /var\(--([\w-]+)\)/g).filter((name) => !defined.has(name))).toEqual([]);
  });
  it("let the reader set the size of the letters", () => {
    const fixed = all(styles, /(?:^|[;{\s])((?:font|font-size|line-height|--t-[a-z]+):[^;}]*\dpx[^;}]*)/g);
    expect(fixed).toEqual([]);
  });
  it("define no motion that is never used", () => {
    const motions = all(styles, /@keyframes ([\w-]+)/g);
    expect(motions.filter((name) => !new RegExp(`animation: ${name}\\b`).test(styles))).toEqual([]);
  });
});
