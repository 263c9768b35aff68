import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isReceipt, makeReceipt } from "../src/fair/receipt";
import { type Archive, archiveOf, csvOf, readArchive } from "../src/state/archive";
import { isResult } from "../src/state/results";

const golden = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../tests/golden", `${name}.record`), { encoding: "utf8" });
const whole = async (text: string) => (await readArchive(text)) as Archive & { broken: unknown[] };
/** The parts of a result that a record contains. */
const playedIn = (record: string) => ({
  sheets: ["classic", "classic", "classic"],
  names: ["Ada", "Ben", "Cleo"],
  bots: [null, null, null],
  scores: (/^\* \w+ (.+)$/m.exec(record)?.[1] ?? "").split(" ").map(Number),
});
const result = {
  match: "0a1b2c3d4e5f",
  game: "qwixx",
  names: ['Ann "A", x', "steady", "=SUM(1)"],
  bots: [null, "steady", null],
  sheets: ["classic", "classic", "mixx-a"],
  scores: [36, 69, -5],
  winners: [1],
  own: [0],
  finished: Date.UTC(2026, 10, 16, 21, 3, 7),
  turns: 12,
  challenge: null,
};

describe("exported matches", () => {
  it("have one row a player and match", () => {
    expect(csvOf([result]).split("\r\n")).toEqual([
      "match,finished,game,seats,turns,seat,name,bot,sheet,score,won,own",
      '0a1b2c3d4e5f,2026-11-16T21:03:07.000Z,qwixx,3,12,1,"Ann ""A"", x",,classic,36,false,true',
      "0a1b2c3d4e5f,2026-11-16T21:03:07.000Z,qwixx,3,12,2,,steady,classic,69,true,false",
      "0a1b2c3d4e5f,2026-11-16T21:03:07.000Z,qwixx,3,12,3,'=SUM(1),,mixx-a,-5,false,false",
      "",
    ]);
  });
  it("keep texts that a spreadsheet would take for formulas, and negative numbers", () => {
    for (const name of ["=1+1", "+1", "-1", "@A1", "\t=1+1"]) {
      const row = csvOf([{ ...result, names: [name, "steady", "Ann"] }]).split("\r\n")[1];
      expect(row).toBe(`0a1b2c3d4e5f,2026-11-16T21:03:07.000Z,qwixx,3,12,1,'${name},,classic,36,false,true`);
    }
    expect(csvOf([result])).toContain(",mixx-a,-5,");
  });
  it("hold records with date, own seats, bots, result and receipt, which another device reads", async () => {
    const record = golden("qwixx-1").replace("[Player0", `[Match "${result.match}"]\n[Player0`);
    const lost = {
      ...result,
      match: "0a1b2c3d4e60",
      names: ['Ann "A"', "Ben", "level-3"],
      bots: [null, "casual", "level-3"],
    };
    const played = { ...result, ...playedIn(record) };
    const receipt = { ...makeReceipt("ABCDEF", ["paperdice dice 3", "match x"]), own: { 0: "a".repeat(64) } };
    const full = {
      ...receipt,
      faults: ["told_twice"],
      seen: { "1 1": "w4 w1 r2", "1 white": "r5, -" },
      isUnheard: true,
    };
    const archive = {
      results: [played, lost],
      receipts: { [played.match]: full, [lost.match]: receipt },
      records: { [played.match]: record },
    };
    const text = await archiveOf(archive);
    expect(text).toContain('[Finished "2026-11-16 21:03:07"]\n[Own "0"]\n[Bots "- - -"]\n[Winners "1"]');
    expect(text).toContain('[Receipt "paperdice receipt 1 | paperdice dice 3 | match x | own 0 aaaa');
    expect(text).toContain("* unrecorded 36 69 -5\n");
    expect(await readArchive(text)).toEqual({ ...archive, broken: [] });
    expect(await archiveOf(await whole(text))).toBe(text);
  });
  it("keep what this device could not read in lines that readers ignore", async () => {
    const text = await archiveOf({ results: [], receipts: {}, records: {} }, [{ key: "paperdice.results", value: 5 }]);
    expect(text).toBe('% {"key":"paperdice.results","value":5}\n');
    expect(await whole(text)).toEqual({ results: [], receipts: {}, records: {}, broken: [] });
  });
  it("keep it in one line for every reader", async () => {
    const broken = { key: "paperdice.results", value: "a\u0085b\u2028c\u2029d\u000be\nf" };
    const text = await archiveOf({ results: [], receipts: {}, records: {} }, [broken]);
    expect(text).toBe('% {"key":"paperdice.results","value":"a\\u0085b\\u2028c\\u2029d\\u000be\\nf"}\n');
  });
  it("lose and name a record or receipt that is broken, and keep the others", async () => {
    const receipts = { [result.match]: makeReceipt("ABCDEF", ["paperdice dice 3"]) };
    const text = await archiveOf({ results: [result], receipts, records: {} });
    const wrong: [string, RegExp, string][] = [
      ["match", /Match "\w+"/, 'Match "../x"'],
      ["game", /Game "qwixx"/, 'Game "chess"'],
      ["constructor", /Game "qwixx"/, 'Game "constructor"'],
      ["bots", /Bots ".*"/, 'Bots "-"'],
      ["own", /Own "0"/, 'Own "7"'],
      ["winners", /Winners "1"/, 'Winners "x"'],
      ["finished", /Finished ".*"/, 'Finished "soon"'],
      ["turns", /Turns ".*"/, 'Turns "-1"'],
      ["scores", /unrecorded 36/, "unrecorded much"],
      ["a line", /\* unrec/, "nonsense\n* unrec"],
    ];
    for (const [name, good, bad] of wrong) {
      const found = await whole(`${text.replace(good, bad)}\n${text}`);
      expect([name, found.results, found.broken.length]).toEqual([name, [result], 1]);
    }
    for (const bad of ["no receipt", "paperdice receipt 1 | own 0"]) {
      const found = await whole(
        text.replace(/Receipt ".*"/, `Receipt "${bad}"`).replace(/ReceiptTable ".*"/, 'ReceiptTable "?"'),
      );
      expect([found.results, found.receipts, found.broken.length]).toEqual([[result], {}, 1]);
    }
  });
  it("are named and left out if they are cut off, and the next one is read", async () => {
    const next = { ...result, match: "0a1b2c3d4e60" };
    const text = await archiveOf({ results: [result, next], receipts: {}, records: {} });
    const found = await whole(text.replace("* unrecorded 36 69 -5\n", ""));
    expect([found.results, found.broken.length]).toEqual([[next], 1]);
  });
  it("are read once if a file contains them twice", async () => {
    const record = golden("qwixx-1").replace("[Player0", `[Match "${result.match}"]\n[Player0`);
    const played = { ...result, ...playedIn(record) };
    const receipts = { [result.match]: makeReceipt("ABCDEF", ["paperdice dice 3"]) };
    const lost = await archiveOf({ results: [played], receipts: {}, records: {} });
    const text = await archiveOf({ results: [played], receipts, records: { [result.match]: record } });
    const found = await readArchive([lost, text, text].join("\n"));
    expect(found).toEqual({ results: [played], receipts, records: { [result.match]: record }, broken: [] });
  });
  it("are refused if they are something else", async () => {
    for (const text of ["", "{", "null", "Dear Ann,\n\nhow are you?\n", "PK\u0003\u0004"])
      expect(await readArchive(text)).toBeNull();
  });
});

describe("stored values", () => {
  const wrong: Record<keyof typeof result, unknown[]> = {
    match: [null, 5, "", "../x", ["0a1b2c3d4e5f"], {}],
    game: [null, 5, "chess", "constructor", ["qwixx"]],
    names: [null, "Ann", [], ["Ann"], [1, 2, 3], [["Ann"], "Ben", "Mia"], { 0: "Ann" }],
    bots: [null, [], [null], [{}, {}, {}], [1, 2, 3], ["steady"]],
    sheets: [null, [], [null, null, null], ["classic"], "classic", ["x".repeat(9000), "A", "B"]],
    scores: [null, [], [1], ["1", "2", "3"], [1, 2, null], [1, 2, 1e300], [1, 2, 0.5]],
    winners: [null, 1, [3], [-1], ["1"], [0.5]],
    own: [null, 0, [3], [-1], ["0"], [{}]],
    finished: [null, "2026", 1e300, -1, {}],
    turns: [null, "9", -1, 0.5, 1e300],
    challenge: [5, {}, []],
  };
  it.each(Object.entries(wrong))("are no result if their %s is broken", (field, values) => {
    expect(isResult(result)).toBe(true);
    expect(values.filter((value) => isResult({ ...result, [field]: value }))).toEqual([]);
  });
  it.each(["code", "promise", "own", "isUnheard", "faults", "seen"])(
    "are no receipt if their %s is broken",
    (field) => {
      const receipt = makeReceipt("ABCDEF", ["paperdice dice 2"]);
      expect(isReceipt(receipt)).toBe(true);
      const values = [null, 5, "a\nb", [5], { 0: 5 }, [{}], ["a\nb"]];
      expect(values.filter((value) => isReceipt({ ...receipt, [field]: value }))).toEqual([]);
      expect(isReceipt([receipt])).toBe(false);
    },
  );
});
