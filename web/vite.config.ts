import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { texts } from "./scripts/texts.ts";

const SERVER = process.env.PAPERDICE_SERVER ?? "http://127.0.0.1:8021";

/** Where web/translator has written the games. */
const RULES = join(import.meta.dirname, "rules");

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
 * Puts all that the first page needs into one file, all that several later pages need into another, and all games as
 * they are played without a server into a third: on a slow phone each request costs more than a few kilobytes, and
 * games that share rules are smaller together.
 */
function chunkOf(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let first: Set<string> | null = null;
  let pages: Set<string>[] = [];
  return (id, context) => {
    if (first === null) {
      first = closureOf(join(import.meta.dirname, "src/main.tsx"), context);
      const later = new Set([...first].flatMap((each) => context.getModuleInfo(each)?.dynamicallyImportedIds ?? []));
      pages = [...later].map((page) => closureOf(page, context));
    }
    if (first.has(id)) return "first";
    if (id.startsWith(RULES)) return "rules";
    return pages.filter((page) => page.has(id)).length > 1 ? "shared" : null;
  };
}

/** Tells public/start.js, by metas in the page, where the texts of each language are. */
function nameTexts(): Plugin {
  return {
    name: "paperdice-name-texts",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((file) => /assets\/(en|fr|de)-[^/]+\.js$/.test(file));
        return files.map((file) => ({
          tag: "meta",
          attrs: { name: `texts-${file.slice("assets/".length, "assets/".length + 2)}`, content: `/${file}` },
          injectTo: "head-prepend" as const,
        }));
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
  plugins: [texts(), nameTexts(), listFiles()],
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
