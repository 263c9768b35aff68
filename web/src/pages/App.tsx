// Selects the page to draw.

import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { AppBar } from "../parts/AppBar";
import { later, Unloaded } from "../parts/later";
import type { App } from "../state/app";
import { loadMore } from "../state/settings";
import { Home } from "./home/Home";
import { loadStudy } from "./study/load";

export interface PageProps {
  app: App;
}

type Loaded = Promise<FunctionComponent<PageProps>>;

/** A page whose code is loaded on first use. */
function lazyPage(load: () => Loaded): FunctionComponent<PageProps> {
  return later(load, ({ app }) => (
    <div class="plain">
      <AppBar app={app} />
      <main>
        <Unloaded />
      </main>
    </div>
  ));
}

/** A rarely used page, with separate texts. */
function asidePage(load: () => Loaded): FunctionComponent<PageProps> {
  return lazyPage(async () => (await Promise.all([load(), loadMore("aside")]))[0]);
}

const loadTable = async () => (await Promise.all([import("./table/TablePage"), loadMore("more")]))[0];
/** Preload everything between the home page and the first mark. */
const loadAhead = () => Promise.all([loadTable(), import("../state/controller")]);
const TablePage = lazyPage(async () => (await loadTable()).TablePage);
const Screen = lazyPage(async () => (await Promise.all([import("./table/Watching"), loadTable()]))[0].Screen);
const Learn = asidePage(async () => (await import("./learn/Learn")).Learn);
const Guide = asidePage(async () => (await import("./learn/Guide")).Guide);
const Replay = asidePage(async () => (await import("./replay/Replay")).Replay);
const MatchPage = asidePage(async () => (await import("./MatchPage")).MatchPage);
const Challenge = asidePage(async () => (await import("./Challenge")).Challenge);
const History = asidePage(async () => (await import("./history/History")).History);
const Print = asidePage(async () => (await import("./print/Print")).Print);
const Sheets = asidePage(async () => (await import("./sheets/OwnSheets")).OwnSheets);
const Review = asidePage(async () => (await loadStudy()).ReviewPage);
const Coach = asidePage(async () => (await loadStudy()).CoachPage);
const Drill = asidePage(async () => (await loadStudy()).DrillPage);

const PAGES: Record<App["route"]["page"], FunctionComponent<PageProps>> = {
  home: Home,
  table: TablePage,
  screen: Screen,
  challenge: Challenge,
  match: MatchPage,
  replay: Replay,
  review: Review,
  coach: Coach,
  drill: Drill,
  learn: Learn,
  guide: Guide,
  history: History,
  print: Print,
  sheets: Sheets,
};

export function AppView({ app }: PageProps) {
  const areGamesKnown = app.games !== null;
  useEffect(() => {
    // After the games are drawn, so that preloading does not delay them; failed chunks are requested again later.
    if (areGamesKnown) loadAhead().catch(() => {});
  }, [areGamesKnown]);
  const Page = PAGES[app.route.page];
  return (
    <>
      <Page key={app.route.page} app={app} />
      {app.isOld && (
        <div class="toasts" role="alert">
          <p class="toast">{t("reasons.page_old")}</p>
        </div>
      )}
    </>
  );
}
