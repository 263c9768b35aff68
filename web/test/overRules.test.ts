import { describe, expect, it } from "vitest";
import { readTexts } from "../scripts/texts";
import { lessonsOf, loadLessons } from "../src/games";
import { GAMES } from "../src/games/registry";
import { LANGS } from "../src/i18n";
import { sentencesOf } from "../src/pages/table/RulesOver";

await Promise.all(GAMES.map(loadLessons));

const PHASES = {
  qwixx: ["white", "color"],
  longo: ["white", "color"],
  twenty_one: ["reroll", "fill"],
  qwantum: ["reroll", "pick", "share"],
  sixto: ["reroll", "tick"],
};

describe("the rules over a match [A6]", () => {
  it("have a section for each phase of each game, and one for the throw", () => {
    for (const game of GAMES) {
      const open = lessonsOf(game).rules.flatMap(({ phases }) => phases ?? []);
      expect([...open].sort()).toEqual(["roll", ...PHASES[game]].sort());
    }
  });
  it("are told in whole sentences in every language", () => {
    for (const lang of LANGS) {
      const texts = readTexts(lang);
      for (const game of GAMES) {
        for (const { id } of lessonsOf(game).rules) {
          const sentences = sentencesOf(String(texts[`learn.${game}.${id}`]));
          const broken = sentences.filter((each) => each.split("**").length % 2 === 0 || !/[.!?…]\**$/.test(each));
          expect(broken).toEqual([]);
        }
      }
    }
  });
  it("keep the dots of numbers and abbreviations inside a sentence", () => {
    expect(sentencesOf("A row counts 1.5 points. **Two** rows count e.g. three. The end.")).toEqual([
      "A row counts 1.5 points.",
      "**Two** rows count e.g. three.",
      "The end.",
    ]);
  });
});
