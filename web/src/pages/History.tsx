// The matches of this device, and what they add up to.

import { lang, t } from "../i18n";
import { api } from "../net/api";
import type { MatchLine } from "../net/protocol";
import { AppBar, Link } from "../parts/AppBar";
import { Icon } from "../parts/Icon";
import { useRequest } from "../parts/useRequest";
import type { App } from "../state/app";
import { forgetMatch, loadMatches } from "../state/storage";

interface GameSummary {
  game: string;
  n: number;
  best: number;
  mean: number;
}

/** Matches, best and mean of the best score, by game. */
function summarize(lines: readonly MatchLine[]): GameSummary[] {
  const games = [...new Set(lines.map((line) => line.game))];
  return games.map((game) => {
    const matches = lines.filter((line) => line.game === game);
    const tops = matches.map((line) => Math.max(...line.scores));
    return {
      game,
      n: matches.length,
      best: Math.max(...tops),
      mean: Math.round(tops.reduce((a, b) => a + b, 0) / tops.length),
    };
  });
}

function MatchRow({ app, line }: { app: App; line: MatchLine }) {
  const day = new Date(line.finished).toLocaleDateString(lang(), { day: "numeric", month: "short" });
  function forget() {
    forgetMatch(line.match);
    app.redraw();
  }
  return (
    <li class="matchrow">
      <Link app={app} to={{ page: "match", match: line.match }}>
        <b>{t(`game.${line.game}`)}</b>
        <span>
          {line.names
            .map((name, seat) => `${name} ${line.scores[seat]}${line.winners.includes(seat) ? " ★" : ""}`)
            .join(" · ")}
        </span>
        <small>{day}</small>
      </Link>
      <button type="button" class="icon" aria-label={t("history.forget")} onClick={forget}>
        <Icon name="close" />
      </button>
    </li>
  );
}

export function History({ app }: { app: App }) {
  const matches = loadMatches();
  const { value, problem } = useRequest(
    () => (matches.length > 0 ? api.matches(matches) : Promise.resolve([])),
    matches.join(),
  );
  const lines = value ?? [];
  return (
    <div class="plain">
      <AppBar app={app} title={t("home.history")} />
      <main>
        {value && lines.length === 0 && <p class="note">{t("history.none")}</p>}
        <div class="chips">
          {summarize(lines).map((each) => (
            <span key={each.game} class="chip">
              {t("history.summary", { game: t(`game.${each.game}`), n: each.n, best: each.best, mean: each.mean })}
            </span>
          ))}
        </div>
        <ol class="matchlist">
          {lines.map((line) => (
            <MatchRow key={line.match} app={app} line={line} />
          ))}
        </ol>
        <p class="problem" role="alert">
          {problem}
        </p>
      </main>
    </div>
  );
}
