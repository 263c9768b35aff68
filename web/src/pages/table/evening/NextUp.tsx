// The section below a result: players and countdown of the next match, another game, and the form for a late friend.

import { useState } from "preact/hooks";
import { rich, t } from "../../../i18n";
import { candidateName, gameName } from "../../../i18n/evening";
import { hostName, type NameOf } from "../../../i18n/names";
import { listed } from "../../../i18n/recap";
import type { NextMatch, TableFacts } from "../../../net/protocol";
import { isStill } from "../../../parts/result/FinalCount";
import type { App } from "../../../state/app";
import type { TableController } from "../../../state/controller";
import { beginsAt, COUNTDOWN_MS, candidatesOf, isAlone, nextSize, ownGuest } from "../../../state/evening";
import { Knocks } from "../Host";
import { Candidates } from "./Candidates";
import { NextGame, NextPlayers } from "./Choose";
import { useCountdown, useSettled } from "./useCountdown";

/** The time that is left, as a bar that shrinks; with reduced motion it jumps each second. */
function TimeBar({ seconds }: { seconds: number | null }) {
  if (seconds === null) return null;
  const share = Math.min(1, (seconds * 1000) / COUNTDOWN_MS);
  return <span class="left" style={{ transform: `scaleX(${share})`, transition: isStill() ? "none" : undefined }} />;
}

function callText(facts: TableFacts, next: NextMatch, nameOf: NameOf, isOwnCall: boolean): string {
  if (next.choosing !== null) return t("evening.choosing", { name: nameOf(next.choosing) });
  if (next.asked === null) return t("evening.open");
  return isOwnCall ? t("evening.called_own") : t("evening.called", { name: next.asked || facts.title });
}

interface AgainProps {
  controller: TableController;
  next: NextMatch;
  isAlone: boolean;
}

/** Starts the countdown, or ends it. */
function Again({ controller, next, isAlone }: AgainProps) {
  const table = controller.state();
  const seconds = useCountdown(beginsAt(table));
  const isSettled = useSettled(next.asked);
  const isOther = next.game !== table.facts?.game;
  const words = isOther
    ? t("evening.play", { game: gameName(next.game) })
    : t(isAlone ? "match.again" : "evening.again");
  const note =
    next.choosing !== null ? t("evening.clock_waits") : seconds === null ? "" : t("evening.soon", { n: seconds });
  return (
    <button type="button" class="btn go" data-action="again" disabled={!isSettled} onClick={controller.again}>
      {words}
      {note && <small>{note}</small>}
      <TimeBar seconds={seconds} />
    </button>
  );
}

type Opened = "game" | "players" | null;

interface NextUpProps {
  app: App;
  controller: TableController;
  nameOf: NameOf;
}

/** For a seated person: who plays, and the buttons. */
function SeatedNext({ app, controller, nameOf, next, facts }: NextUpProps & { next: NextMatch; facts: TableFacts }) {
  const [opened, setOpened] = useState<Opened>(null);
  const table = controller.state();
  const seat = table.ownSeats[0]?.seat ?? 0;
  const alone = isAlone(table);
  const isOwnCall = table.ownSeats.some((own) => facts.seats[own.seat]?.name === next.asked);
  function open(what: Opened) {
    setOpened(what);
    if (!alone) controller.send({ type: "choose_next", seat, is_choosing: what !== null });
  }
  const close = () => open(null);
  /** The plan itself ends the choice. */
  const planned = () => setOpened(null);
  return (
    <>
      {!alone && (
        <p class="call" role="status">
          {rich(callText(facts, next, nameOf, isOwnCall))}
        </p>
      )}
      <Knocks controller={controller} />
      {!alone && <Candidates table={table} nameOf={nameOf} />}
      <div class="acts">
        {!alone && (
          <button type="button" class="btn" onClick={() => open("players")}>
            {t("evening.who")}
          </button>
        )}
        <button type="button" class="btn" onClick={() => open("game")}>
          {t("evening.other_game")}
        </button>
        <Again controller={controller} next={next} isAlone={alone} />
      </div>
      {opened === "game" && <NextGame {...{ app, controller, next, facts, nameOf }} onClose={close} onDone={planned} />}
      {opened === "players" && (
        <NextPlayers {...{ app, controller, next, facts, nameOf }} onClose={close} onDone={planned} />
      )}
    </>
  );
}

/** "Anna, Cleo and Steady". */
function namesOfNext(controller: TableController, facts: TableFacts, nameOf: NameOf): string {
  const playing = candidatesOf(controller.state()).filter(({ standing }) => standing === "in" || standing === "joins");
  return listed(playing.map((each) => candidateName(facts, each, nameOf)));
}

/** For a person without a seat: a name and "I'm in", or only watching. */
function GuestNext({ app, controller, nameOf, next, facts }: NextUpProps & { next: NextMatch; facts: TableFacts }) {
  const [name, setName] = useState(app.settings.name);
  const table = controller.state();
  const seconds = useCountdown(beginsAt(table));
  const isSettled = useSettled();
  const guest = ownGuest(table);
  if (guest?.waits) {
    return (
      <>
        <p class="call" role="status">
          {rich(t("lobby.waits", { name: hostName(facts) }))}
        </p>
        <div class="acts">
          <button type="button" class="btn" onClick={controller.watch}>
            {t("evening.just_watch")}
          </button>
        </div>
      </>
    );
  }
  if (guest?.plays) {
    return (
      <>
        <p class="call" role="status">
          {rich(next.asked === null ? t("evening.you_play") : callText(facts, next, nameOf, false))}
        </p>
        <Candidates table={table} nameOf={nameOf} />
        <div class="acts">
          <button type="button" class="btn" onClick={controller.watch}>
            {t("evening.just_watch")}
          </button>
          <Again controller={controller} next={next} isAlone={false} />
        </div>
      </>
    );
  }
  function join(event: Event) {
    event.preventDefault();
    const given = name.trim();
    if (!given) return;
    app.change({ name: given });
    controller.joinNext(given);
  }
  const told = { game: gameName(next.game), names: namesOfNext(controller, facts, nameOf) };
  const isWatching = controller.stored().watches ?? false;
  return (
    <form class="latefriend" onSubmit={join}>
      <label for="name">{t("lobby.name")}</label>
      <input
        id="name"
        value={name}
        maxLength={24}
        required
        autocomplete="nickname"
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <p class="call" role="status">
        {rich(seconds === null ? t("evening.next_with", told) : t("evening.next_in", { ...told, n: seconds }))}
      </p>
      <div class="acts">
        {!isWatching && (
          <button type="button" class="btn" onClick={controller.watch}>
            {t("evening.just_watch")}
          </button>
        )}
        <button type="submit" class="btn go" disabled={!isSettled}>
          {facts.closed && !guest ? t("lobby.ask_in") : t("lobby.join")}
          <small>{t("evening.im_in_note")}</small>
          <TimeBar seconds={seconds} />
        </button>
      </div>
    </form>
  );
}

/** Says to somebody without a seat what they see, and whether there is room for them. */
export function WatchBanner({ app, facts, next }: { app: App; facts: TableFacts; next: NextMatch | null }) {
  const most = app.games?.find((each) => each.name === next?.game)?.seats[1];
  if (!next || facts.challenge !== null) return <p class="watchbanner">{rich(t("evening.watching_only"))}</p>;
  const isFull = most !== undefined && nextSize({ ...next, bots: [] }) >= most;
  return <p class="watchbanner">{rich(t(isFull ? "evening.watching_full" : "evening.watching"))}</p>;
}

export function NextUp({ app, controller, nameOf }: NextUpProps) {
  const { facts, ownSeats } = controller.state();
  const next = facts?.next;
  if (!facts || !next) return null;
  const Part = ownSeats.length > 0 ? SeatedNext : GuestNext;
  return (
    <section class="nextup">
      <Part {...{ app, controller, nameOf, next, facts }} />
    </section>
  );
}
