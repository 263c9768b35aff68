// The gallery: every mode of every game without a server, by the address or by `show` from outside.

import { render } from "preact";
import { GAMES } from "../src/games/registry";
import type { Replay } from "../src/library";
import { ReplayView } from "../src/pages/replay/ReplayView";
import { TablePage } from "../src/pages/table/TablePage";
import { Screen } from "../src/pages/table/Watching";
import { loadParts } from "../src/parts/sheet/Sheet";
import type { App } from "../src/state/app";
import type { TableController } from "../src/state/controller";
import { makeFeedback } from "../src/state/feedback";
import { makeSeatActions } from "../src/state/seatActions";
import { loadMore, loadTexts } from "../src/state/settings";
import { loadSettings } from "../src/state/storage";
import type { TableState } from "../src/state/table";
import { type Floors, faultsOf } from "./measure";
import { FIRST_SCENE, nameIn, type Scene, sceneView, tableIn, wayIn } from "./scenes";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/noto-sans/wght.css";
import "@fontsource-variable/roboto/wght.css";
import "../src/styles";

declare global {
  interface Window {
    show(change: Partial<Scene>): Promise<void>;
    /** Set the font of all following scenes; null restores the browser's font. */
    write(font: string | null): Promise<void>;
    /** Show one scene after another and return the faults of each. */
    walk(scenes: { scene: Partial<Scene>; floors: Floors }[]): Promise<string[][]>;
  }
}

const root = document.getElementById("app") ?? document.body;
const settings = loadSettings();
const feedback = makeFeedback(() => settings);
let scene: Scene = FIRST_SCENE;
let table: TableState = tableIn(scene);
let nth = 0;
const LOADING_MS = 20;
/** Letters from each of the two files of a font, which make the browser load both. */
const LETTERS = "Aé Šć";

/** Return an object whose other functions do nothing, since there is no server that could answer. */
function quiet<T extends object>(known: Partial<T>): T {
  return new Proxy(known, { get: (_, name) => Reflect.get(known, name) ?? (() => {}) }) as T;
}

function set(next: TableState): void {
  table = next;
  draw();
}

const controller = quiet<TableController>({
  dropped: () => [],
  isHeldBack: () => false,
  state: () => table,
  stored: () => ({
    ...{
      code: table.code,
      token: "",
      secret: "",
      way: wayIn(scene),
      seats: table.ownSeats.map((own) => own.seat),
      shares: {},
    },
    ...{ deals: [], tapped: null, tips: null, at: 0 },
  }),
  actions: (seat) =>
    makeSeatActions(seat, {
      table: () => table,
      set,
      send: () => {},
      explain: () => {},
      settings: () => settings,
      feedback,
    }),
  take: (seat) => set({ ...table, holder: seat }),
});
const app: App = quiet<App>({
  ...{ settings, feedback, table: controller, games: [], isUnreachable: false, isOld: false },
  route: { page: "table", code: table.code },
  redraw: draw,
});

function replayIn(shown: Scene): Replay {
  const frames = [sceneView(shown, null), { ...sceneView(shown, null), turn: 12 }].map((view) => ({
    ...{
      turn: view.turn,
      active: view.active,
      phase: view.phase,
      roll: null,
      moves: view.sheets.map(() => "r9"),
      view,
    },
  }));
  const names = Array.from({ length: shown.seats }, (_, seat) => nameIn(shown, seat));
  return { game: shown.game, title: "", names, frames };
}

function draw(): void {
  const isScreen = scene.mode.startsWith("screen");
  const page =
    scene.mode === "replay" ? (
      <ReplayView match={null} replay={replayIn(scene)} onLeave={() => {}} />
    ) : (
      <TablePage app={app} />
    );
  render(<div key={nth}>{isScreen ? <Screen app={app} /> : page}</div>, root);
}

window.walk = async (scenes) => {
  const faults: string[][] = [];
  for (const { scene: each, floors } of scenes) {
    await window.show(each);
    faults.push(faultsOf(floors));
  }
  return faults;
};

window.write = async (font) => {
  const { style } = document.documentElement;
  if (font === null) style.removeProperty("--font");
  else {
    const loaded = await document.fonts.load(`16px "${font}"`, LETTERS);
    if (loaded.length < 2) throw new Error(`there is no font ${font}`);
    style.setProperty("--font", `"${font}", sans-serif`);
  }
};

window.show = async (change) => {
  scene = { ...FIRST_SCENE, ...change };
  document.documentElement.dataset.theme = scene.isDark ? "dark" : "light";
  table = tableIn(scene);
  await loadTexts({ ...settings, lang: scene.lang });
  nth += 1;
  draw();
  // A scene whose parts are still being loaded would show nothing, so that no faults would be found.
  while (document.querySelector("[aria-busy=true]")) await new Promise((resolve) => setTimeout(resolve, LOADING_MS));
};

// Scenes are measured immediately, so all parts must be loaded first.
await Promise.all([...GAMES.map(loadParts), ...(["more", "aside", "family"] as const).map(loadMore)]);
const query = Object.fromEntries(new URLSearchParams(location.search));
await window.show({
  ...query,
  seats: Number(query.seats ?? FIRST_SCENE.seats),
  isDark: query.theme === "dark",
} as Partial<Scene>);
document.documentElement.dataset.isReady = "yes";
