import { beforeEach, describe, expect, it } from "vitest";
import { makeReceipt } from "../src/fair/receipt";
import { loadReceipt, saveReceipt } from "../src/state/receipts";
import { loadTable, loadTables, saveTable } from "../src/state/storage";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
});

function saveMany(n: number): void {
  for (let i = 0; i < n; i++) saveReceipt(`other${i}`, makeReceipt("BBBBBB", []));
}

describe("receipts", () => {
  it("are kept of deals that were not played to their end, however many others come", () => {
    saveTable({ ...loadTable("AAAAAA"), deals: ["open/1"] });
    saveReceipt("open", makeReceipt("AAAAAA", []));
    saveReceipt("played", makeReceipt("AAAAAA", []));
    saveMany(60);
    expect(loadReceipt("open")).not.toBeNull();
    expect(loadReceipt("played")).toBeNull();
    saveTable({ ...loadTable("AAAAAA"), deals: [] });
    saveMany(61);
    expect(loadReceipt("open")).toBeNull();
  });
});

describe("tables", () => {
  it("with such deals are kept longer than others, but not for ever", () => {
    const open = ["open/1"];
    saveTable({ ...loadTable("AAAAAA"), deals: open });
    saveTable({ ...loadTable("BBBBBB"), deals: [] });
    for (let i = 0; i < 40; i++) saveTable(loadTable(`T${i}`));
    expect(loadTables().map(({ code }) => code)).toContain("AAAAAA");
    expect(loadTables().map(({ code }) => code)).not.toContain("BBBBBB");
    for (let i = 0; i < 80; i++) saveTable({ ...loadTable(`U${i}`), deals: open });
    expect(loadTables()).toHaveLength(80);
  });
});
