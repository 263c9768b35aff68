// Hand-made tables in every mode, which can be viewed and measured without a server.

import { longo } from "../src/games/longo/learn";
import { qwantum, qwantumReroll } from "../src/games/qwantum/learn";
import { qwixx } from "../src/games/qwixx/learn";
import type { GameName } from "../src/games/registry";
import { sixto } from "../src/games/sixto/learn";
import { twentyOne } from "../src/games/twenty_one/learn";
import type { Lang } from "../src/i18n";
import type { AskedAgain, Evening, NextMatch, OpenView, OwnView, SeatFacts, TableFacts } from "../src/net/protocol";
import { makeOwnSeat, type OwnSeat } from "../src/state/ownSeat";
import { makeTable, type Notice, type TableState, wantedSeat } from "../src/state/table";
import { readView, type SheetView, seatView, type View } from "../src/state/view";

/** The modes in which a device shows a match; in `typed` modes, real dice are thrown. */
export const MODES = [
  "own",
  "typed",
  "pass",
  "handover",
  "tablet",
  "tablet-typed",
  "pad",
  "pad-shared",
  "pad-table",
  "watch",
  "replay",
  "end",
  "late-end",
  "lobby",
  "screen",
  "screen-end",
  "screen-lobby",
] as const;
export type Mode = (typeof MODES)[number];

export interface Scene {
  game: ShownGame;
  mode: Mode;
  seats: number;
  lang: Lang;
  isDark: boolean;
  names: "short" | "long" | "emoji";
  /** The state of the turn. `closing` is a moment at a pad in which other seats may mark too; in `again`, moves are
   * requested again after a correction. In `held`, a single tap has given the last answer; in `urged`, everyone waits;
   * `rubbed` is a pad after a mark was rubbed out. */
  moment:
    | "open"
    | "pencil"
    | "refused"
    | "reroll"
    | "roll"
    | "sealed"
    | "held"
    | "urged"
    | "closing"
    | "again"
    | "rubbed";
  /** A real position instead of the example: its open view, each seat's own view, and the first seat's pencilled move. */
  position?: { open: OpenView; own: OwnView[]; pencil: string[] };
}

export const FIRST_SCENE: Scene = {
  game: "qwixx",
  mode: "own",
  seats: 4,
  lang: "en",
  isDark: false,
  names: "short",
  moment: "pencil",
};

const NAMES: Record<Scene["names"], readonly string[]> = {
  short: ["Ann", "Mia", "Tom", "Ada", "Ben", "Cid"],
  long: [
    "Maximiliane-Charlotte W.",
    "Bartholomäus Wolkenstein",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Anna-Katharina Müller-Lü",
    "Ljubomir Krstanović-Šarć",
    "Wilhelmina Montgomeryson",
  ],
  emoji: ["👩‍👩‍👧‍👦 Zoë 🎲", "🦄🦄🦄🦄🦄🦄🦄🦄", "Tom", "🇫🇷 Amélie", "🙂", "محمد"],
};
const EXAMPLES = { qwixx, longo, twenty_one: twentyOne, qwantum, sixto } satisfies Partial<Record<GameName, View>>;
/** The games of the gallery. */
type ShownGame = keyof typeof EXAMPLES;
const PENCILS: Record<ShownGame, string[]> = {
  qwixx: ["r9"],
  longo: ["*g15"],
  twenty_one: ["w2", "g1"],
  qwantum: ["b13"],
  sixto: ["r4", "o1", "y6", "b3"],
};

const END_REASONS: Record<ShownGame, string> = {
  ...{ qwixx: "misses", longo: "locks", twenty_one: "full", qwantum: "rows", sixto: "stall" },
};

/** The buttons of a pad besides its cells. */
const PAD_BUTTONS: Record<ShownGame, string[]> = {
  qwixx: ["miss"],
  longo: ["miss"],
  twenty_one: ["x"],
  qwantum: ["miss"],
  sixto: ["stall"],
};
/** The entry of another seat that locks a row or ends the match. */
const PENDING: Record<ShownGame, [string, string[]]> = {
  qwixx: ["r12", ["r"]],
  longo: ["r16", ["r"]],
  twenty_one: ["w2", []],
  qwantum: ["miss", []],
  sixto: ["stall", []],
};
/** Moves that a correction may have made impossible. */
const ASKED_AGAIN = ["r9", "y8", "g11", "b6"];

export function isPad(scene: Scene): boolean {
  return scene.mode.startsWith("pad");
}

export function nameIn(scene: Scene, seat: number): string {
  return NAMES[scene.names][seat] ?? "";
}

/** Return the points of each row and column of a sheet, as in a finished match. */
function tallyOf(game: GameName, sheet: SheetView): Record<string, number> {
  const rows = sheet.rows.map((row, i) => [row.color ?? String(i + 1), 7 + 6 * ((i + sheet.seat) % 4)]);
  const misses = game === "qwixx" || game === "longo" ? { misses: -15 } : {};
  const columns = sheet.columns.map((_, i) => [String(i + 1), 5]);
  return { ...Object.fromEntries([...rows, ...columns]), ...misses };
}

/** Return the numbers of a plain die; the dice of Longo have eight faces. */
function facesOf(game: GameName): number[] {
  return Array.from({ length: game === "longo" ? 8 : 6 }, (_, i) => i + 1);
}

/** Return the view of a seat: the example, in which the first sheet is the seat's own sheet. */
export function sceneView(scene: Scene, seat: number | null): View {
  if (scene.position) {
    const open = readView(scene.position.open);
    const own = scene.position.own[seat ?? -1];
    return own ? seatView(open, own) : { ...open, seat };
  }
  const isReroll = scene.moment === "reroll" && scene.game !== "qwixx" && scene.game !== "longo";
  const example = isReroll && scene.game === "qwantum" ? qwantumReroll : EXAMPLES[scene.game];
  const sheets = Array.from({ length: scene.seats }, (_, i) => {
    const others = example.sheets.slice(1);
    const sheet = (i === (seat ?? 0) ? example.sheets[0] : others[i % others.length]) ?? example.sheets[0];
    return { ...(sheet as SheetView), seat: i };
  });
  const view: View = {
    ...example,
    seat,
    seats: scene.seats,
    sheets,
    scores: sheets.map((sheet) => sheet.score),
    active: example.active % scene.seats,
    acting: sheets.map((sheet) => sheet.seat).filter((each) => each % 2 === 0 || each === seat),
    answered: sheets.map((sheet) => sheet.seat).filter((each) => each % 2 === 1 && each !== seat),
    choices: seat === null ? [] : example.choices,
  };
  if (isPad(scene)) {
    const choices = [...PENCILS[scene.game], ...(scene.moment === "closing" ? [] : PAD_BUTTONS[scene.game])];
    return { ...view, phase: "roll", roll: "", choices, dice: [] };
  }
  if (isReroll && scene.game !== "qwantum")
    return { ...view, phase: "reroll", choices: ["keep", "reroll"], active: seat ?? 0 };
  if (isReroll) return { ...view, active: seat ?? 0 };
  if (scene.moment === "held") return { ...view, sealed: "-", choices: [], acting: [] };
  if (scene.moment === "urged") return { ...view, acting: [seat ?? 0] };
  if (scene.moment === "sealed") return { ...view, sealed: "-", choices: [], acting: [1 % scene.seats] };
  if (scene.moment !== "roll") return view;
  const dice = view.dice.map((die) =>
    die.state === "lying" ? { ...die, state: "wanted" as const, face: null, pips: null } : die,
  );
  const faced = dice.map((die) =>
    die.faces.length ? die : { ...die, faces: facesOf(scene.game).map((n) => `${die.name}${n}`) },
  );
  return { ...view, phase: "roll", roll: "", choices: [], dice: faced, active: seat ?? 0 };
}

function sceneOver(scene: Scene, seat: number | null): View {
  const view = sceneView(scene, seat);
  const sheets = view.sheets.map((sheet) => {
    const tally = tallyOf(scene.game, sheet);
    const misses = sheet.seat === scene.seats - 1 ? sheet.max_misses : sheet.misses;
    return { ...sheet, misses, tally, score: Object.values(tally).reduce((sum, each) => sum + each, 0) };
  });
  const scores = sheets.map((sheet) => sheet.score);
  const winners = scores.flatMap((score, i) => (score === Math.max(...scores) ? [i] : [])).slice(0, 1);
  return { ...view, sheets, scores, winners, over: true, choices: [], acting: [], end_reason: END_REASONS[scene.game] };
}

function ownSeatIn(scene: Scene, view: View): OwnSeat {
  const own = makeOwnSeat(view);
  const move = scene.position ? (view.seat === 0 ? scene.position.pencil : []) : PENCILS[scene.game];
  const pencil = scene.moment === "pencil" || scene.moment === "urged" ? move : [];
  const why = { id: "later_row", params: { current: 2, row: 3 }, rule: "" };
  const heldSince = scene.moment === "held" ? 0 : null;
  return { ...own, pencil, heldSince, refused: scene.moment === "refused" ? { at: "0/0", why, since: 0 } : null };
}

function factsIn(scene: Scene): TableFacts {
  const isLobby = scene.mode.endsWith("lobby");
  const seats = Array.from({ length: scene.seats }, (_, seat): SeatFacts => {
    const isOpen = isLobby && seat === scene.seats - 1 && seat > 0;
    const name = isOpen ? "" : nameIn(scene, seat);
    return {
      ...{ seat, name, kind: isOpen ? "open" : "person", bot: null, stand_in: null, connected: seat !== 2 },
      ...{ sheet: "classic", awaited_ms: 0 },
    };
  });
  return {
    ...{
      code: "WXKM",
      game: scene.game,
      rules: 1,
      title: EXAMPLES[scene.game].title,
      first: 0,
      parked: false,
      open: false,
    },
    status: isLobby ? "lobby" : scene.mode.endsWith("end") ? "over" : "playing",
    seats,
    watchers: 1,
    dice: {
      ...{ kind: diceIn(scene), stage: "ready", attempt: 1 },
      ...{ server_hash: null, commitments: [], shares: [], revealed: [], without: [], seed: null, bot_hash: null },
    },
    ...{ clock: null, auto_throw: false, auto_pass: false, challenge: null, previous: null },
    ...(scene.mode.endsWith("end") ? betweenMatches(scene) : {}),
    ...(scene.moment === "closing" ? { closing: true, ...closingIn(scene) } : {}),
    ...(scene.moment === "again" ? { again: ASKED_AGAIN.map((text) => askedAgain(text)) } : {}),
  };
}

/** Return the scoreboard of an evening of four matches. */
function eveningIn(scene: Scene): Evening {
  const names = Array.from({ length: scene.seats }, (_, seat) => nameIn(scene, seat));
  const [first = "", second = first] = names;
  const games = [scene.game, "sixto", scene.game, scene.game];
  return {
    matches: 4,
    players: names.map((name, i) => ({ name, bot: null, wins: [2, 1, 1][i] ?? 0, best: { [scene.game]: 84 - 5 * i } })),
    pairs: names.slice(1).map((name, i) => ({ first, second: name, won: 3 - (i % 3), lost: 1 + (i % 3) })),
    last: games.map((game, i) => ({
      ...{ match: `m${i}`, game, winners: [i % 2 ? second : first], score: 71 + i, stopped: null },
    })),
  };
}

/** Return the plan for the next match: everyone but the third player is there, and a friend joins. */
function nextIn(scene: Scene): NextMatch {
  const seats = Array.from({ length: scene.seats }, (_, seat) => seat).filter((seat) => seat !== 2);
  const isChoosing = scene.seats > 4;
  return {
    ...{ game: scene.game, sheets: null, bots: [], seats, guests: scene.seats > 4 ? [] : [0] },
    ...{ asked: nameIn(scene, scene.seats > 1 ? 1 : 0), left_ms: isChoosing || scene.seats < 2 ? null : 12_000 },
    choosing: isChoosing ? 1 : null,
  };
}

/** Return the facts between two matches, except for a person who plays alone. */
function betweenMatches(scene: Scene): Partial<TableFacts> {
  const guests = [{ guest: 0, name: "Emil", connected: true, plays: true, waits: false }];
  const isAlone = scene.seats < 2;
  return {
    ...{ host: 0, evening: eveningIn(scene), guests: isAlone ? [] : guests },
    next: isAlone ? { ...nextIn(scene), guests: [], asked: null } : nextIn(scene),
  };
}

/** Return who has locked a row, or ended the match where no row is locked, and who is done. */
function closingIn({ game, seats }: Scene): Pick<TableFacts, "pending" | "done"> {
  const seat = Math.min(1, seats - 1);
  const [text, locks] = PENDING[game];
  return { pending: [{ seat, text, locks, ends: locks.length === 0 }], done: seats > 1 ? [seat] : [] };
}

function diceIn({ mode }: Scene): TableFacts["dice"]["kind"] {
  if (mode.startsWith("pad")) return "unknown";
  return mode.endsWith("typed") ? "typed" : "committed";
}

function askedAgain(text: string): AskedAgain {
  const why = { id: "skipped", params: {}, rule: "" };
  return { turn: 4, throw: 0, phase: "pad", seat: 0, text, why };
}

/** Return the seats that the device of this scene holds. */
function seatsHeld(scene: Scene): number[] {
  if (/screen|watch|replay|late/.test(scene.mode)) return [];
  const isShared = /tablet|pass|handover|pad-shared|pad-table/.test(scene.mode);
  return isShared ? Array.from({ length: scene.seats }, (_, seat) => seat) : [0];
}

/** Return notices of the latest moves of all seats, for modes that show more than one sheet. */
function noticesIn(scene: Scene): Notice[] {
  if (isPad(scene) && scene.moment === "rubbed") {
    const was = PENCILS[scene.game][0] ?? "";
    return [{ type: "corrected", sequence: 1, at: 0, turn: 9, seat: 0, roll: "", was, move: "-", phase: "pad" }];
  }
  if (isPad(scene))
    return PENCILS[scene.game].map((text, i) => ({ type: "entered", sequence: i, at: 0, number: i, seat: 0, text }));
  const isShown = scene.moment === "sealed" || /tablet|watch|screen/.test(scene.mode);
  if (!isShown || scene.mode.endsWith("lobby")) return [];
  const moves = Array.from({ length: scene.seats }, (_, seat) => (seat % 2 ? "-" : PENCILS[scene.game].join(" ")));
  return [{ type: "resolved", sequence: 1, at: 0, turn: 7, phase: "white", moves, timed_out: [] }];
}

export function tableIn(given: Scene): TableState {
  const scene: Scene = given.mode.endsWith("typed") ? { ...given, moment: "roll" } : given;
  const see = scene.mode.endsWith("end") ? sceneOver : sceneView;
  const held = seatsHeld(scene);
  const table: TableState = {
    ...makeTable("WXKM"),
    facts: factsIn(scene),
    match: "m",
    factsAt: performance.now(),
    ownSeats: held.map((seat) => ownSeatIn(scene, see(scene, seat))),
    watched: scene.mode.endsWith("lobby") ? null : see(scene, null),
    notices: noticesIn(scene),
    watchedNews: { fresh: Array.from({ length: scene.seats }, () => new Set(["0/3", "1/2"])), lost: [] },
    net: "online",
    bots: ["casual", "steady"],
    reactions: ["hello", "bravo"],
    holder: 0,
    isSlow: scene.moment === "sealed",
    urge: scene.moment === "urged" ? { seat: 0, by: 1 } : null,
  };
  if (scene.mode === "handover") return { ...table, holder: null };
  return scene.mode === "pass" ? { ...table, holder: wantedSeat(table) } : table;
}

export function wayIn(scene: Scene): "own" | "pass" | "tablet" {
  if (scene.mode.startsWith("tablet") || scene.mode === "pad-table") return "tablet";
  return scene.mode === "pass" || scene.mode === "handover" ? "pass" : "own";
}
