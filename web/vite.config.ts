import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig, minify, type Plugin, type Rolldown } from "vite";
import { texts } from "./scripts/texts.ts";
import { LANGUAGES } from "./src/net/protocol/commands.ts";

const SERVER = process.env.PAPERDICE_SERVER ?? "http://127.0.0.1:8021";

/** The folder to which web/translator writes the games. */
const RULES = join(import.meta.dirname, "rules");
/** The module that loads the games, which is useless without them. */
const LOADER = join(import.meta.dirname, "src/library/games.ts");
/** The module that loads the code of a game, which every page with sheets needs. */
const GAMES = join(import.meta.dirname, "src/games/index.ts");

/** The end of a match, which is loaded by the page of a table. */
const EVENING = join(import.meta.dirname, "src/pages/table/evening/index.ts");

/** Return the modules that a module imports statically, directly or indirectly. */
function closureOf(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The page of a table and what it has loaded by the first mark, without the games. */
const MATCH = ["src/pages/table/TablePage.tsx", "src/state/controller.ts"];

/**
 * Assign modules to files: one with everything that the first page needs, one with modules that a match shares with
 * other pages, one with modules that only those share, and one with all games and their rules. On a slow phone, a
 * request costs more than a few kilobytes, and games that share rules compress better together.
 */
function chunkOf(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let first: Set<string> | null = null;
  let pages: Set<string>[] = [];
  let match: Set<string>[] = [];
  return (id, context) => {
    if (first === null) {
      first = closureOf(join(import.meta.dirname, "src/main.tsx"), context);
      const later = new Set([...first].flatMap((each) => context.getModuleInfo(each)?.dynamicallyImportedIds ?? []));
      const inPage = (file: string) => join(import.meta.dirname, file);
      const tables = globSync("src/games/*/table.tsx", { cwd: import.meta.dirname }).map(inPage);
      pages = [...later, EVENING, ...tables].map((page) => closureOf(page, context));
      match = [...MATCH.map(inPage), ...tables].map((file) => closureOf(file, context));
    }
    if (first.has(id)) return "first";
    // A game that uses parts of another game's table loads both.
    if (id.endsWith("/table.tsx")) return null;
    if (dirname(id) === RULES || dirname(id) === join(RULES, "shared") || id === LOADER) return "rules";
    if (id === GAMES) return "shared";
    if (pages.filter((page) => page.has(id)).length < 2) return null;
    return match.some((files) => files.has(id)) ? "shared" : "pages";
  };
}

/** Return the groups of the bundler; the last one takes what it imports only if no other file has it. */
function groups(): Rolldown.CodeSplittingGroup[] {
  const chunk = chunkOf();
  const named = (isLast: boolean) => (id: string, context: Rolldown.ChunkingContext) => {
    const name = chunk(id, context);
    return (name === "pages") === isLast ? name : null;
  };
  return [
    { name: named(false), debugName: "chunks", priority: 1 },
    { name: named(true), debugName: "pages" },
  ];
}

/** Inline start.js into the page, which saves a request, with the addresses of the texts in each language. */
function startAtOnce(): Plugin {
  return {
    name: "paperdice-start-at-once",
    transformIndexHtml: {
      order: "post",
      async handler(_, { bundle }) {
        const isFirst = new RegExp(`^assets/(${Object.keys(LANGUAGES).join("|")})-[^/]+\\.js$`);
        const files = Object.keys(bundle ?? {}).filter((file) => isFirst.test(file));
        const texts = Object.fromEntries(files.map((file) => [file.slice("assets/".length).slice(0, 2), `/${file}`]));
        const written = readFileSync(join(import.meta.dirname, "start.js"), "utf8");
        const { code } = await minify("start.js", written.replace("TEXTS = {}", `TEXTS = ${JSON.stringify(texts)}`));
        return [{ tag: "script", children: code.trim(), injectTo: "head-prepend" as const }];
      },
    },
  };
}

/** Write the list of the page's files to the service worker, with a hash that changes whenever one of them does. */
function listFiles(): Plugin {
  return {
    name: "paperdice-list-files",
    closeBundle() {
      const folder = join(import.meta.dirname, "dist");
      const names = globSync("**/*.*", { cwd: folder })
        .map((name) => name.replaceAll("\\", "/"))
        .filter((name) => !/^sw.*\.js$/.test(name))
        .sort();
      const hash = createHash("sha256");
      for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
      const files = names.map((name) => (name === "index.html" ? "/" : `/${name}`));
      const worker = readFileSync(join(folder, "sw.js"), "utf8")
        .replace('"unbuilt"', JSON.stringify(hash.digest("hex").slice(0, 12)))
        .replace('["/"]', JSON.stringify(files));
      writeFileSync(join(folder, "sw.js"), worker);
    },
  };
}

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [texts(), startAtOnce(), listFiles()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: groups() } } },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});
