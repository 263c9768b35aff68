import { describe, expect, it } from "vitest";
import { readTexts } from "../scripts/texts";
import { makeTexts, setTexts } from "../src/i18n";
import { marginTexts } from "../src/parts/result/Outcome";
import { groupsOf, type MatchResult, mySeat, namesMet } from "../src/state/results";
import { againstOf, gamesOf, kindsOf, outcomeOf } from "../src/state/statistics";

function result(nth: number, over: Partial<MatchResult>): MatchResult {
  return {
    match: `match-${nth}`,
    game: "qwixx",
    names: ["Ann", "steady"],
    bots: [null, "steady"],
    sheets: ["classic", "classic"],
    scores: [36, 69],
    winners: [1],
    own: [0],
    finished: nth,
    turns: 12,
    challenge: null,
    ...over,
  };
}

const lost = result(1, {});
const won = result(2, { scores: [80, 41], winners: [0] });
const wonAgain = result(3, { scores: [64, 63], winners: [0] });
const solo = result(4, { names: ["Ann"], bots: [null], sheets: ["classic"], scores: [90], winners: [0] });
const evening = result(5, {
  game: "sixto",
  names: ["Tom", "Ann", "Mia"],
  bots: [null, null, null],
  scores: [50, 40, 60],
  winners: [2],
  own: [1],
});

describe("the own seat", () => {
  it("is the one under the name of the settings, else the first of this device", () => {
    const shared = result(6, { names: ["Tom", "Ann"], bots: [null, null], own: [0, 1] });
    expect(mySeat(shared, "Ann")).toBe(1);
    expect(mySeat(shared, "Zoe")).toBe(0);
    expect(mySeat(result(7, { own: [] }), "Ann")).toBeNull();
  });
});

describe("statistics", () => {
  it("count the own score, not the winner's", () => {
    expect(gamesOf([lost], "Ann")).toEqual([{ game: "qwixx", played: 1, won: 0, best: 36, mean: 36, scores: [36] }]);
  });
  it("tell games, opponents and numbers of seats apart", () => {
    const kinds = kindsOf([evening, solo, wonAgain, won, lost], "Ann");
    expect(kinds.map(({ game, against, seats }) => [game, against, seats])).toEqual([
      ["qwixx", "steady", 2],
      ["qwixx", "solo", 1],
      ["sixto", "people", 3],
    ]);
    expect(kinds[0]).toMatchObject({ played: 3, won: 2, best: 80, mean: 60, scores: [36, 80, 64] });
    expect(kinds[1]).toMatchObject({ played: 1, won: 0, best: 90 });
  });
  it("leave out what was only watched", () => {
    expect(gamesOf([result(8, { own: [] })], "Ann")).toEqual([]);
  });
  it("name the bots of a match", () => {
    expect(againstOf(result(9, { bots: [null, "steady", "casual"], names: ["", "", ""] }), 0)).toBe("bots");
    expect(againstOf(result(9, { bots: [null, "steady", null], names: ["", "", ""] }), 0)).toBe("people");
  });
});

describe("the outcome of a match", () => {
  it("is told by name on a device of several people [A21]", () => {
    setTexts(makeTexts("en", readTexts("en")));
    const nameOf = (seat: number) => ["Anna", "Ben", "Cleo"][seat] ?? "";
    const shared = result(9, { own: [0, 1, 2], scores: [20, 35, 12], winners: [1] });
    expect(marginTexts(shared, nameOf)).toEqual(["Ben wins with 15 points more than Anna."]);
    expect(marginTexts({ ...shared, scores: [35, 35, 12], winners: [0, 1] }, nameOf)).toEqual([]);
    expect(marginTexts({ ...shared, scores: [35, 35, 12], winners: [1] }, nameOf)).toEqual([]);
  });
  it("compares with the own matches before it", () => {
    const earlier = [evening, solo, wonAgain, won, lost];
    expect(outcomeOf(wonAgain, earlier, "Ann")).toEqual({ difference: 1, best: 80, streak: 2 });
    expect(outcomeOf(lost, earlier, "Ann")).toEqual({ difference: -33, best: null, streak: 0 });
    expect(outcomeOf(solo, earlier, "Ann")).toEqual({ difference: null, best: null, streak: 0 });
  });
  it("is unknown to who only watched", () => {
    expect(outcomeOf(result(8, { own: [] }), [], "Ann")).toBeNull();
  });
});

describe("people of earlier evenings", () => {
  it("are offered as groups, each once, newest first", () => {
    const groups = groupsOf([evening, wonAgain, won, solo], 3);
    expect(groups.map((group) => [group.game, group.seats.map((seat) => seat.name)])).toEqual([
      ["sixto", ["Tom", "Ann", "Mia"]],
      ["qwixx", ["Ann", "steady"]],
    ]);
    expect(groups[0]?.seats[1]).toEqual({ name: "Ann", bot: null, isOwn: true });
  });
  it("are offered by name, bots are not", () => {
    expect(namesMet([evening, won])).toEqual(["Tom", "Ann", "Mia"]);
  });
});
