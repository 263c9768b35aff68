import { defineConfig, type Plugin } from "vite";
import { texts } from "./scripts/texts.ts";

const SERVER = process.env.PAPERDICE_SERVER ?? "http://127.0.0.1:8021";

// What the first page needs travels as one file: on a slow phone each request costs more than a few kilobytes.
const FIRST_PAGE = new RegExp(
  [
    "node_modules/preact/",
    "/src/(main|app|api|ctrl|desk|feedback|kept|pencil|route|socket|table|view|i18n/index)\\.tsx?$",
    "/src/view/(App|Home|Bar|Settings|Dialog|draft|GamePic|Icon|People|names|fetched|say)\\.tsx?$",
    "/src/(sheet/labels|dice/sha256)\\.ts$",
  ].join("|"),
);

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

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [texts(), nameTexts()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { advancedChunks: { groups: [{ name: "first", test: FIRST_PAGE }] } } },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});
