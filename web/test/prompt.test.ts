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
import { type PromptSide, promptOf } from "../src/i18n/prompt";
import { reasonText } from "../src/i18n/reason";
import { diceDeed, isHeld, makeOwnSeat, sealed, tapCell } from "../src/state/ownSeat";

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
    expect(promptOf(makeOwnSeat(qwixx), nameOf, "connecting").text).toBe("Tap as usual; we send it when you are back.");
    expect(buttonsOf(tapCell(makeOwnSeat(qwixx), 0, 7), "connecting").go?.label).toBe("Send when back");
  });
  it("writes the price on the quiet button", () => {
    const price = (over: object) => buttonsOf(makeOwnSeat({ ...qwixx, ...over })).quiet?.note;
    expect(price({})).toBe("−5 if no color");
    expect(price({ pass: { cost: 5, nth: 3, of: 4, now: true } })).toBe("−5, third of four");
    expect(price({ pass: { cost: 5, nth: 4, of: 4, now: true } })).toBe("−5, ends the match");
    expect(price({ pass: null })).toBe("free");
    expect(buttonsOf(makeOwnSeat(twentyOne)).quiet).toMatchObject({ label: "Strike", note: "red 5 scores 0" });
  });
  it("names what undo takes back and what done sends", () => {
    const buttons = buttonsOf({ ...makeOwnSeat(twentyOne), pencil: ["w2", "g1"] });
    expect(buttons.undo).toEqual({ label: "green 1", note: "undo", action: "undo" });
    expect(buttons.go?.note).toBe("write white 2, green 1");
  });
  it("asks for dice before it offers to throw none of them again", () => {
    const own = makeOwnSeat(qwantumReroll);
    expect(buttonsOf(own).go).toMatchObject({ label: "Throw again", note: "pick dice first", isEnabled: false });
    expect(buttonsOf({ ...own, picked: ["1"] }).go).toMatchObject({ label: "Throw 1 again", note: "1 die, once only" });
  });
  it("keeps the places of its buttons when nothing fits, and when there is nothing to decide", () => {
    const resting = { quiet: { label: "Pass", isEnabled: false }, go: { label: "Done", isEnabled: false } };
    expect(buttonsOf(makeOwnSeat({ ...qwixx, choices: ["-"] }))).toMatchObject({
      quiet: { label: "Pass", isEnabled: true },
      go: { label: "Done", note: "", isEnabled: false },
    });
    expect(buttonsOf(makeOwnSeat({ ...qwixx, choices: [] }))).toMatchObject(resting);
    expect(buttonsOf(sealed(makeOwnSeat(qwixx), "r9"))).toMatchObject(resting);
  });
  const before = { ...qwixx, phase: "roll", roll: "", choices: [] };
  it("has no button that throws, and Pass is inert before the throw [B1]", () => {
    expect(buttonsOf(makeOwnSeat(before))).toMatchObject({
      undo: null,
      quiet: { label: "Pass", note: "after the throw", isEnabled: false },
      go: { label: "Done", isEnabled: false },
    });
  });
  it("says how dice are thrown that wait, and that the others throw themselves [B1]", () => {
    const said = (side: PromptSide) => promptOf(makeOwnSeat(before), nameOf, "online", null, side).text;
    expect(said({ waitForHand: true })).toBe("Tap the dice to throw.");
    expect(said({ waitForHand: true, canShake: true })).toBe("Tap the dice to throw, or shake the phone.");
    expect(said({ waitForHand: false })).toBe("The dice are about to roll.");
  });
  it("answers a tap on the dice at once, and takes no second one [D5]", () => {
    const throwing = { ...makeOwnSeat(before), isThrowing: true };
    expect(promptOf(throwing, nameOf, "online").text).toBe("The dice are rolling …");
    expect([diceDeed(makeOwnSeat(before), false), diceDeed(throwing, false)]).toEqual(["throw", null]);
  });
  it("offers to take back a sealed move while others are awaited [B5]", () => {
    const waiting = sealed(makeOwnSeat(qwixx), "r9", 5);
    expect(buttonsOf(waiting).undo).toEqual({ label: "Undo", note: "red 9", action: "take_back" });
    expect([isHeld(waiting), diceDeed(waiting, false)]).toEqual([false, null]);
  });
  const last = { ...qwixx, acting: [0] };
  it("names the last answer in a sentence, and holds nothing that was confirmed [B5, A10]", () => {
    const confirmed = sealed(makeOwnSeat(last), "r9");
    expect(promptOf(confirmed, nameOf, "online").text).toBe("Red 9 it is.");
    expect([buttonsOf(confirmed).undo, diceDeed(confirmed, false)]).toEqual([null, null]);
  });
  it("holds the last answer that a single tap has given; the dice go on at once [B5]", () => {
    const passed = sealed(makeOwnSeat(last), "-", 5);
    expect(promptOf(passed, nameOf, "online").text).toBe("You pass. Tap the dice to go on at once.");
    expect(buttonsOf(passed).undo).toEqual({ label: "Undo", note: "Pass", action: "take_back" });
    expect(diceDeed(passed, false)).toBe("confirm");
  });
  it("says that everyone is waiting, who nudges, and what is pencilled [A14]", () => {
    const urged = (pencil: string[], by: number | null) =>
      promptOf({ ...makeOwnSeat(last), pencil }, nameOf, "online", null, { urge: { seat: 0, by } });
    expect(urged([], null)).toMatchObject({
      tag: "Everyone is waiting for you",
      text: "Mark a **9**, or pass",
      isUrgent: true,
    });
    expect(urged(["r9"], 2).text).toBe("Tom nudges you. Red 9 is pencilled.");
  });
  it("says that time ran out, and what was played [A4]", () => {
    expect(promptOf(makeOwnSeat(qwixx), nameOf, "online", null, { timedOut: "r5" }).tag).toBe("Time is up: red 5");
  });
});
