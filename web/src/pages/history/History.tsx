// The matches of this device: what they add up to, every one of them, and the way to another device.

import { useEffect, useState } from "preact/hooks";
import { dayText, signed, t } from "../../i18n";
import { botShort } from "../../i18n/names";
import { api } from "../../net/api";
import { isLocal } from "../../net/local";
import { AppBar, Link } from "../../parts/AppBar";
import { Icon } from "../../parts/Icon";
import { problemText } from "../../parts/useRequest";
import type { App } from "../../state/app";
import { type MatchResult, resultOfLine } from "../../state/results";
import { forgetMatch, loadMatches, loadReceipt, loadResults, saveResults } from "../../state/storage";
import { Statistics } from "./Statistics";
import { Transfer } from "./Transfer";

const PAGE = 30;

/** The seats of this device in a match of which it kept no result: those whose shares it opened. */
function ownSeats(match: string): number[] {
  return Object.keys(loadReceipt(match)?.own ?? {}).map(Number);
}

/** Asks the server for matches that were played here before results were kept. */
function useOlderMatches(app: App, onProblem: (problem: string) => void): void {
  useEffect(() => {
    const known = new Set(loadResults().map((result) => result.match));
    const unknown = loadMatches().filter((match) => !known.has(match));
    if (unknown.length === 0) return;
    api.matches(unknown).then(
      (lines) => {
        saveResults(lines.map((line) => resultOfLine(line, ownSeats(line.match))));
        app.redraw();
      },
      (error: unknown) => onProblem(problemText(error)),
    );
  }, []);
}

function scoreText(result: MatchResult, seat: number): string {
  const bot = result.bots[seat];
  const isMine = result.own.length === 1 && result.own[0] === seat;
  const name = isMine ? t("turn.you") : bot ? botShort(bot) : result.names[seat];
  return `${name} ${signed(result.scores[seat] ?? 0)}${result.winners.includes(seat) && result.names.length > 1 ? " ★" : ""}`;
}

function MatchRow({ app, result }: { app: App; result: MatchResult }) {
  const day = dayText(result.finished);
  function forget() {
    forgetMatch(result.match);
    app.redraw();
  }
  return (
    <li class="matchrow">
      <Link app={app} to={{ page: "match", match: result.match }}>
        <b>{t(`game.${result.game}`)}</b>
        <span>{result.names.map((_, seat) => scoreText(result, seat)).join(" · ")}</span>
        <small>{isLocal(result.match) ? `${day} · ${t("history.here")}` : day}</small>
      </Link>
      <button type="button" class="icon" aria-label={t("history.forget")} onClick={forget}>
        <Icon name="close" />
      </button>
    </li>
  );
}

export function History({ app }: { app: App }) {
  const [news, setNews] = useState("");
  const [shown, setShown] = useState(PAGE);
  useOlderMatches(app, setNews);
  const results = loadResults();
  return (
    <div class="plain">
      <AppBar app={app} title={t("home.history")} />
      <main>
        {results.length === 0 && <p class="note">{t("history.none")}</p>}
        <Statistics results={results} name={app.settings.name} />
        <ol class="matchlist">
          {results.slice(0, shown).map((result) => (
            <MatchRow key={result.match} app={app} result={result} />
          ))}
        </ol>
        {results.length > shown && (
          <button type="button" class="btn" onClick={() => setShown(shown + PAGE)}>
            {t("history.more")}
          </button>
        )}
        <div class="acts wrap">
          <Link app={app} kind="btn" to={{ page: "drill" }}>
            {t("history.drill")}
          </Link>
          <Link app={app} kind="btn" to={{ page: "coach", position: null }}>
            {t("history.coach")}
          </Link>
        </div>
        <p class="note" role="status">
          {news}
        </p>
        <Transfer app={app} onNews={setNews} />
      </main>
    </div>
  );
}
