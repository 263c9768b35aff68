// The first page: choose a game and how to play it, join friends, or go and learn.

import { useState } from "preact/hooks";
import { FIRST_GAME, GAMES, type GameName } from "../../games/registry";
import { t } from "../../i18n";
import { api } from "../../net/api";
import type { GameFacts } from "../../net/protocol";
import { problemText, useFetched } from "../../net/useRequest";
import { Bar, Link } from "../../parts/AppBar";
import { GamePicture } from "../../parts/GamePicture";
import { Icon, type IconName } from "../../parts/Icon";
import type { App } from "../../state/app";
import { openTable } from "../../state/openTable";
import { loadTables, randomHex } from "../../state/storage";
import { type Draft, makeDraft, PLAYS, type Play, requestOf, wayOf, withPlay } from "./draft";
import { defaultBot, People } from "./People";

const PLAY_ICONS: Record<Play, IconName> = {
  friends: "users",
  bots: "bot",
  solo: "pen",
  pass: "phone",
  tablet: "tablet",
  real: "die",
};

function GameCards({ app, draft, onPick }: { app: App; draft: Draft; onPick: (game: GameName) => void }) {
  return (
    <div class="games" role="radiogroup" aria-label={t("home.game")}>
      {GAMES.map((game) => {
        const facts = app.games?.find((each) => each.name === game);
        const isOn = game === draft.game;
        const sheet = facts?.sheets.find((each) => isOn && each.name === draft.sheet) ?? facts?.sheets[0];
        return (
          <button
            key={game}
            type="button"
            class={isOn ? "game on" : "game"}
            role="radio"
            aria-checked={isOn}
            onClick={() => onPick(game)}
          >
            <GamePicture game={game} sheet={sheet} />
            <b>{t(`game.${game}`)}</b>
            <small>{t("home.players", { most: facts?.seats[1] ?? 0 })}</small>
            {isOn && (
              <span class="tickon">
                <Icon name="check" />
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function Plays({ draft, onPick }: { draft: Draft; onPick: (play: Play) => void }) {
  return (
    <div class="plays" role="radiogroup" aria-label={t("home.play")}>
      {PLAYS.map((play) => (
        <button
          key={play}
          type="button"
          role="radio"
          class={play === draft.play ? "play on" : "play"}
          aria-checked={play === draft.play}
          onClick={() => onPick(play)}
        >
          <Icon name={PLAY_ICONS[play]} />
          {t(`play.${play}`)}
        </button>
      ))}
    </div>
  );
}

function Options({
  draft,
  facts,
  onChange,
}: {
  draft: Draft;
  facts: GameFacts;
  onChange: (change: Partial<Draft>) => void;
}) {
  return (
    <details class="card options">
      <summary>{t("home.options")}</summary>
      <div class="fields">
        {facts.sheets.length > 1 && (
          <label class="switch">
            <span>{t("option.sheet")}</span>
            <select
              value={draft.sheet ?? ""}
              onChange={(event) => onChange({ sheet: event.currentTarget.value || null })}
            >
              <option value="">{t("option.own_deal")}</option>
              {facts.sheets.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <label class="switch">
          <span>{t("option.clock")}</span>
          <select
            value={draft.clock ?? ""}
            onChange={(event) => onChange({ clock: Number(event.currentTarget.value) || null })}
          >
            <option value="">{t("option.no_clock")}</option>
            {[20, 45, 90].map((n) => (
              <option key={n} value={n}>
                {t("option.seconds", { n })}
              </option>
            ))}
          </select>
        </label>
        {(["autoThrow", "autoPass", "isOpen"] as const).map((flag) => (
          <label key={flag} class="switch">
            <span>{t(`option.${flag}`)}</span>
            <input
              type="checkbox"
              role="switch"
              checked={draft[flag]}
              onChange={(event) => onChange({ [flag]: event.currentTarget.checked })}
            />
          </label>
        ))}
      </div>
    </details>
  );
}

function Join({ app }: { app: App }) {
  const [code, setCode] = useState("");
  function join(event: Event) {
    event.preventDefault();
    if (code.length === 4) app.go({ page: "table", code });
  }
  return (
    <form class="card join" onSubmit={join}>
      <label for="code">{t("home.join")}</label>
      <input
        id="code"
        class="codeinput"
        value={code}
        maxLength={4}
        autocapitalize="characters"
        autocomplete="off"
        placeholder="····"
        onInput={(event) => setCode(event.currentTarget.value.toUpperCase().replace(/[^A-Z]/g, ""))}
      />
      <button class="btn" type="submit" disabled={code.length !== 4}>
        {t("home.join_go")}
      </button>
    </form>
  );
}

function More({ app, game }: { app: App; game: GameName }) {
  const daily = app.games?.find((each) => each.name === game)?.daily;
  const recent = loadTables().slice(0, 3);
  return (
    <nav class="more" aria-label={t("home.more")}>
      {daily && (
        <Link app={app} kind="tile" to={{ page: "challenge", challenge: daily }}>
          <Icon name="calendar" />
          {t("home.daily")}
        </Link>
      )}
      <Link app={app} kind="tile" to={{ page: "learn", game }}>
        <Icon name="book" />
        {t("home.learn")}
      </Link>
      <Link app={app} kind="tile" to={{ page: "replay", match: null }}>
        <Icon name="play" />
        {t("home.replay")}
      </Link>
      <Link app={app} kind="tile" to={{ page: "history" }}>
        <Icon name="crown" />
        {t("home.history")}
      </Link>
      {recent.map(({ code }) => (
        <Link key={code} app={app} kind="tile recent" to={{ page: "table", code }}>
          <Icon name="again" />
          {t("home.back_to", { code })}
        </Link>
      ))}
    </nav>
  );
}

/** Tables that anyone may join. */
function OpenTables({ app }: { app: App }) {
  const { value } = useFetched(api.openTables, "open");
  const joinable = (value ?? []).filter((line) => line.n_open > 0);
  if (joinable.length === 0) return null;
  return (
    <nav class="more" aria-label={t("home.open_tables")}>
      {joinable.map((line) => (
        <Link key={line.code} app={app} kind="tile" to={{ page: "table", code: line.code }}>
          <Icon name="users" />
          {t("home.open_table", { game: t(`game.${line.game}`), names: line.names.join(", ") })}
        </Link>
      ))}
    </nav>
  );
}

function OpenButton({ draft, isReady, onOpen }: { draft: Draft; isReady: boolean; onOpen: () => void }) {
  const isAwaiting = draft.seats.some((seat) => seat.kind === "open");
  return (
    <div class="acts sticky">
      <button type="button" class="btn go" disabled={!isReady} onClick={onOpen}>
        {t(isAwaiting ? "home.open" : "home.start")}
      </button>
    </div>
  );
}

export function Home({ app }: { app: App }) {
  const [draft, setDraft] = useState<Draft>(() => makeDraft(FIRST_GAME, app.settings.name));
  const [problem, setProblem] = useState("");
  const facts = app.games?.find((each) => each.name === draft.game);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });

  async function open() {
    const first = draft.seats[0];
    if (first?.kind === "here" && first.name.trim()) app.change({ name: first.name.trim() });
    const token = randomHex(24);
    const wish = requestOf(draft, token, (i) => t("people.player", { number: i + 1 }));
    await openTable(app, wish, { token, way: wayOf(draft) }).catch((error: unknown) => setProblem(problemText(error)));
  }

  function pickGame(game: GameName) {
    const most = app.games?.find((each) => each.name === game)?.seats[1] ?? draft.seats.length;
    change({ game, sheet: null, seats: draft.seats.slice(0, most) });
  }

  const pickPlay = (play: Play) => setDraft(withPlay(draft, play, app.settings.name, defaultBot(facts?.bots ?? [])));

  return (
    <div class="plain home">
      <Bar app={app} />
      <main>
        <h1 class="hidden">{t("home.title")}</h1>
        <Join app={app} />
        <GameCards app={app} draft={draft} onPick={pickGame} />
        <Plays draft={draft} onPick={pickPlay} />
        <p class="note">{t(`play.${draft.play}_note`)}</p>
        {facts && draft.play !== "solo" && (
          <People draft={draft} most={facts.seats[1]} bots={facts.bots} onChange={(seats) => change({ seats })} />
        )}
        {facts && <Options draft={draft} facts={facts} onChange={change} />}
        <p class="problem" role="alert">
          {problem || (app.isUnreachable ? t("home.unreachable") : "")}
        </p>
        <OpenButton draft={draft} isReady={!!facts} onOpen={() => void open()} />
        <OpenTables app={app} />
        <More app={app} game={draft.game} />
      </main>
    </div>
  );
}
