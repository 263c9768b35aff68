// Statistics of the player's own matches, by game and opponents.

import { hasText, signed, t } from "../../i18n";
import { botShort } from "../../i18n/names";
import type { MatchResult } from "../../state/results";
import { gamesOf, type Kind, kindsOf } from "../../state/statistics";

const WIDTH = 120;
const HEIGHT = 36;
const EDGE = 4;
const MOST = 30;

/** The player's scores over time as a small line chart; the dashed line is their mean. */
function Trend({ scores, mean }: { scores: readonly number[]; mean: number }) {
  const shown = scores.slice(-MOST);
  if (shown.length < 2) return null;
  const [low, high] = [Math.min(...shown, mean), Math.max(...shown, mean)];
  const x = (i: number) => EDGE + (i * (WIDTH - 2 * EDGE)) / (shown.length - 1);
  const y = (score: number) => HEIGHT - EDGE - ((score - low) * (HEIGHT - 2 * EDGE)) / Math.max(1, high - low);
  const points = shown.map((score, i) => `${x(i).toFixed(1)},${y(score).toFixed(1)}`);
  const label = t("history.trend", { n: shown.length, from: shown[0] ?? 0, to: shown.at(-1) ?? 0 });
  return (
    <svg class="trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path class="mean" d={`M${EDGE} ${y(mean)}H${WIDTH - EDGE}`} />
      <polyline points={points.join(" ")} />
      <circle cx={x(shown.length - 1)} cy={y(shown.at(-1) ?? 0)} r="3" />
    </svg>
  );
}

function againstText(against: string): string {
  return hasText(`history.against_${against}`) ? t(`history.against_${against}`) : botShort(against);
}

function KindRow({ kind }: { kind: Kind }) {
  return (
    <tr>
      <th scope="row">
        {againstText(kind.against)}
        {kind.seats > 2 && <small> · {t("history.seats", { n: kind.seats })}</small>}
      </th>
      <td>{kind.played}</td>
      <td>{kind.seats > 1 ? kind.won : "–"}</td>
      <td>{signed(kind.best)}</td>
      <td>{signed(kind.mean)}</td>
    </tr>
  );
}

export function Statistics({ results, name }: { results: readonly MatchResult[]; name: string }) {
  const kinds = kindsOf(results, name);
  return (
    <>
      {gamesOf(results, name).map((game) => (
        <section key={game.game} class="card statistics">
          <header>
            <h2>{t(`game.${game.game}`)}</h2>
            <Trend scores={game.scores} mean={game.mean} />
          </header>
          <table class="results">
            <thead>
              <tr>
                <th scope="col">{t("history.against")}</th>
                <th scope="col">{t("history.played")}</th>
                <th scope="col">{t("history.won")}</th>
                <th scope="col">{t("history.best")}</th>
                <th scope="col">{t("history.mean")}</th>
              </tr>
            </thead>
            <tbody>
              {kinds
                .filter((kind) => kind.game === game.game)
                .map((kind) => (
                  <KindRow key={`${kind.against}${kind.seats}`} kind={kind} />
                ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}
