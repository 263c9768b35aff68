import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readTexts, studyFiles } from "../scripts/texts";
import { LANGS, type Lang, makeTexts, setTexts, type Texts } from "../src/i18n";
import { seatNames } from "../src/i18n/names";
import { loadStudyTexts, moveText, whyText } from "../src/pages/study/texts";
import { loadMore, loadTexts, type Settings } from "../src/state/settings";
import type { Reason } from "../src/state/view";

type Sentence = { reasons: Reason[] } & Record<Lang, string>;

/** The library's sentences for the same reasons, see `test_why.py`. */
const FILE = join(import.meta.dirname, "../../tests/study/sentences.json");
const SENTENCES: Sentence[] = JSON.parse(readFileSync(FILE, "utf8"));

/** The study texts, with the library's names of moves. */
function speak(lang: Lang): Texts & { nameMove(move: string): string } {
  setTexts(makeTexts(lang, readTexts(lang)));
  const texts = makeTexts(lang, readTexts(lang, studyFiles(lang)));
  return { ...texts, nameMove: (move) => (texts.has(`moves.${move}`) ? texts.say(`moves.${move}`) : move) };
}

afterEach(() => void vi.unstubAllGlobals());

describe("what the coach says", () => {
  it.each(LANGS)("is the sentence of the library in %s, but for spaces that do not break", (lang) => {
    const words = speak(lang);
    const nameOf = (seat: number) => words.say("names.seat", { seat });
    const said = SENTENCES.map(({ reasons }) => whyText(reasons, nameOf, words).replace(/[\u00a0\u202f]/g, " "));
    expect(said).toEqual(SENTENCES.map((sentence) => sentence[lang]));
  });
  it("calls marks as the page does, not by the letters of the notation", () => {
    speak("en");
    expect(moveText("r5 y4")).toBe("red 5, yellow 4");
    speak("fr");
    expect(moveText("p4")).toBe("4 violet");
  });
  it("names marks of family sheets and Longo before any sheet is drawn", async () => {
    vi.stubGlobal("document", { documentElement: {} });
    await loadTexts({ lang: "en" } as Settings);
    await Promise.all([loadMore("more"), loadMore("aside"), loadStudyTexts("en")]);
    expect(["x3:r3", "*g15", "ry5", "-"].map(moveText)).toEqual([
      "red 3 (⇄3)",
      "★ green 15",
      "red/yellow 5",
      "passing",
    ]);
  });
  it("writes a loss with a real minus", () => {
    const reasons = [{ id: "mark", params: { move: "p4", points: "-20", skipped: 0 }, rule: "" }];
    const said = "Marking p4 scores −20 at once and gives up no cell.";
    expect(whyText(reasons, seatNames([]), speak("en"))).toBe(said);
  });
  it("calls a seat as the page does", () => {
    const words = speak("en");
    const reasons = [{ id: "can_lock", params: { seat: 1, color: "r" }, rule: "" }];
    expect(whyText(reasons, seatNames([]), words)).toBe("Player 2 has enough marks to lock red.");
    expect(whyText(reasons, seatNames(["Ann", "bot random"]), words)).toBe("Random has enough marks to lock red.");
  });
});
