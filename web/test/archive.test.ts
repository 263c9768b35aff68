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
    expect(readArchive(zip)).toEqual({ results: [result], receipts: { [result.match]: receipt } });
    expect(unzipped(zip, "records/0a1b2c3d4e5f.txt")).toBe("record");
    expect(unzipped(zip, "receipts/0a1b2c3d4e5f.txt")).toContain("paperdice receipt 1");
  });
  it("are refused if they are something else", () => {
    const other = JSON.stringify({ format: "paperdice matches 1", results: [{ ...result, scores: ["9"] }, null] });
    expect(readArchive(zipOf({ "matches.json": other }))?.results).toEqual([]);
    for (const text of ["{", "null", '{"format":"x","results":[]}']) {
      expect(readArchive(zipOf({ "matches.json": text }))).toBeNull();
    }
  });
});
