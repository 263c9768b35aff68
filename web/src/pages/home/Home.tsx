// The first page: choose a game and how to play it, join friends, or go and learn.

import { useState } from "preact/hooks";
import { FIRST_GAME, type GameName } from "../../games/registry";
import { t } from "../../i18n";
import { AppBar } from "../../parts/AppBar";
import { problemText } from "../../parts/useRequest";
import type { App } from "../../state/app";
import { openTable } from "../../state/openTable";
import { randomHex } from "../../state/storage";
import { type Draft, makeDraft, type Play, requestOf, wayOf, withPlay } from "./draft";
import { GameCards } from "./GameCards";
import { JoinForm } from "./JoinForm";
import { MoreLinks, OpenTables } from "./MoreLinks";
import { Options } from "./Options";
import { defaultBot, People } from "./People";
import { PlayChoice } from "./PlayChoice";

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
    const request = requestOf(draft, token, (i) => t("people.player", { number: i + 1 }));
    await openTable(app, request, { token, way: wayOf(draft) }).catch((error: unknown) =>
      setProblem(problemText(error)),
    );
  }

  function pickGame(game: GameName) {
    const most = app.games?.find((each) => each.name === game)?.seats[1] ?? draft.seats.length;
    change({ game, sheet: null, seats: draft.seats.slice(0, most) });
  }

  const pickPlay = (play: Play) => setDraft(withPlay(draft, play, app.settings.name, defaultBot(facts?.bots ?? [])));

  return (
    <div class="plain home">
      <AppBar app={app} />
      <main>
        <h1 class="hidden">{t("home.title")}</h1>
        <JoinForm app={app} />
        <GameCards app={app} draft={draft} onPick={pickGame} />
        <PlayChoice draft={draft} onPick={pickPlay} />
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
        <MoreLinks app={app} game={draft.game} />
      </main>
    </div>
  );
}
