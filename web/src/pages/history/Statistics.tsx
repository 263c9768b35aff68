// Statistics of the player's own matches, by game and opponents.

import { hasText, signed, t } from "../../i18n";
import { botShort } from "../../i18n/names";
import type { MatchResult } from "../../state/results";
import { gamesOf, type Kind, kindsOf } from "../../state/statistics";
import { Trend } from "./Trend";

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
