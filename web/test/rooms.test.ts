import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../src");
/** The folders in layers: each imports from its own layer and those below. [docs: page] */
const FLOORS = [
  ["net"],
  ["library"],
  ["fair", "state"],
  ["i18n", "parts", "games", "local"],
  ["styles", "pages"],
  ["main.tsx"],
];
/** Files of higher folders that belong to the layer of the state: texts by id, and the list of games. */
const LOWER = ["i18n/index.ts", "games/registry.ts"];
const LOWER_FLOOR = 2;

interface Import {
  to: string;
  isType: boolean;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(?<!\.d)\.tsx?$|css$/.test(file),
);

/** The translator's output is not one of our folders: it imports nothing. */
const TRANSLATED = "../rules/";

/** Resolve the path of an import to a file. */
function find(path: string): string {
  const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => files.includes(file));
  if (!found) throw new Error(`there is no file ${path}`);
  return found;
}

/** Resolve a pattern with stars to files. */
function findAll(pattern: string): string[] {
  const wanted = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]+")}$`);
  return files.filter((file) => wanted.test(file));
}

/** The imports of a file within the page, including globs. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), "utf8");
  const here = posix.dirname(file);
  const isOurs = (match: RegExpMatchArray) => !posix.join(here, match[2] ?? "").startsWith(TRANSLATED);
  const plain = [...text.matchAll(/^(?:import|export) (type )?[^;"]*?"(\.[^"]+)"/gm)].filter(isOurs);
  const lazy = [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)];
  const globs = [...text.matchAll(/import\.meta\.glob[^(]*\("(\.[^"]+)"/g)];
  return [
    ...plain.map((match) => ({ to: find(posix.join(here, match[2] ?? "")), isType: match[1] !== undefined })),
    ...lazy.map((match) => ({ to: find(posix.join(here, match[1] ?? "")), isType: false })),
    ...globs.flatMap((match) => findAll(posix.join(here, match[1] ?? "")).map((to) => ({ to, isType: false }))),
  ];
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

function floorOf(file: string): number {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(file.split("/")[0] ?? ""));
  if (floor < 0) throw new Error(`${file} stands on no floor`);
  return floor;
}

/** The files of an import cycle, or null. */
function findCycle(): string[] | null {
  const done = new Set<string>();
  function walk(file: string, way: string[]): string[] | null {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const { to, isType } of imports.get(file) ?? []) {
      const cycle = isType ? null : walk(to, [...way, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  }
  for (const file of files) {
    const cycle = walk(file, []);
    if (cycle) return cycle;
  }
  return null;
}

describe("the rooms", () => {
  it("import nothing from a higher floor", () => {
    const upward = [...imports].flatMap(([file, wanted]) =>
      wanted
        .filter(({ to }) => floorOf(file) < (LOWER.includes(to) ? LOWER_FLOOR : floorOf(to)))
        .map(({ to }) => `${file} imports ${to}`),
    );
    expect(upward).toEqual([]);
  });
  it("import nothing in a circle, types aside", () => {
    expect(findCycle()).toBeNull();
  });
  it("are read whole: tables of games come by a glob, pages when they are opened", () => {
    const wanted = (file: string) => imports.get(file)?.map(({ to }) => to);
    expect(wanted("games/index.ts")).toContain("games/qwixx/table.tsx");
    expect(wanted("pages/App.tsx")).toContain("pages/learn/Learn.tsx");
    expect(wanted("state/view.ts")).toContain("games/registry.ts");
  });
});
