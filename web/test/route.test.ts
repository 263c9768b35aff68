import { describe, expect, it } from "vitest";
import { parseRoute, pathOf, type Route } from "../src/state/route";
import { sheetInLink } from "../src/state/sheets";

const ROUTES: Route[] = [
  { page: "home" },
  { page: "table", code: "KXRMPD" },
  { page: "screen", code: "KXRMPD" },
  { page: "challenge", challenge: "daily-2026-11-15-qwixx" },
  { page: "match", match: "abc12345" },
  { page: "replay", match: "abc12345" },
  { page: "replay", match: null },
  { page: "review", match: "abc12345" },
  { page: "coach", position: null },
  { page: "coach", position: "qwixx 1 roll 0 | classic -/1..1/-/- 0" },
  { page: "drill" },
  { page: "learn", game: null },
  { page: "learn", game: "twenty_one" },
  { page: "guide", game: "twenty_one" },
  { page: "print", game: null },
  { page: "print", game: "twenty_one" },
  { page: "history" },
];

describe("addresses", () => {
  it("lead to a page and back", () => {
    for (const route of ROUTES) expect(parseRoute(pathOf(route))).toEqual(route);
  });
  it("take codes in small letters", () => {
    expect(parseRoute("/t/kxrmpd")).toEqual({ page: "table", code: "KXRMPD" });
  });
  it("lead home when an id would lead elsewhere, or cannot be read", () => {
    for (const id of [
      "x%2f..%2f..%2fapi%2ftables",
      "..",
      "%2e%2e",
      ".",
      "x%3fy",
      "x%23y",
      "x%5c..",
      "%",
      "%E0%A4%A",
      "a%20b",
    ])
      for (const path of [`/m/${id}`, `/m/${id}/review`, `/m/${id}/replay`, `/t/${id}`, `/t/${id}/screen`, `/c/${id}`])
        expect(parseRoute(path)).toEqual({ page: "home" });
    expect(parseRoute("/coach/%")).toEqual({ page: "coach", position: null });
    expect(parseRoute("/learn/%")).toEqual({ page: "learn", game: null });
    expect(sheetInLink("#%")).toBeNull();
  });
  it("lead home when they are unknown", () => {
    expect(parseRoute("/nowhere/else")).toEqual({ page: "home" });
    expect(parseRoute("/guide/chess")).toEqual({ page: "home" });
  });
});
