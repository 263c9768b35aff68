import { describe, expect, it } from "vitest";
import { readTexts } from "../scripts/texts";
import { lessonsOf, loadLessons } from "../src/games";
import { qwixx } from "../src/games/qwixx/learn";
import { GAMES, type GameName } from "../src/games/registry";
import { nextTip, placeCard } from "../src/pages/table/Lesson";
import { makeOwnSeat } from "../src/state/ownSeat";

await Promise.all(GAMES.map(loadLessons));
const topicsOf = (game: GameName) => lessonsOf(game).topics;

const own = makeOwnSeat({
  ...qwixx,
  turn: 1,
  sheets: qwixx.sheets.map((sheet) => ({ ...sheet, misses: 0, rows: [] })),
});
const always = () => true;
const tipOf = (seat: typeof own, seen: string[]) => nextTip(seat, topicsOf("qwixx"), seen, always)?.id ?? null;

describe("a guided match", () => {
  it("names the aim first, then what can be done", () => {
    expect(tipOf(own, [])).toBe("qwixx.aim");
    expect(tipOf(own, ["qwixx.aim"])).toBe("qwixx.white_own");
    expect(nextTip(own, [], [], always)?.targets).toBe(".cell.can");
  });
  it("explains a mark as soon as it is pencilled", () => {
    expect(tipOf({ ...own, pencil: ["r9"] }, [])).toBe("pencil");
  });
  it("comes to locks and misses when they are met, each once", () => {
    const first = own.view.sheets[0];
    const missed = first && { ...own.view, sheets: [{ ...first, misses: 1 }] };
    expect(missed && tipOf({ ...own, view: missed }, ["qwixx.aim"])).toBe("qwixx.miss");
    const later = { ...own, view: { ...own.view, turn: 9 } };
    expect(tipOf(later, ["qwixx.aim"])).toBe("qwixx.lock");
    expect(tipOf(later, ["qwixx.aim", "qwixx.lock", "qwixx.miss"])).toBe("qwixx.white_own");
  });
  it("says nothing twice and nothing without a text", () => {
    expect(tipOf(own, ["qwixx.aim", "qwixx.white_own"])).toBeNull();
    expect(nextTip(own, topicsOf("qwixx"), [], () => false)).toBeNull();
  });
  it("has a text for every topic, and three topics a game", () => {
    const texts = readTexts("en");
    for (const game of GAMES.filter((each) => topicsOf(each).length > 0)) {
      expect(topicsOf(game).map(({ id }) => `tip.${game}.${id}` in texts)).toEqual([true, true, true]);
    }
    expect(GAMES.filter((each) => topicsOf(each).length > 0).length).toBeGreaterThanOrEqual(4);
  });
});

describe("the card of a lesson", () => {
  const page = { w: 360, h: 640 };
  const card = { w: 344, h: 120 };
  it("lies where it hides least of what it points at", () => {
    expect(placeCard([{ x: 10, y: 20, w: 50, h: 50 }], card, page).y).toBe(260);
    expect(placeCard([{ x: 10, y: 500, w: 50, h: 50 }], card, page).y).toBe(8);
    const both = [
      { x: 10, y: 20, w: 300, h: 80 },
      { x: 10, y: 300, w: 300, h: 80 },
    ];
    expect(placeCard(both, card, page).y).toBe(512);
  });
});
