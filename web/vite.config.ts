import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig, minify, type Plugin, type Rolldown } from "vite";
import { texts } from "./scripts/texts.ts";
import { LANGUAGES } from "./src/net/protocol/commands.ts";

const SERVER = process.env.PAPERDICE_SERVER ?? "http://127.0.0.1:8021";

/** Where web/translator has written the games. */
const RULES = join(import.meta.dirname, "rules");
/** What loads them, which is as useless without them. */
const LOADER = join(import.meta.dirname, "src/library/games.ts");
/** What loads the code of a game, which every page with sheets needs. */
const GAMES = join(import.meta.dirname, "src/games/index.ts");

/** Gives what a module imports, and what that imports, without what is loaded later. */
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

/**
 * Puts all that the first page needs into one file, all that several later pages need into another, and all games with
 * their rules into a third: on a slow phone each request costs more than a few kilobytes, and games that share rules
 * are smaller together.
 */
function chunkOf(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let first: Set<string> | null = null;
  let pages: Set<string>[] = [];
  return (id, context) => {
    if (first === null) {
      first = closureOf(join(import.meta.dirname, "src/main.tsx"), context);
      const later = new Set([...first].flatMap((each) => context.getModuleInfo(each)?.dynamicallyImportedIds ?? []));
      const tables = globSync("src/games/*/table.tsx", { cwd: import.meta.dirname });
      const files = [...later, ...tables.map((table) => join(import.meta.dirname, table))];
      pages = files.map((page) => closureOf(page, context));
    }
    if (first.has(id)) return "first";
    // A game that borrows from the table of another one loads both.
    if (id.endsWith("/table.tsx")) return null;
    if (dirname(id) === RULES || dirname(id) === join(RULES, "shared") || id === LOADER) return "rules";
    return id === GAMES || pages.filter((page) => page.has(id)).length > 1 ? "shared" : null;
  };
}

/** Puts start.js into the page, as it needs no request then, and tells it where the texts of each language are. */
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

/** Tells the service worker which files the page has; it changes whenever one of them does. */
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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: chunkOf(), debugName: "chunks" }] } } },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});
