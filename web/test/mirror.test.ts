// The mirror moves with wins and losses by the same steps as in `bots/levels.py`.

import { expect, test } from "vitest";
import { readTexts } from "../scripts/texts";
import { makeTexts, setTexts } from "../src/i18n";
import { botName } from "../src/i18n/names";
import { kindOf, offered } from "../src/state/bots";
import { mirrorLevel, takenIn, usualBot, wanted } from "../src/state/mirror";
import type { MatchResult } from "../src/state/results";
import { againstOf } from "../src/state/statistics";
import { saveResults } from "../src/state/storage";

function played(winners: number[], scores: number[], bot: string, finished = 1): MatchResult {
  const [names, sheets] = [
    ["Ann", bot],
    ["classic", "classic"],
  ];
  const base = { match: `${kindOf(bot)}-${finished}`, game: "qwixx", names, sheets, challenge: null };
  return { ...base, bots: [null, bot], scores, winners, own: [0], finished, turns: 20 };
}

test("it rises after a win and falls after a loss, by less and less, whatever the order of the list", () => {
  const results = [0, 0, 1, 0].map((winner, i) => played([winner], [], "mirror-4.0", i));
  const levels = [0, 1, 2, 3, 4].map((n) => mirrorLevel(results.slice(0, n).reverse(), "qwixx"));
  expect(levels.map((level) => Math.round(level * 1000) / 1000)).toEqual([4, 5, 5.8, 5.133, 5.705]);
  expect(mirrorLevel(results, "sixto")).toBe(4);
  const lost = Array.from({ length: 50 }, (_, i) => played([1], [], "mirror-1.0", i));
  expect(mirrorLevel(lost, "qwixx")).toBe(1);
});

test("a list offers levels and the mirror, and what is chosen already", () => {
  const bots = ["random", "steady", "level-1", "level-8", "mirror"];
  expect(offered(bots)).toEqual(["level-1", "level-8", "mirror"]);
  expect(offered(bots, "steady")).toEqual(["steady", "level-1", "level-8", "mirror"]);
  expect(offered(["random", "steady"])).toEqual(["random", "steady"]);
});

test("a device without results is offered the beginner, then one of equal strength", () => {
  const bots = ["random", "casual", "steady", "level-1", "mirror"];
  expect([usualBot(bots), usualBot(["mirror", "steady"]), usualBot(["random", "steady"])]).toEqual([
    "casual",
    "mirror",
    "steady",
  ]);
  saveResults([played([0], [50, 40], "casual")]);
  expect([usualBot(bots), usualBot(["random", "steady"])]).toEqual(["mirror", "steady"]);
});

test("a server is asked for the strength that the device knows", () => {
  expect(wanted("level-3", "qwixx")).toBe("level-3");
  expect(wanted("mirror", "qwixx")).toBe("mirror-4.0");
  saveResults([played([0], [50, 40], "mirror-4.0")]);
  expect(wanted("mirror", "qwixx")).toBe("mirror-5.0");
  expect(wanted("mirror", "sixto")).toBe("mirror-4.0");
});

test("what a match tells depends on who is ahead, the own seat or the mirror", () => {
  expect(takenIn(played([0], [50, 40], "mirror-2.5"))).toBe(1);
  expect(takenIn(played([1], [30, 40], "mirror-2.5"))).toBe(0);
  expect(takenIn(played([0, 1], [40, 40], "mirror-2.5"))).toBe(0.5);
  expect(takenIn(played([2], [41, 40], "mirror-2.5"))).toBe(1);
  expect(takenIn(played([0], [50, 40], "level-2"))).toBeNull();
  expect(takenIn({ ...played([0], [50, 40], "mirror-2.5"), own: [] })).toBeNull();
});

test("a mirror is called by its kind, and counted by it", () => {
  setTexts(makeTexts("en", readTexts("en")));
  expect(kindOf("mirror-3.7")).toBe("mirror");
  expect(botName("mirror-3.7")).toBe("Mirror: as strong as you");
  expect(botName("level-1")).toBe("Level 1: newcomer");
  expect(againstOf(played([0], [50, 40], "mirror-2.5"), 0)).toBe("mirror");
});
