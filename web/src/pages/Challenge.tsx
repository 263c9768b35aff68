// A challenge: the same dice for everyone with the link, and the results.

import { useState } from "preact/hooks";
import { GAMES } from "../games/registry";
import { dayText, signed, t } from "../i18n";
import { botShort } from "../i18n/names";
import { api } from "../net/api";
import type { ChallengeFacts } from "../net/protocol";
import { AppBar, Link } from "../parts/AppBar";
import { GamePicture } from "../parts/GamePicture";
import { Icon } from "../parts/Icon";
import { ShareLink } from "../parts/ShareLink";
import { problemText, useRequest } from "../parts/useRequest";
import type { App } from "../state/app";
import { openTable } from "../state/openTable";
import { loadResults, randomHex } from "../state/storage";

/** The number of matches the server looks up per request. */
const OWN_MATCHES = 50;

/** The ids of the newest matches played on this device. */
function ownMatches(): string[] {
  return loadResults()
    .slice(0, OWN_MATCHES)
    .map((result) => result.match);
}

type Line = ChallengeFacts["results"][number];

/** The loaded results, followed by the player's own ones if they are not among them, and a button for more. */
function Results({ app, facts }: { app: App; facts: ChallengeFacts }) {
  const [more, setMore] = useState<Line[]>([]);
  const listed = [...facts.results, ...more];
  const own = facts.own.filter((line) => !listed.some((other) => other.match === line.match));
  if (facts.n_results === 0) return <p class="note">{t("challenge.none")}</p>;
  async function readOn() {
    const next = await api.challenge(facts.challenge, listed.length);
    setMore([...more, ...next.results]);
  }
  return (
    <>
      <ResultTable app={app} lines={[...listed, ...own]} own={facts.own.map((line) => line.match)} />
      {listed.length < facts.n_results && (
        <button type="button" class="btn" onClick={() => void readOn()}>
          {t("challenge.more")}
          <small>{t("challenge.of_all", { n: listed.length, all: facts.n_results })}</small>
        </button>
      )}
    </>
  );
}

function ResultTable({ app, lines, own }: { app: App; lines: readonly Line[]; own: readonly string[] }) {
  return (
    <table class="results">
      <thead>
        <tr>
          <th scope="col">{t("challenge.place")}</th>
          <th scope="col">{t("challenge.name")}</th>
          <th scope="col">{t("challenge.score")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.match} aria-current={own.includes(line.match) ? "true" : undefined}>
            <td>{line.place}</td>
            <td>
              <Link app={app} to={{ page: "match", match: line.match }}>
                {line.name}
              </Link>
            </td>
            <td>{signed(line.score)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The daily challenges of the other games. */
function OtherDailies({ app, game }: { app: App; game: string }) {
  const others = GAMES.flatMap((name) => app.games?.find((each) => each.name === name && name !== game) ?? []);
  return (
    <nav class="chips" aria-label={t("home.daily")}>
      {others.map((each) => (
        <Link key={each.name} app={app} kind="chip" to={{ page: "challenge", challenge: each.daily }}>
          {each.title}
        </Link>
      ))}
    </nav>
  );
}

function Heading({ app, facts }: { app: App; facts: ChallengeFacts }) {
  const sheet = app.games?.find((each) => each.name === facts.game)?.sheets[0];
  const names = facts.bots.map(botShort).join(", ");
  return (
    <section class="card gamecard">
      <GamePicture game={facts.game} sheet={sheet} />
      <div>
        <b>{facts.title}</b>
        <small>{facts.daily ? dayText(`${facts.daily}T12:00`) : ""}</small>
        <small>{names ? t("challenge.against", { names }) : t("play.solo")}</small>
      </div>
    </section>
  );
}

/** A name and the button that starts the challenge. */
function Play({ app, facts, onFault }: { app: App; facts: ChallengeFacts; onFault: (fault: string) => void }) {
  const [name, setName] = useState(app.settings.name);
  async function play() {
    const given = name.trim() || t("people.player", { number: 1 });
    app.change({ name: given });
    const token = randomHex(24);
    const seats = [{ name: given, token }, ...facts.bots.map((bot) => ({ bot }))];
    const request = { game: facts.game, seats, challenge: facts.challenge, auto_throw: true, auto_pass: true };
    await openTable(app, request, { token }).catch((error: unknown) => onFault(problemText(error)));
  }
  return (
    <>
      <label class="card join">
        {t("lobby.name")}
        <input
          value={name}
          maxLength={24}
          autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <div class="acts">
        <button type="button" class="btn go" onClick={() => void play()}>
          {t("challenge.play")}
        </button>
      </div>
    </>
  );
}

/** A button for a new challenge of the same kind with other dice. */
function Another({ app, facts, onFault }: { app: App; facts: ChallengeFacts; onFault: (fault: string) => void }) {
  async function make() {
    try {
      const made = await api.newChallenge({ game: facts.game, bots: facts.bots });
      app.go({ page: "challenge", challenge: made.challenge });
    } catch (error) {
      onFault(problemText(error));
    }
  }
  return (
    <div class="acts">
      <button type="button" class="btn" onClick={() => void make()}>
        {t("challenge.another")}
        <small>{t("challenge.another_note")}</small>
      </button>
    </div>
  );
}

export function Challenge({ app }: { app: App }) {
  const id = app.route.page === "challenge" ? app.route.challenge : "";
  const { value: facts, problem } = useRequest(() => api.challenge(id, 0, ownMatches()), id);
  const [fault, setFault] = useState("");
  return (
    <div class="plain">
      <AppBar app={app} title={t(facts?.daily ? "challenge.daily" : "challenge.title")} />
      <main>
        {facts && (
          <>
            <Heading app={app} facts={facts} />
            <Play app={app} facts={facts} onFault={setFault} />
            <section class="card">
              <h2>{t("challenge.results")}</h2>
              <Results app={app} facts={facts} />
              <p class="note">
                <Icon name="eye" />
                {t("challenge.warning")}
              </p>
            </section>
            <ShareLink link={location.href} />
            <Another app={app} facts={facts} onFault={setFault} />
            <OtherDailies app={app} game={facts.game} />
          </>
        )}
        <p class="problem" role="alert">
          {problem || fault}
        </p>
      </main>
    </div>
  );
}
