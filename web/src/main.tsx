// Starts the page: theme and language first, then the drawing.

import { render } from "preact";
import { api } from "./net/api";
import { setLocalServer } from "./net/local";
import type { GameFacts } from "./net/protocol";
import { makeApp } from "./state/app";
import { applyTheme, loadTexts } from "./state/appearance";
import { keepInstallOffer } from "./state/install";
import { setSettling } from "./state/settled";
import { loadSettings } from "./state/storage";
import "./styles";
import { AppView } from "./pages/App";
import { keepFocus } from "./parts/keepFocus";

/** How long the games may keep the first drawing waiting: mostly they are here, and all is drawn once instead of twice. */
const GAMES_MS = 120;
const WORKER_AFTER_MS = 500;

/** The games if they come soon, else null. */
function soon(games: Promise<GameFacts[]>): Promise<GameFacts[] | null> {
  const tooLate = new Promise<null>((done) => setTimeout(() => done(null), GAMES_MS));
  return Promise.race([games.catch(() => null), tooLate]);
}

const root = document.getElementById("app") ?? document.body;
const settings = loadSettings();
setLocalServer(() => import("./local"));
setSettling(() => import("./parts/result/settled"));
const games = api.games();
// A failed first question is asked again by the app; here it only must not count as unhandled.
games.catch(() => {});
applyTheme(settings);
keepInstallOffer();
keepFocus(root);
const [known] = await Promise.all([soon(games), loadTexts(settings)]);
// A throw is shown for half a second; whoever taps has seen enough.
addEventListener("pointerdown", () => {
  for (const motion of document.getAnimations()) {
    if (motion instanceof CSSAnimation && motion.animationName === "throw") motion.finish();
  }
});
makeApp((app) => render(<AppView app={app} />, root), games, known);
// The worker fetches the whole page to keep it, and must not take the line from the first view.
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // A server that has gone meanwhile has no worker to give: the next visit asks again.
  const register = () => setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => {}), WORKER_AFTER_MS);
  void games.then(register, register);
}
