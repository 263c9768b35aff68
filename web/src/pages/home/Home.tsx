// The home page: choose a game and how to play it, join friends, or learn the rules.

import { useEffect, useMemo, useState } from "preact/hooks";
import { FIRST_GAME, type GameName } from "../../games/registry";
import { t } from "../../i18n";
import { AppBar, Link } from "../../parts/AppBar";
import { Icon } from "../../parts/Icon";
import { problemText } from "../../parts/useRequest";
import type { App } from "../../state/app";
import { usualBot } from "../../state/mirror";
import { openTable } from "../../state/openTable";
import { groupsOf, namesMet } from "../../state/results";
import { loadChoice, loadResults, randomHex, saveChoice } from "../../state/storage";
import { GameCards, PlayChoice } from "./Choices";
import {
  type Draft,
  draftOf,
  fitDraft,
  offlineDraft,
  type Play,
  recallDraft,
  requestOf,
  wayOf,
  withDeal,
  withPlay,
} from "./draft";
import { GoOn, runningTables, SameAgain } from "./GoOn";
import { JoinForm } from "./JoinForm";
import { MoreLinks, OpenTables } from "./MoreLinks";
import { Options } from "./Options";
import { People } from "./People";

interface OpenButtonProps {
  draft: Draft;
  isReady: boolean;
  /** False if continuing a match is offered first. */
  isFirst: boolean;
  onOpen: () => void;
}

function OpenButton({ draft, isReady, isFirst, onOpen }: OpenButtonProps) {
  const isAwaiting = draft.seats.some((seat) => seat.kind === "open");
  return (
    <div class="acts sticky">
      <button type="button" class={isFirst ? "btn go" : "btn"} disabled={!isReady} onClick={onOpen}>
        {t(isAwaiting ? "home.open" : "home.start")}
      </button>
    </div>
  );
}

/** A link to the guided first match, for new players. */
function NewHere({ app, draft }: { app: App; draft: Draft }) {
  return (
    <Link app={app} kind="tile newhere" to={{ page: "guide", game: draft.game }}>
      <Icon name="book" />
      {t("home.new_here")}
    </Link>
  );
}

export function Home({ app }: { app: App }) {
  const [wished, setDraft] = useState<Draft>(() => recallDraft(loadChoice(), FIRST_GAME, app.settings.name));
  const [problem, setProblem] = useState("");
  const facts = app.games?.find((each) => each.name === wished.game);
  const fitted = facts ? fitDraft(wished, facts, usualBot(facts.bots)) : wished;
  const isOffline = app.isUnreachable && app.games !== null;
  const draft = isOffline ? offlineDraft(fitted) : fitted;
  const results = useMemo(loadResults, []);
  const running = runningTables();
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  // Preload the components of the game while the user arranges the table, after the first view.
  const isKnown = facts !== undefined;
  useEffect(() => {
    if (isKnown) import("../../games").then(({ loadTable }) => loadTable(draft.game)).catch(() => {});
  }, [draft.game, isKnown]);
  // A pad is likely to be opened next, so its code is preloaded.
  useEffect(() => {
    if (draft.play === "pad") void import("../table/Pad");
  }, [draft.play]);

  async function open() {
    const first = draft.seats[0];
    if (first?.kind === "here" && first.name.trim()) app.change({ name: first.name.trim() });
    saveChoice(draft);
    const token = randomHex(24);
    const request = requestOf(draft, token, (i) => t("people.player", { number: i + 1 }));
    await openTable(app, request, { token, way: wayOf(draft) }).catch((error: unknown) =>
      setProblem(problemText(error)),
    );
  }

  function pickGame(game: GameName) {
    const most = app.games?.find((each) => each.name === game)?.seats[1] ?? draft.seats.length;
    change({ game, ...withDeal({ ...draft, seats: draft.seats.slice(0, most) }, null) });
  }

  const pickPlay = (play: Play) => setDraft(withPlay(draft, play, app.settings.name, usualBot(facts?.bots ?? [])));

  return (
    <div class="plain home">
      <AppBar app={app} />
      <main>
        <h1 class="hidden">{t("home.title")}</h1>
        {running.length > 0 && <GoOn app={app} tables={running} />}
        {results.length === 0 && running.length === 0 && <NewHere app={app} draft={draft} />}
        {isOffline ? (
          <p class="problem" role="status">
            {t("home.offline")}
          </p>
        ) : (
          <JoinForm app={app} />
        )}
        <SameAgain groups={groupsOf(results, 3)} onPick={(group) => setDraft(draftOf(draft, group))} />
        <GameCards app={app} draft={draft} onPick={pickGame} />
        <PlayChoice draft={draft} isOffline={isOffline} onPick={pickPlay} />
        <p class="note">{t(`play.${draft.play}_note`)}</p>
        {facts && draft.play !== "solo" && (
          <People
            draft={draft}
            most={facts.seats[1]}
            bots={draft.play === "pad" ? [] : facts.bots}
            names={namesMet(results)}
            onChange={(seats) => change({ seats })}
          />
        )}
        {facts && <Options draft={draft} facts={facts} onChange={change} />}
        <p class="problem" role="alert">
          {problem || (app.isUnreachable && !isOffline ? t("home.unreachable") : "")}
        </p>
        <OpenButton draft={draft} isReady={!!facts} isFirst={running.length === 0} onOpen={() => void open()} />
        <OpenTables app={app} />
        <MoreLinks app={app} game={draft.game} />
      </main>
    </div>
  );
}
