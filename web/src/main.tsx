// Starts the page: theme and language first, then the drawing.

import { render } from "preact";
import { api } from "./net/api";
import { setLocalServer } from "./net/local";
import { makeApp } from "./state/app";
import { applyTheme, loadTexts } from "./state/appearance";
import { keepInstallOffer } from "./state/install";
import { loadSettings } from "./state/storage";
import "./styles";
import { AppView } from "./pages/App";

const root = document.getElementById("app") ?? document.body;
const settings = loadSettings();
setLocalServer(() => import("./local"));
const games = api.games();
// A failed first question is asked again by the app; here it only must not count as unhandled.
games.catch(() => {});
applyTheme(settings);
keepInstallOffer();
await loadTexts(settings);
// A throw is shown for half a second; whoever taps has seen enough.
addEventListener("pointerdown", () => {
  for (const motion of document.getAnimations()) {
    if (motion instanceof CSSAnimation && motion.animationName === "throw") motion.finish();
  }
});
makeApp((app) => render(<AppView app={app} />, root), games);
if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
