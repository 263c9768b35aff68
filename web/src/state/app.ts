// The state of the page: route, settings, and the current table.

import { api, serversPage } from "../net/api";
import { isLocal, localServer } from "../net/local";
import type { GameFacts } from "../net/protocol";
import type { TableController } from "./controller";
import { type Feedback, makeFeedback } from "./feedback";
import { isOutdated, renewSoon } from "./install";
import { forgetOverlays, pushPage, stepThroughOverlays } from "./overlays";
import { parseRoute, pathOf, type Route } from "./route";
import { applyTheme, DARK, FORCED, loadTexts, PRINT, type Settings } from "./settings";
import { loadSettings, saveSettings } from "./storage";

export interface App {
  route: Route;
  settings: Settings;
  feedback: Feedback;
  /** The games that the server supports; null until they are known. */
  games: GameFacts[] | null;
  table: TableController | null;
  /** True if the server is unreachable: `games` then lists those that this device plays offline. */
  isUnreachable: boolean;
  /** True if the page is older than its server and about to be reloaded. */
  isOld: boolean;
  /** Record that the server is unreachable, and retry until it answers. */
  loseServer(): void;
  /** Navigate to another page; resolves when the connection to a table there, if any, has been started. */
  go(route: Route): Promise<void>;
  change(settings: Partial<Settings>): void;
  redraw(): void;
}

const RETRY_MS = 3_000;

/** Connect to a table; the code for this is loaded on demand, since the home page does not need it. */
async function sitDown(app: App, code: string): Promise<void> {
  const { makeTableController } = await import("./controller");
  const network = isLocal(code) ? (await localServer()).localNetwork(code) : {};
  if (app.table || codeOf(app.route) !== code) return;
  app.table = makeTableController(code, {
    settings: () => app.settings,
    feedback: app.feedback,
    redraw: app.redraw,
    seatsItself: app.route.page === "table",
    network,
  });
  app.redraw();
}

function codeOf(route: Route): string | null {
  return route.page === "table" || route.page === "screen" ? route.code : null;
}

/** Open or close the connection to a table according to the route. */
async function enter(app: App, route: Route): Promise<void> {
  app.route = route;
  const code = codeOf(route);
  if (app.table && app.table.state().code !== code) {
    app.table.close();
    app.table = null;
  }
  if (code === null) document.title = "Paperdice";
  app.redraw();
  if (code !== null && !app.table) await sitDown(app, code);
}

/** Reload an outdated page; tables detect and report this themselves. */
function renewIfOld(app: App): void {
  const page = serversPage();
  if (app.isOld || codeOf(app.route) !== null || !isOutdated(page)) return;
  app.isOld = true;
  renewSoon(page);
}

/** Check for a new version when the page becomes visible again, unless a sheet is being edited. */
function watchServer(app: App): void {
  document.addEventListener("visibilitychange", () => {
    const isBusy = codeOf(app.route) !== null || app.route.page === "sheets" || app.isUnreachable;
    if (document.visibilityState === "visible" && !isBusy) void loadGames(app, api.games());
  });
}

/** Load the games of the server, and retry while it is unreachable. */
async function loadGames(app: App, asked: Promise<GameFacts[]>): Promise<void> {
  try {
    app.games = await asked;
    app.isUnreachable = false;
    renewIfOld(app);
  } catch {
    if (!app.isUnreachable) app.games = await api.localGames().catch(() => null);
    app.isUnreachable = true;
    setTimeout(() => void loadGames(app, api.games()), RETRY_MS);
  }
  app.redraw();
}

/**
 * Create the page state.
 *
 * `firstGames` was requested before the first render to save a round trip; `known` holds the games if they have already
 * arrived.
 */
export function makeApp(
  draw: (app: App) => void,
  firstGames: Promise<GameFacts[]>,
  known: GameFacts[] | null = null,
): App {
  const app: App = {
    route: parseRoute(location.pathname),
    settings: loadSettings(),
    feedback: makeFeedback(() => app.settings),
    games: known,
    table: null,
    isUnreachable: false,
    isOld: false,
    loseServer: () => void (app.isUnreachable || loadGames(app, api.games())),
    async go(route) {
      pushPage(pathOf(route));
      const entered = enter(app, route);
      scrollTo(0, 0);
      await entered;
    },
    change(settings) {
      app.settings = { ...app.settings, ...settings };
      saveSettings(app.settings);
      applyTheme(app.settings);
      if (settings.lang === undefined) draw(app);
      else void loadTexts(app.settings).then(() => draw(app));
    },
    redraw: () => draw(app),
  };

  forgetOverlays();
  window.addEventListener("popstate", (event) => {
    stepThroughOverlays(event.state);
    if (pathOf(app.route) !== location.pathname) void enter(app, parseRoute(location.pathname));
  });
  for (const query of [DARK, FORCED, PRINT])
    matchMedia(query).addEventListener("change", () => applyTheme(app.settings));
  watchServer(app);
  void loadGames(app, firstGames);
  void enter(app, app.route);
  return app;
}
