// Start the page: apply theme and language, then draw it.

import { render } from "preact";
import { api } from "./net/api";
import { setLocalServer } from "./net/local";
import type { GameFacts } from "./net/protocol";
import { AppView } from "./pages/App";
import { keepFocus } from "./parts/focus";
import { makeApp } from "./state/app";
import { keepInstallOffer } from "./state/install";
import { applyTheme, loadTexts } from "./state/settings";
import { loadSettings } from "./state/storage";
import "./styles";

/** How long the first drawing waits for the list of games, so that the page usually is drawn only once. */
const GAMES_MS = 120;
const WORKER_AFTER_MS = 500;

/** Return the games, or null if they do not arrive in time. */
function soon(games: Promise<GameFacts[]>): Promise<GameFacts[] | null> {
  const tooLate = new Promise<null>((done) => setTimeout(() => done(null), GAMES_MS));
  return Promise.race([games.catch(() => null), tooLate]);
}

const root = document.getElementById("app") ?? document.body;
const settings = loadSettings();
setLocalServer(() => import("./local"));
const games = api.games();
// The app retries a failed request; here the rejection must only be handled.
games.catch(() => {});
applyTheme(settings);
keepInstallOffer();
keepFocus(root);
const [known] = await Promise.all([soon(games), loadTexts(settings)]);
// The animation of a throw takes half a second; a tap skips it.
addEventListener("pointerdown", () => {
  for (const motion of document.getAnimations()) {
    if (motion instanceof CSSAnimation && motion.animationName === "throw") motion.finish();
  }
});
makeApp((app) => render(<AppView app={app} />, root), games, known);
// The worker downloads the whole page into its cache, which must not delay the first view.
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // If the server has become unreachable, the next visit registers the worker.
  const register = () => setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => {}), WORKER_AFTER_MS);
  void games.then(register, register);
}
