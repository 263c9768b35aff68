import { beforeAll, describe, expect, it } from "vitest";
import { readTexts } from "../scripts/texts";
import { loadTable } from "../src/games";
import { qwantum, qwantumReroll } from "../src/games/qwantum/learn";
import { qwixx } from "../src/games/qwixx/learn";
import { GAMES } from "../src/games/registry";
import { sixto } from "../src/games/sixto/learn";
import { twentyOne } from "../src/games/twenty_one/learn";
import { makeTexts, setTexts } from "../src/i18n";
import { buttonsOf } from "../src/i18n/buttons";
import { promptOf } from "../src/i18n/prompt";
import { reasonText } from "../src/i18n/reason";
import { makeOwnSeat, sealed, tapCell } from "../src/state/ownSeat";

await Promise.all(GAMES.map(loadTable));

const nameOf = (seat: number) => ["You", "Mia", "Tom", "Ada"][seat] ?? "";

/** The phases of each game, and their prompts for a seat that waits while Mia decides. */
const OTHERS_DECIDE = [
  {
    example: qwixx,
    sentences: { roll: "Mia throws the dice", white: "Waiting for Mia", color: "Mia may add a color" },
  },
  {
    example: twentyOne,
    sentences: { roll: "Mia throws the dice", reroll: "Mia may throw again", fill: "Waiting for Mia" },
  },
  {
    example: qwantum,
    sentences: {
      roll: "Mia throws the dice",
      reroll: "Mia may throw again",
      pick: "Mia picks a sum",
      share: "Waiting for Mia",
    },
  },
  {
    example: sixto,
    sentences: { roll: "Mia throws the dice", reroll: "Mia may throw again", tick: "Waiting for Mia" },
  },
];

beforeAll(() => setTexts(makeTexts("en", readTexts("en"))));

describe("the dock", () => {
  it("says what the phase asks", () => {
    expect(promptOf(makeOwnSeat(qwixx), nameOf, "online")).toMatchObject({
      tag: "Your turn",
      text: "Mark a **9**, or pass",
    });
    const eight = qwixx.dice.map((die) => (die.name === "w" ? { ...die, pips: 4 } : die));
    expect(promptOf(makeOwnSeat({ ...qwixx, dice: eight }), nameOf, "online").text).toBe("Mark an **8**, or pass");
    expect(promptOf(makeOwnSeat(sixto), nameOf, "online")).toMatchObject({ tag: "Mia’s turn", text: "4 dice fit" });
    expect(promptOf(makeOwnSeat(twentyOne), nameOf, "online").tag).toBe("Row 3");
  });
  for (const { example, sentences } of OTHERS_DECIDE) {
    it(`has a sentence for every phase of ${example.title} while others decide`, () => {
      const said = Object.keys(sentences).map((phase) => {
        const view = { ...example, phase, active: 1, acting: [1], choices: [] };
        return [phase, promptOf(makeOwnSeat(view), nameOf, "online").text];
      });
      expect(Object.fromEntries(said)).toEqual(sentences);
    });
  }
  it("says that real dice are typed in, and for whom they are thrown", () => {
    const said = (active: number, bots: number[]) =>
      promptOf(makeOwnSeat({ ...qwixx, phase: "roll", active, choices: [] }), nameOf, "online", { bots }).text;
    expect(said(0, [])).toBe("Throw and enter your dice");
    expect(said(1, [1])).toBe("Throw for Mia, enter the dice");
    expect(said(1, [])).toBe("Mia throws the dice");
  });
  it("names who is awaited once the own move is sealed", () => {
    expect(promptOf(sealed(makeOwnSeat(qwixx), "r9"), nameOf, "online").text).toBe("Waiting for Tom");
  });
  it("explains a refusal in the words of the rule, not by its number", () => {
    const refused = promptOf(tapCell(makeOwnSeat(qwixx), 0, 10), nameOf, "online");
    expect(refused).toEqual({
      tag: "No",
      text: "Red 12 needs 5 marks in its row first; you have 3.",
      isRefusal: true,
    });
  });
  it("names phases, colors and sums of a refusal", () => {
    const said = (id: string, params: Record<string, string | number>) => reasonText({ id, params, rule: "" });
    expect(said("other_phase", { phase: "reroll" })).toBe("Not in this phase (second throw).");
    expect(said("no_neighbor", { number: 8, first: "r", second: "y" })).toContain("in red or yellow");
    expect(said("other_sums", { sums: "r3 y18" })).toBe("The dice make red 3, yellow 18: write one of them, or pass.");
  });
  it("keeps the pencil in words while offline", () => {
    expect(promptOf(makeOwnSeat(qwixx), nameOf, "connecting").text).toBe("Offline: your move is kept");
    expect(buttonsOf(tapCell(makeOwnSeat(qwixx), 0, 7), "connecting").go?.label).toBe("Send when back");
  });
  it("writes the price on the quiet button", () => {
    const price = (over: object) => buttonsOf(makeOwnSeat({ ...qwixx, ...over })).quiet?.note;
    expect(price({})).toBe("else −5 after colors");
    expect(price({ pass: { cost: 5, nth: 3, of: 4, now: true } })).toBe("−5, third of four");
    expect(price({ pass: { cost: 5, nth: 4, of: 4, now: true } })).toBe("−5, ends the match");
    expect(price({ pass: null })).toBe("free");
    expect(buttonsOf(makeOwnSeat(twentyOne)).quiet).toMatchObject({ label: "Strike", note: "red 5 scores 0" });
  });
  it("names what undo takes back and what done sends", () => {
    const buttons = buttonsOf({ ...makeOwnSeat(twentyOne), pencil: ["w2", "g1"] });
    expect(buttons.undo).toBe("green 1");
    expect(buttons.go?.note).toBe("write white 2, green 1");
  });
  it("asks for dice before it offers to throw none of them again", () => {
    const own = makeOwnSeat(qwantumReroll);
    expect(buttonsOf(own).go).toMatchObject({ label: "Throw again", note: "pick dice first", isEnabled: false });
    expect(buttonsOf({ ...own, picked: ["1"] }).go).toMatchObject({ label: "Throw 1 again", note: "1 die, once only" });
  });
  it("makes the quiet move the only button where nothing fits", () => {
    const buttons = buttonsOf(makeOwnSeat({ ...qwixx, choices: ["-"] }));
    expect([buttons.quiet, buttons.go?.label, buttons.action]).toEqual([null, "Pass", "quiet"]);
  });
  it("offers to take back a sealed move", () => {
    expect(buttonsOf(sealed(makeOwnSeat(qwixx), "r9"))).toMatchObject({
      action: "take_back",
      go: { label: "Take back", note: "red 9" },
    });
  });
});
