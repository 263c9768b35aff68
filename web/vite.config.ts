import { defineConfig } from "vite";
import { texts } from "./scripts/texts.ts";

const SERVER = process.env.PAPERDICE_SERVER ?? "http://127.0.0.1:8765";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [texts()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
});
