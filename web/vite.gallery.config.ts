// Build only the gallery, for the tests that measure it: `vite build --config vite.gallery.config.ts --outDir FOLDER`.

import { defineConfig } from "vite";
import { texts } from "./scripts/texts.ts";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [texts()],
  publicDir: false,
  build: { target: "es2022", assetsInlineLimit: 0, minify: false, rolldownOptions: { input: "gallery.html" } },
});
