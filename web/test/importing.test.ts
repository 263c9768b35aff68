import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { keepMatches, loadMatch } from "../src/local/kept";
import { setLocalServer } from "../src/net/local";
import { importArchive } from "../src/state/archive";
import type { MatchResult } from "../src/state/results";
import { loadResults, saveResults } from "../src/state/storage";

const golden = readFileSync(join(import.meta.dirname, "../../tests/golden/qwixx-1.record"), { encoding: "utf8" });
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
  setLocalServer(() => import("../src/local"));
});

const idOf = (n: number) => `local-${String(n).padStart(12, "0")}`;
const recordOf = (match: string) => golden.replace("[Player0", `[Match "${match}"]\n[Player0`);
const resultOf = (match: string, finished: number): MatchResult => ({
  match,
  game: "qwixx",
  names: ["Ada", "Ben", "Cleo"],
  bots: [null, null, null],
  sheets: ["classic", "classic", "classic"],
  scores: (/^\* \w+ (.+)$/m.exec(golden)?.[1] ?? "").split(" ").map(Number),
  winners: [1],
  own: [0],
  finished,
  turns: 12,
  challenge: null,
});
const storedOf = (n: number) => ({
  match: idOf(n),
  code: "",
  started: n,
  finished: n,
  previous: null,
  record: recordOf(idOf(n)),
});

/** Import matches as exported, newest first, with records that may differ from the real ones. */
function importMatches(numbers: readonly number[], records: Record<string, string> = {}) {
  const ids = numbers.map((n) => [n, idOf(n)] as const);
  return importArchive({
    results: ids.map(([n, match]) => resultOf(match, n)),
    receipts: {},
    records: { ...Object.fromEntries(ids.map(([, match]) => [match, recordOf(match)])), ...records },
    broken: [],
  });
}

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
const recorded = (numbers: readonly number[]) => numbers.filter((n) => loadMatch(idOf(n)) !== null);
const named = (numbers: readonly number[]) =>
  numbers.map((n) => ({ key: "paperdice.results", value: { match: idOf(n) } }));

describe("imported matches", () => {
  it("are the newest ones if there are more than fit, and the others are named", async () => {
    expect(await importMatches(down(250, 1))).toEqual({ n_added: 200, broken: [], dropped: named(down(50, 1)) });
    expect(recorded(down(250, 1))).toEqual(down(250, 51));
    expect(loadResults().map((result) => result.finished)).toEqual(down(250, 51));
  });
  it("do not displace a newer match of this device", async () => {
    keepMatches([storedOf(500)]);
    saveResults([resultOf(idOf(500), 500)]);
    expect(await importMatches(down(200, 1))).toEqual({ n_added: 199, broken: [], dropped: named([1]) });
    expect(recorded([500, ...down(200, 1)])).toEqual([500, ...down(200, 2)]);
  });
  it("displace older matches of this device, which are named", async () => {
    keepMatches(down(200, 1).map(storedOf));
    saveResults(down(200, 1).map((n) => resultOf(idOf(n), n)));
    expect(await importMatches([302, 301])).toEqual({ n_added: 2, broken: [], dropped: named([2, 1]) });
    expect(recorded([302, 301, ...down(200, 1)])).toEqual([302, 301, ...down(200, 3)]);
  });
  it("are left out and named if there is no room in the list", async () => {
    saveResults(down(2000, 1001).map((n) => resultOf(String(n).padStart(12, "0"), n)));
    expect(await importMatches([3000, 5])).toEqual({
      n_added: 1,
      broken: [],
      dropped: [{ key: "paperdice.results", value: { match: "000000001001" } }, ...named([5])],
    });
    expect(recorded([3000, 5])).toEqual([3000]);
  });
  it("are not added if their record has an illegal move", async () => {
    const bad = recordOf(idOf(2)).replace(/^(1\. 0: [^|]+\|) [^|]+ \|/m, "$1 r99, -, - |");
    expect(bad).not.toBe(recordOf(idOf(2)));
    expect(await importMatches([3, 2, 1], { [idOf(2)]: bad })).toEqual({
      n_added: 2,
      broken: [{ key: `paperdice.local.matches.${idOf(2)}`, value: bad }],
      dropped: [],
    });
    expect(loadResults().map((result) => result.finished)).toEqual([3, 1]);
    expect(recorded([3, 2, 1])).toEqual([3, 1]);
  });
  it("are not stored at all if the code that checks them cannot be loaded", async () => {
    setLocalServer(() => Promise.reject(new Error("no network")));
    await expect(importMatches([1])).rejects.toThrow("no network");
    expect(loadResults()).toEqual([]);
  });
  it("do not displace a match that has just finished, whatever their clock said", () => {
    const future = Date.now() + 1e9;
    keepMatches(down(200, 1).map((n) => ({ ...storedOf(n), finished: future + n })));
    expect(keepMatches([{ ...storedOf(999), finished: Date.now() }])).toHaveLength(1);
    expect(recorded([999])).toEqual([999]);
  });
});
