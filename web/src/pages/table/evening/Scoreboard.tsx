// The scoreboard of an evening: wins as tally strokes, best scores, and how the players compare.

import { t } from "../../../i18n";
import { eveningCount, gameName, playerName } from "../../../i18n/evening";
import type { Evening } from "../../../net/protocol";

/** More wins are only shown as a number. */
const MOST_STROKES = 10;
const STEP = 7;

/** Tally strokes in groups of five, the fifth across the other four. */
function strokesOf(n: number): string {
  return Array.from({ length: n }, (_, i) => {
    const left = 4 + STEP * (i - Math.floor(i / 5) + (i % 5 === 4 ? -4 : 0));
    if (i % 5 === 4) return `M${left - 4} 24L${left + 3 * STEP + 4} 8`;
    return `M${left} ${i % 2 ? 5 : 4}L${left - (i % 2 ? 0 : 1)} ${i % 2 ? 27 : 28}`;
  }).join("");
}

function Tally({ n }: { n: number }) {
  const width = STEP * Math.max(1, n - Math.floor(n / 5)) + 4;
  return (
    <span class="wins">
      {n > 0 && n <= MOST_STROKES && (
        <svg class="tally" viewBox={`0 0 ${width} 32`} style={{ "--w": width }} aria-hidden="true">
          <path d={strokesOf(n)} />
        </svg>
      )}
      <b aria-hidden="true">{n}</b>
      <span class="hidden">{t("evening.n_wins", { n })}</span>
    </span>
  );
}

/** How many players are compared one by one. */
const MOST_COMPARED = 4;

function HeadToHead({ evening, own }: { evening: Evening; own: string | null }) {
  const shown = evening.players.slice(0, MOST_COMPARED).map(({ name }) => name);
  const pairs = evening.pairs.filter(({ first, second }) => shown.includes(first) && shown.includes(second));
  const byName = (name: string) =>
    playerName(evening.players.find((player) => player.name === name) ?? { name, bot: null }, own);
  if (pairs.length === 0) return null;
  return (
    <table class="h2h">
      <caption>{t("evening.pairs")}</caption>
      <tbody>
        {pairs.map(({ first, second, won, lost }) => (
          <tr key={`${first} ${second}`}>
            <th scope="row">
              {byName(first)} – {byName(second)}
            </th>
            <td>
              {won} : {lost}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ScoreboardProps {
  evening: Evening;
  /** The game whose best scores are shown. */
  game: string;
  /** The name of this device's person on the scoreboard. */
  own?: string | null;
  hasPairs?: boolean;
}

export function Scoreboard({ evening, game, own = null, hasPairs = true }: ScoreboardProps) {
  return (
    <>
      <table class="scores">
        <caption>{eveningCount(evening, Date.now())}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("evening.wins")}</th>
            <th scope="col">{t("evening.best", { game: gameName(game) })}</th>
          </tr>
        </thead>
        <tbody>
          {evening.players.map((player) => (
            <tr key={player.name} class={player.name === own ? "me" : undefined}>
              <th scope="row">{playerName(player, own)}</th>
              <td>
                <Tally n={player.wins} />
              </td>
              <td>{player.best[game] ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasPairs && <HeadToHead evening={evening} own={own} />}
    </>
  );
}

/** The wins in one line: "Cleo 2, you 1, Ben 1". */
export function shortScores(evening: Evening, own: string | null): string {
  const winners = evening.players.filter(({ wins }) => wins > 0);
  return winners.map((player) => `${playerName(player, own)} ${player.wins}`).join(", ");
}
