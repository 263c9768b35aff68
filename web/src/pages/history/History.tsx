// The matches of this device: statistics, the list, and the transfer to another device.

import { useState } from "preact/hooks";
import { dayText, signed, t } from "../../i18n";
import { brokenNames } from "../../i18n/broken";
import { botShort } from "../../i18n/names";
import { isLocal } from "../../net/local";
import { AppBar, Link } from "../../parts/AppBar";
import { Icon } from "../../parts/Icon";
import type { App } from "../../state/app";
import type { MatchResult } from "../../state/results";
import { dropBroken, forgetMatch, loadBroken, loadResults } from "../../state/storage";
import { Statistics } from "./Statistics";
import { Transfer } from "./Transfer";

const PAGE = 30;

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

/** Lists stored values that are unreadable, until they are deleted. */
function SetAside({ app }: { app: App }) {
  const broken = loadBroken();
  if (broken.length === 0) return null;
  function drop() {
    dropBroken();
    app.redraw();
  }
  return (
    <section class="card broken">
      <p>{t("history.broken", { n: broken.length, names: brokenNames(broken) })}</p>
      <div class="acts">
        <button type="button" class="btn" onClick={drop}>
          {t("history.drop_broken")}
        </button>
      </div>
    </section>
  );
}

export function History({ app }: { app: App }) {
  const [news, setNews] = useState("");
  const [shown, setShown] = useState(PAGE);
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
        <SetAside app={app} />
        <Transfer app={app} onNews={setNews} />
      </main>
    </div>
  );
}
