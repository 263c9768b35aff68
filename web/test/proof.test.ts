import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkDice } from "../src/fair/proof";

const SEED = "11".repeat(32);
const HASH = createHash("sha256").update(Buffer.from(SEED, "hex")).digest("hex");
const DICE = [..."wwrygb"].map((name) => ({ name, faces: [1, 2, 3, 4, 5, 6].map((pips) => `${name}${pips}`) }));

/** The dice of a throw by another program, as the docs describe them. */
function roll(turn: number): string {
  const key = createHmac("sha256", Buffer.from(SEED, "hex"))
    .update(`paperdice dice 1\nm1\n0 ${"22".repeat(32)}`)
    .digest();
  const faces = DICE.map((die, place) => {
    const block = createHmac("sha256", key).update(`${turn} 1 ${place} 0`).digest();
    const byte = [...block].find((each) => each < 252) ?? 0;
    return die.faces[byte % 6];
  });
  return faces.join(" ");
}

function record(first: string, hash = HASH): string {
  return [
    '[Game "qwixx"]',
    '[Dice "committed"]',
    '[DiceMatch "m1"]',
    `[DiceHash "${hash}"]`,
    `[DiceShares "0:${"22".repeat(32)}"]`,
    `[DiceSeed "${SEED}"]`,
    "",
    `1. 0: ${first} @3.5 {a look} | - | -`,
    `2. 0: ${roll(2)} | - | -`,
    "",
  ].join("\n");
}

describe("the check of the dice", () => {
  it("recomputes every throw", () => {
    expect(checkDice(record(roll(1)), DICE, HASH)).toEqual({ kind: "checked", throws: 2 });
  });
  it("finds a die that was turned", () => {
    const turned = roll(1).replace(/^w./, (face) => (face === "w6" ? "w1" : "w6"));
    expect(checkDice(record(turned), DICE, null)).toMatchObject({ kind: "broken", turn: 1 });
  });
  it("finds a seed that was not promised", () => {
    expect(checkDice(record(roll(1), "00".repeat(32)), DICE, null)).toEqual({ kind: "wrong_seed" });
  });
  it("finds a seal that this device never saw", () => {
    expect(checkDice(record(roll(1)), DICE, "00".repeat(32))).toEqual({ kind: "wrong_seal" });
  });
  it("leaves real and published dice alone", () => {
    expect(checkDice('[Dice "typed"]\n', DICE, null)).toEqual({ kind: "typed" });
    expect(checkDice('[Dice "seeded"]\n', DICE, null)).toEqual({ kind: "seeded" });
  });
});
