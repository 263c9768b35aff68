import { beforeAll, describe, expect, it } from "vitest";
import { readTexts, studyFiles } from "../scripts/texts";
import { type Lang, makeTexts, setTexts } from "../src/i18n";
import { seatNames } from "../src/i18n/names";
import { whyText } from "../src/pages/study/why";
import type { Reason } from "../src/state/view";

const reasons: Reason[] = [
  { id: "strike", params: {}, rule: "" },
  { id: "can_lock", params: { seat: 1, color: "r" }, rule: "" },
  { id: "behind_points", params: { move: "x", gap: "2.5" }, rule: "" },
];

function why(lang: Lang, names: string[]): string {
  setTexts(makeTexts(lang, readTexts(lang)));
  return whyText(reasons, seatNames(names), makeTexts(lang, readTexts(lang, studyFiles(lang))).say);
}

describe("what the coach says", () => {
  beforeAll(() => setTexts(makeTexts("en", readTexts("en"))));
  it("calls a seat as the page does", () => {
    expect(why("en", [])).toContain("; Player 2 has marks enough to lock red; ");
    expect(why("en", ["Ann", "bot random"])).toContain("; Any has marks enough to lock red; ");
  });
  it("is a sentence of the language, moves in words and numbers with its comma", () => {
    expect(why("en", [])).toMatch(/^The leftmost .* 2\.5 points worse than a strike\.$/);
    expect(why("de", ["Ann", "Ben"])).toMatch(/; Ben hat genug Kreuze, um Rot zu schließen; .* 2,5 /);
  });
});
