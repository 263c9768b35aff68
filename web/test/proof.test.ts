import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkDice, settledDeals } from "../src/fair/proof";
import { makeReceipt, type Receipt } from "../src/fair/receipt";

const SEED = "11".repeat(32);
const SHARE = "22".repeat(32);
const DICE = [..."wwrygb"];

function sha(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const HASH = sha(Buffer.from(SEED, "hex"));
const CONSTRUCTION = '[DiceConstruction "dice 3"]';
const BOUND = sha(["paperdice dice 3 commitment", "m1", "1", HASH, "0", SHARE].join("\n"));
const promise = (dropped = "dropped -", stopped = "stopped -") => [
  ...["paperdice dice 3", "match m1", "game qwixx 1", "seats 1", "sheets classic", "first 0", "bots -"],
  ...["attempt 1", "without -", dropped, stopped, `hash ${HASH}`, `commitment 0 ${BOUND}`],
];
const PROMISE = promise();

/** The dice of a throw computed by another program, according to the docs. */
function roll(turn: number, lines: string[]): string {
  const key = createHmac("sha256", Buffer.from(SEED, "hex")).update(lines.join("\n")).digest();
  const faces = DICE.map((die, place) => {
    const block = createHmac("sha256", key).update(`${turn} 1 ${place} 0`).digest();
    const byte = [...block].find((each) => each < 252) ?? 0;
    return `${die}${1 + (byte % 6)}`;
  });
  return faces.join(" ");
}

/** A record of one seat that passes four times, which ends the match. */
function record(dropped = ""): string {
  const lines = [...promise(`dropped ${dropped || "-"}`), `share 0 ${SHARE}`];
  const turns = [1, 2, 3, 4].map((turn) => `${turn}. 0: ${roll(turn, lines)} @3.5 {a | look} | - | -`);
  return [
    ...['[Paperdice "1"]', '[Game "qwixx"]', '[Rules "1"]', '[Seats "1"]', '[Sheets "classic"]', '[First "0"]'],
    ...['[Match "m1"]', '[Dice "committed"]', CONSTRUCTION, '[DiceAttempt "1"]', '[DiceWithout ""]'],
    ...[
      `[DiceDropped "${dropped}"]`,
      '[DiceStopped ""]',
      `[DiceCommitments "0:${BOUND}"]`,
      '[DiceMatch "m1"]',
      `[DiceHash "${HASH}"]`,
    ],
    ...[`[DiceShares "0:${SHARE}"]`, `[DiceSeed "${SEED}"]`, "", ...turns, "", "* misses -20", ""],
  ].join("\n");
}

const GOOD = record();
const RECEIPT: Receipt = { ...makeReceipt("ABCD", PROMISE), own: { "0": SHARE } };

function check(text: string, receipt: Receipt | null = RECEIPT) {
  return checkDice(text, { match: "m1", receipt });
}

async function faultOf(text: string, receipt: Receipt | null = RECEIPT): Promise<string> {
  const proof = await check(text, receipt);
  return proof.kind === "broken" ? proof.fault : proof.kind;
}

const FOUND = { throws: 4, deal: "m1/1", dropped: [], stopped: [], stoppedAfter: null, agreesToStop: false };

/** The record of the same match, stopped after its third turn. */
const STOPPED = GOOD.replace('[Match "m1"]', '[Match "m1"]\n[Stopped "3"]')
  .replace(/(\n4\. .*?) \| - \| -/, "$1")
  .replace("* misses -20", "* going on");

describe("the check of the dice", () => {
  it("never says plainly checked of a match that was stopped", async () => {
    expect(await check(STOPPED)).toEqual({ kind: "checked", ...FOUND, stoppedAfter: 3 });
    const agreed = { ...RECEIPT, agreesToStop: true };
    expect(await check(STOPPED, agreed)).toEqual({ kind: "checked", ...FOUND, stoppedAfter: 3, agreesToStop: true });
    expect(await settledDeals(STOPPED, { match: "m1", receipt: agreed })).toEqual([]);
  });
  it("finds a stop that is hidden, invented or miscounted", async () => {
    expect(await faultOf(STOPPED.replace('[Stopped "3"]\n', ""))).toBe("left_out_turn");
    for (const text of [GOOD.replace('[Match "m1"]', '[Match "m1"]\n[Stopped "3"]'), STOPPED.replace('"3"', '"2"')])
      expect(await faultOf(text)).toBe("not_stopped");
  });
  it("recomputes every throw", async () => {
    expect(await check(GOOD)).toEqual({ kind: "checked", ...FOUND });
  });
  it("says less where this device kept nothing, or added no share", async () => {
    expect(await check(GOOD, null)).toEqual({ kind: "consistent", ...FOUND });
    expect(await check(GOOD, { ...RECEIPT, own: {} })).toEqual({ kind: "consistent", ...FOUND });
  });
  it("refuses another construction, and a record that names none", async () => {
    for (const header of ['[DiceConstruction "dice 1"]\n', '[DiceConstruction "dice 4"]\n', ""]) {
      const other = GOOD.replace(`${CONSTRUCTION}\n`, header);
      expect([await faultOf(other), await faultOf(other, null)]).toEqual(["construction", "construction"]);
    }
  });
  it("finds a die that was turned", async () => {
    const turned = GOOD.replace(/1\. 0: w./, (face) => (face.endsWith("6") ? "1. 0: w1" : "1. 0: w6"));
    expect(await check(turned)).toMatchObject({ kind: "broken", fault: "wrong_throw", params: { turn: 1 } });
  });
  it("finds a move that the dice give and the paper does not", async () => {
    const [first = 0, second = 0] = [...GOOD.matchAll(/0: w(.) w(.)/g)].map(([, a, b]) => Number(a) + Number(b));
    // Red is marked upwards, green downwards.
    const color = second > first ? "g" : "r";
    const one = GOOD.replace(/(\n1\. .*?) \| -/, `$1 | ${color}${first}`);
    expect(await check(one)).toMatchObject({ fault: "left_out_turn", params: { turn: 5 } });
    const both = one.replace(/(\n2\. .*?) \| -/, `$1 | ${color}${second}`);
    expect(await check(both)).toMatchObject({
      fault: "forbidden_move",
      params: { turn: 2, move: `${color}${second}` },
    });
  });
  it("finds another end, and other points", async () => {
    for (const end of ["* locks -20", "* misses -15", "* misses -20 0", "* going on"])
      expect(await faultOf(GOOD.replace("* misses -20", end))).toBe("closing");
  });
  it("finds a record of other rules", async () => {
    expect(await check(GOOD.replace('[Rules "1"]', '[Rules "2"]'))).toMatchObject({
      fault: "unreadable",
      params: { text: "Rules" },
    });
  });
  it("finds a seed that was not promised", async () => {
    expect(await faultOf(GOOD.replace(HASH, "00".repeat(32)))).toBe("wrong_seed");
  });
  it("finds a roll that this device saw otherwise", async () => {
    expect(await faultOf(GOOD, { ...RECEIPT, seen: { "2 1": "w1 w1 r1 y1 g1 b1" } })).toBe("other_seen");
    expect(await faultOf(GOOD, { ...RECEIPT, seen: { "5 white": "r5" } })).toBe("other_seen");
  });
  it("names the deals that were dropped before", async () => {
    const text = record("m0/1 m0/2");
    const receipt = { ...RECEIPT, promise: promise("dropped m0/1 m0/2") };
    expect(await check(text, receipt)).toMatchObject({ kind: "checked", dropped: ["m0/1", "m0/2"] });
    expect(await faultOf(text)).toBe("other_dropped");
    expect(await faultOf(GOOD, receipt)).toBe("other_dropped");
  });
  it("finds deals that are named in a way that hides some", async () => {
    expect(await faultOf(GOOD.replace('[DiceDropped ""]\n', ""))).toBe("unreadable");
    expect(await faultOf(record("m0/1 m0/1"))).toBe("unreadable");
    expect(await faultOf(record("m1/1"))).toBe("attempts_hidden");
  });
  it("accounts for a match that was played to its end, and for what it names as dropped", async () => {
    const settled = (text: string, receipt: Receipt | null) => settledDeals(text, { match: "m1", receipt });
    expect(await settled(GOOD, RECEIPT)).toEqual(["m1/1"]);
    expect(await settled(record("m0/1"), null)).toEqual(["m1/1", "m0/1"]);
    // A deal of that match without this device only accounts for the deals it names.
    expect(await settled(record("m0/1"), RECEIPT)).toEqual(["m0/1"]);
    expect(await settled(GOOD.replace("* misses", "* locks"), RECEIPT)).toEqual([]);
  });
  it("leaves real and published dice alone", async () => {
    const other = (dice: string) => GOOD.replace('[Dice "committed"]', `[Dice "${dice}"]`);
    expect(await check(other("typed"), null)).toEqual({ kind: "typed" });
    expect(await check(other("seeded"), null)).toEqual({ kind: "seeded" });
    expect(await faultOf(other("typed"))).toBe("other_paperdice");
  });
  it("has a sentence for what it cannot read", async () => {
    for (const text of ["x", "[Dice", '[Dice "committed"]\n[Dice "committed"]', "\u0000", `${GOOD}* misses -20`])
      expect(await faultOf(text, null)).toBe("unreadable");
  });
});
