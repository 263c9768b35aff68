// Sends a result to an app that logs plays. BG Stats documents this link for other apps and websites:
// bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites

import type { MatchResult } from "./results";

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
