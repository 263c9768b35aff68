import { expect, it } from "vitest";
import { bgStatsLink } from "../src/state/count";

it("hands a result to BG Stats by the link that it documents", () => {
  const result = {
    match: "0a1b2c3d",
    game: "twenty_one",
    names: ["Ann", "steady"],
    bots: [null, "steady"],
    sheets: ["A", "B"],
    scores: [88, 101],
    winners: [1],
    own: [0],
    finished: Date.UTC(2026, 10, 16, 21, 3, 7),
    turns: 20,
    challenge: null,
  };
  const link = new URL(bgStatsLink(result, "Twenty One", (seat) => ["Ann", "Steady"][seat] ?? ""));
  expect(`${link.origin}${link.pathname}`).toBe("https://app.bgstatsapp.com/createPlay.html");
  expect(JSON.parse(link.searchParams.get("data") ?? "")).toEqual({
    sourceName: "Paperdice",
    sourcePlayId: "0a1b2c3d",
    playDate: "2026-11-16 21:03:07",
    board: "",
    game: { name: "Twenty One", sourceGameId: "twenty_one", highestWins: true, noPoints: false },
    players: [
      { name: "Ann", sourcePlayerId: "Ann", score: 88, rank: 2, winner: false },
      { name: "Steady", sourcePlayerId: "bot steady", score: 101, rank: 1, winner: true },
    ],
  });
});
