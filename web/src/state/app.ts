// The page as a whole: where it is, what is set, and the table it sits at.

import { type Lang, makeTexts, preferredLang, setTexts } from "../i18n";
import { api } from "../net/api";
import type { GameFacts } from "../net/protocol";
import { makeTableController, type TableController } from "./controller";
import { type Feedback, makeFeedback } from "./feedback";
import { parseRoute, pathOf, type Route } from "./route";
import type { Settings } from "./settings";
import { loadSettings, saveSettings } from "./storage";

export interface App {
  route: Route;
  settings: Settings;
  feedback: Feedback;
  /** The games that the server plays; null until they are known. */
  games: GameFacts[] | null;
  table: TableController | null;
  /** True if the server could not be reached for the list of games. */
  isUnreachable: boolean;
  go(route: Route): void;
  change(settings: Partial<Settings>): void;
  redraw(): void;
}

const CATALOGUES: Record<Lang, () => Promise<{ default: Record<string, string | Record<string, string>> }>> = {
  en: () => import("virtual:texts/en"),
  fr: () => import("virtual:texts/fr"),
  de: () => import("virtual:texts/de"),
};

export function langOf(settings: Settings): Lang {
  return settings.lang === "auto" ? preferredLang(navigator.languages) : settings.lang;
}

export async function loadTexts(settings: Settings): Promise<void> {
  const lang = langOf(settings);
  const { default: catalogue } = await CATALOGUES[lang]();
  setTexts(makeTexts(lang, catalogue));
  document.documentElement.lang = lang;
}

export function applyTheme(settings: Settings): void {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "auto" ? (prefersDark ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme === "dark" ? "#101218" : "#ece6d9");
}

/** The page; `firstGames` was asked for before anything was drawn, because each round trip counts. */
export function makeApp(draw: (app: App) => void, firstGames: Promise<GameFacts[]>): App {
  const app: App = {
    route: parseRoute(location.pathname),
    settings: loadSettings(),
    feedback: makeFeedback(() => app.settings),
    games: null,
    table: null,
    isUnreachable: false,
    go(route) {
      history.pushState(null, "", pathOf(route));
      enter(route);
      scrollTo(0, 0);
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

  /** Opens or closes the line to a table as the route asks. */
  function enter(route: Route): void {
    app.route = route;
    const code = route.page === "table" || route.page === "screen" ? route.code : null;
    if (app.table && app.table.state().code !== code) {
      app.table.close();
      app.table = null;
    }
    if (code !== null && !app.table) {
      app.table = makeTableController(code, {
        settings: () => app.settings,
        feedback: app.feedback,
        redraw: app.redraw,
      });
    }
    if (code === null) document.title = "Paperdice";
    draw(app);
  }

  async function loadGames(asked: Promise<GameFacts[]>): Promise<void> {
    try {
      app.games = await asked;
      app.isUnreachable = false;
    } catch {
      app.isUnreachable = true;
      setTimeout(() => void loadGames(api.games()), 3000);
    }
    draw(app);
  }

  window.addEventListener("popstate", () => enter(parseRoute(location.pathname)));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(app.settings));
  void loadGames(firstGames);
  enter(app.route);
  return app;
}
