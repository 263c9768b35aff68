import { describe, expect, it } from "vitest";
import { parseRoute, pathOf, type Route } from "../src/state/route";

const ROUTES: Route[] = [
  { page: "home" },
  { page: "table", code: "KXRM" },
  { page: "screen", code: "KXRM" },
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
    expect(parseRoute("/t/kxrm")).toEqual({ page: "table", code: "KXRM" });
  });
  it("lead home when they are unknown", () => {
    expect(parseRoute("/nowhere/else")).toEqual({ page: "home" });
    expect(parseRoute("/guide/chess")).toEqual({ page: "home" });
  });
});
