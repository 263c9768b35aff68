// The rules in our own words, with pictures drawn by the same components as the match.

import { useEffect, useState } from "preact/hooks";
import { lessonsOf } from "../../games";
import type { Lesson } from "../../games/game";
import { FIRST_GAME, GAMES, type GameName } from "../../games/registry";
import { rich, t } from "../../i18n";
import { AppBar, Link } from "../../parts/AppBar";
import { Sums, Tray } from "../../parts/dice/Tray";
import { Icon } from "../../parts/Icon";
import { Legend } from "../../parts/Legend";
import { Sheet } from "../../parts/sheet/Sheet";
import { WithGame } from "../../parts/WithGame";
import type { App } from "../../state/app";
import { loadMore } from "../../state/settings";
import { COLOR_ORDER, isColor } from "../../state/view";

function Picture({ lesson, game }: { lesson: Lesson; game: GameName }) {
  if (!lesson.picture) return null;
  const { view, pencil } = lesson.picture;
  const [sheet] = view.sheets;
  const lines = (sheet?.lines ?? []).reduce((sum, line) => sum + (line.name.length === 2 ? 1 : 0.3), 0);
  const rows = lesson.diceOnly ? 0 : (sheet?.rows.length ?? 0) + lines;
  const thrown = lesson.diceOnly ? { ...view, phase: "reroll" } : view;
  return (
    <figure class={`picture ${game}`} style={{ "--rows": rows }}>
      {lesson.hasDice && <Tray view={thrown} />}
      {lesson.hasDice && <Sums view={thrown} />}
      {rows > 0 && <Sheet view={view} seat={0} pencil={pencil} showScores label={t("learn.picture")} />}
    </figure>
  );
}

function Rules({ game }: { game: GameName }) {
  return (
    <>
      {lessonsOf(game).rules.map((lesson) => (
        <section key={lesson.id} class="card rule">
          <h2>{t(`learn.${game}.${lesson.id}_title`)}</h2>
          <p>{rich(t(`learn.${game}.${lesson.id}`))}</p>
          <Picture lesson={lesson} game={game} />
          <small>{lesson.rules}</small>
        </section>
      ))}
    </>
  );
}

/** Other sheets of the game, in short; their texts come after the rules, which are read first. */
function OtherSheets({ game }: { game: GameName }) {
  const [areTextsLoaded, setTextsLoaded] = useState(false);
  const lessons = lessonsOf(game).others;
  useEffect(() => {
    if (lessons) void loadMore("family").then(() => setTextsLoaded(true));
  }, [lessons]);
  if (!lessons || !areTextsLoaded) return null;
  return (
    <>
      <h2>{t("sheets.title")}</h2>
      <p class="lead">{t("sheets.lead")}</p>
      {lessons.map((lesson) => (
        <section key={lesson.id} class="card rule" id={lesson.id}>
          <h2>{t(`sheets.${lesson.id}_title`)}</h2>
          <p>{rich(t(`sheets.${lesson.id}`))}</p>
          <Picture lesson={lesson} game={game} />
          <small>{lesson.rules}</small>
        </section>
      ))}
    </>
  );
}

export function Learn({ app }: { app: App }) {
  const game = (app.route.page === "learn" && app.route.game) || FIRST_GAME;
  return (
    <div class="plain learn">
      <AppBar app={app} title={t("home.learn")} />
      <main>
        <nav class="tabs" aria-label={t("home.game")}>
          {GAMES.map((each) => (
            <Link key={each} app={app} kind={each === game ? "tab on" : "tab"} to={{ page: "learn", game: each }}>
              {t(`game.${each}`)}
            </Link>
          ))}
        </nav>
        <p class="lead">{rich(t(`learn.${game}.short`))}</p>
        <Link app={app} kind="btn go" to={{ page: "guide", game }}>
          {t("learn.guide")}
        </Link>
        <WithGame game={game} withLessons>
          <Rules game={game} />
          <OtherSheets game={game} />
        </WithGame>
        <section class="card rule">
          <h2>{t("learn.page_title")}</h2>
          <p>{rich(t("learn.page"))}</p>
          <h2>{t("learn.keys_title")}</h2>
          <p>{rich(t("learn.keys"))}</p>
          <Legend colors={[...COLOR_ORDER].filter(isColor)} />
        </section>
        <p class="note">
          <Icon name="book" />
          {t("learn.disclaimer")}
        </p>
      </main>
    </div>
  );
}
