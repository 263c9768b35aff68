import { describe, expect, it } from "vitest";
import { makeReceipt } from "../src/fair/receipt";
import { archiveOf, csvOf, readArchive } from "../src/state/archive";
import { crc32, unzipped, zipOf } from "../src/state/zip";

const bytesOf = (text: string) => new TextEncoder().encode(text);
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

describe("a file of several texts", () => {
  it("has the check sums that the format asks for", () => {
    expect(crc32(bytesOf("123456789"))).toBe(0xcbf43926);
  });
  it("gives each text back, and nothing for other names", () => {
    const zip = zipOf({ "a.txt": "grün", "b/c.txt": "two" });
    expect([unzipped(zip, "a.txt"), unzipped(zip, "b/c.txt"), unzipped(zip, "d")]).toEqual(["grün", "two", null]);
    expect(unzipped(bytesOf("no zip"), "a.txt")).toBeNull();
  });
});

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
  it("can be read on another device, records and receipts lie beside them", () => {
    const receipt = makeReceipt("ABCDEF", ["paperdice dice 2"]);
    const zip = archiveOf({ results: [result], receipts: { [result.match]: receipt } }, { [result.match]: "record" });
    expect(readArchive(zip)).toEqual({ results: [result], receipts: { [result.match]: receipt }, broken: [] });
    expect(unzipped(zip, "records/0a1b2c3d4e5f.txt")).toBe("record");
    expect(unzipped(zip, "receipts/0a1b2c3d4e5f.txt")).toContain("paperdice receipt 1");
  });
  const read = (value: object) =>
    readArchive(zipOf({ "matches.json": JSON.stringify({ format: "paperdice matches 1", results: [], ...value }) }));
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
  it.each(Object.entries(wrong))("are left out and named if their %s is broken", (field, values) => {
    const broken = values.map((value) => ({ ...result, [field]: value }));
    const found = read({ results: [...broken, result] });
    expect(found?.results).toEqual([result]);
    expect(found?.broken.map(({ value }) => value)).toEqual(broken);
  });
  it.each(["code", "promise", "own", "isUnheard", "faults", "seen"])("lose a receipt whose %s is broken", (field) => {
    const receipt = makeReceipt("ABCDEF", ["paperdice dice 2"]);
    for (const value of [null, 5, "a\nb", [5], { 0: 5 }, [{}], ["a\nb"]]) {
      const found = read({ receipts: { [result.match]: { ...receipt, [field]: value }, other: receipt } });
      expect(found?.receipts).toEqual({ other: receipt });
      expect(found?.broken).toHaveLength(1);
    }
    expect(read({ receipts: { "../x": receipt } })?.receipts).toEqual({});
    expect(read({ receipts: [receipt] })?.receipts).toEqual({});
  });
  it("are refused if they are something else", () => {
    for (const text of ["{", "null", '{"format":"x","results":[]}']) {
      expect(readArchive(zipOf({ "matches.json": text }))).toBeNull();
    }
  });
});
