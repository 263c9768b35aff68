// The final count as plain values: what each part of a tally adds, the ranking after each part, a text to share, and a
// link for an app that logs plays.

import countParts from "../../rules/drawn/count.js";
import type { MatchResult } from "./results";
import { type Color, isColor, type View } from "./view";

export interface CountPart {
  /** "r" for a row, "3" for a numbered row or column, "columns", "misses". */
  key: string;
  color: Color | null;
  value: number;
}

export interface CountLine {
  seat: number;
  parts: CountPart[];
  total: number;
  isWinner: boolean;
}

/** The parts of a tally, split by the library. */
export function partsOf(tally: Record<string, number>): CountPart[] {
  return countParts(tally).map(({ name, points }) => ({
    key: name,
    value: points,
    color: isColor(name) ? name : null,
  }));
}

export function countLines(view: View): CountLine[] {
  return view.sheets.map((sheet) => ({
    seat: sheet.seat,
    parts: partsOf(sheet.tally),
    total: sheet.score,
    isWinner: view.winners.includes(sheet.seat),
  }));
}

/** The points of a player after n parts. */
export function sumUpTo(line: CountLine, n: number): number {
  return line.parts.slice(0, n).reduce((sum, part) => sum + part.value, 0);
}

/** Seats from best to worst after n parts; ties keep the order of the seats. */
export function standing(lines: readonly CountLine[], n: number): number[] {
  return [...lines].sort((a, b) => sumUpTo(b, n) - sumUpTo(a, n) || a.seat - b.seat).map((line) => line.seat);
}

/** One line of text per player: "Mia 82 = 28 + 10 + 28 + 21 − 5". */
export function shareText(view: View, nameOf: (seat: number) => string, address: string): string {
  const lines = countLines(view).sort((a, b) => b.total - a.total);
  const texts = lines.map((line) => {
    const sum = line.parts
      .filter((part) => part.value !== 0)
      .map((part, i) => (part.value < 0 ? `− ${-part.value}` : i === 0 ? String(part.value) : `+ ${part.value}`))
      .join(" ");
    return `${line.isWinner ? "★ " : ""}${nameOf(line.seat)} ${line.total}${sum ? ` = ${sum}` : ""}`;
  });
  return [`${view.title} · Paperdice`, ...texts, address].join("\n");
}

/** BG Stats documents this link: bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites */
const CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html";

/** The time in the format of BG Stats: "2026-11-16 21:03:00", UTC. */
function utcText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** The link that opens BG Stats, if installed, to save this result. */
export function bgStatsLink(result: MatchResult, title: string, nameOf: (seat: number) => string): string {
  const sheets = [...new Set(result.sheets)];
  const play = {
    sourceName: "Paperdice",
    sourcePlayId: result.match,
    playDate: utcText(result.finished),
    board: sheets.length === 1 ? sheets[0] : "",
    game: { name: title, sourceGameId: result.game, highestWins: true, noPoints: false },
    players: result.scores.map((score, seat) => ({
      name: nameOf(seat),
      sourcePlayerId: result.bots[seat] ? `bot ${result.bots[seat]}` : nameOf(seat),
      score,
      rank: 1 + result.scores.filter((other) => other > score).length,
      winner: result.winners.includes(seat),
    })),
  };
  return `${CREATE_PLAY}?data=${encodeURIComponent(JSON.stringify(play))}`;
}
