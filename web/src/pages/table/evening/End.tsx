// The end of a match, which is the lobby of the next one: the result, the evening's scoreboard, and who plays next.

import { useState } from "preact/hooks";
import { t } from "../../../i18n";
import { eveningName, ownName } from "../../../i18n/evening";
import { type NameOf, seatName } from "../../../i18n/names";
import { reasonText } from "../../../i18n/reason";
import { endText, headline } from "../../../i18n/recap";
import { isLocal } from "../../../net/local";
import type { Evening } from "../../../net/protocol";
import { Link } from "../../../parts/AppBar";
import { Dialog } from "../../../parts/Dialog";
import { Icon } from "../../../parts/Icon";
import { later } from "../../../parts/later";
import { DiceCheck } from "../../../parts/result/DiceCheck";
import { FinalCount } from "../../../parts/result/FinalCount";
import { SettingsFields } from "../../../parts/Settings";
import { HandNumber } from "../../../parts/sheet/strokes";
import type { App } from "../../../state/app";
import type { TableController } from "../../../state/controller";
import { isAlone } from "../../../state/evening";
import { resultOf } from "../../../state/results";
import { pathOf } from "../../../state/route";
import { outcomeOf } from "../../../state/statistics";
import { loadResults } from "../../../state/storage";
import type { TableState } from "../../../state/table";
import type { View } from "../../../state/view";
import { Qr, tableLink } from "../Invite";
import { EntryListButton } from "../Menu";
import { NameDialog } from "../NameDialog";
import type { OffersProps } from "../Offers";
import type { KeepsakeProps } from "./Keepsake";
import { NextUp, WatchBanner } from "./NextUp";
import { Scoreboard, shortScores } from "./Scoreboard";

const LaterOffers = later<OffersProps>(async () => (await import("../Offers")).Offers);
const LaterKeepsake = later<KeepsakeProps>(async () => (await import("./Keepsake")).Keepsake);

/** The turn after which a match was stopped; null if it was played to its end. */
export function stoppedTurn({ facts, match }: TableState): number | null {
  return facts?.evening?.last.find((each) => each.match === match)?.stopped ?? null;
}

/** How a score compares with the best one on this device. */
function ownNote(table: TableState, name: string): string {
  const result = resultOf(table, Date.now());
  const outcome = result && outcomeOf(result, loadResults(), name);
  const score = result?.scores[result.own[0] ?? 0] ?? 0;
  if (!outcome || outcome.best === null) return "";
  return score > outcome.best ? t("end.new_best") : t("end.from_best", { n: outcome.best - score });
}

interface StoryProps {
  table: TableState;
  view: View;
  nameOf: NameOf;
  name: string;
}

/** The winner, the reason for the end, and the score of this device's player in hand-written digits. */
function Story({ table, view, nameOf, name }: StoryProps) {
  const [own, ...others] = table.ownSeats;
  const score = own && others.length === 0 ? (view.scores[own.seat] ?? 0) : null;
  return (
    <section class="story">
      <div>
        <h1>{headline(view, nameOf)}</h1>
        <p>{endText(view, nameOf, stoppedTurn(table))}</p>
      </div>
      {score !== null && (
        <div class="mine">
          {view.seats > 1 && <span>{t("lobby.you")}</span>}
          <HandNumber value={score} />
          <span class="hidden">{score}</span>
          <small>{ownNote(table, name)}</small>
        </div>
      )}
    </section>
  );
}

/** With more players the scoreboard of a phone is folded. */
const MOST_UNFOLDED = 3;
const WIDE = "(min-width: 1000px)";

function EveningBox({ evening, game, own }: { evening: Evening; game: string; own: string | null }) {
  const board = <Scoreboard evening={evening} game={game} own={own} />;
  if (evening.players.length <= MOST_UNFOLDED || matchMedia(WIDE).matches) {
    return <section class="card brd">{board}</section>;
  }
  return (
    <details class="card brd fold">
      <summary>
        <span>{t("evening.so_far", { scores: shortScores(evening, own) })}</span>
        <Icon name="down" />
      </summary>
      {board}
    </details>
  );
}

interface EndMenuProps {
  app: App;
  controller: TableController;
  nameOf: NameOf;
  onSheets: () => void;
  onClose: () => void;
}

/** Everything else that can be done with a finished match and its table. */
function EndMenu({ app, controller, nameOf, onSheets, onClose }: EndMenuProps) {
  const [isNaming, setNaming] = useState(false);
  const table = controller.state();
  const match = table.match ?? "";
  const [own, ...others] = table.ownSeats;
  /** Sit out the next match, so that the others need not wait. */
  function goHome() {
    if (!isAlone(table))
      for (const { seat } of table.ownSeats) controller.send({ type: "sit_out", seat, plays: false });
    void app.go({ page: "home" });
  }
  return (
    <Dialog title={t("menu.open")} onClose={onClose}>
      <nav class="chips">
        <button type="button" class="chip" onClick={onSheets}>
          {t("end.sheets")}
        </button>
        <Link app={app} kind="chip" to={{ page: "replay", match }}>
          {t("end.replay")}
        </Link>
        {own && <EntryListButton controller={controller} nameOf={nameOf} kind="chip" />}
        {own && others.length === 0 && (
          <button type="button" class="chip" onClick={() => setNaming(true)}>
            <Icon name="pen" />
            {t("lobby.name")}
          </button>
        )}
        <button type="button" class="chip" onClick={goHome}>
          <Icon name="back" />
          {t("menu.home")}
        </button>
      </nav>
      {!isLocal(table.code) && (
        <section class="tablelink">
          <Qr link={tableLink(table.code)} />
          <div>
            <h2>{t("lobby.guest")}</h2>
            <b class="bigcode">{table.code}</b>
            <p class="note">{t("menu.watch")}</p>
          </div>
        </section>
      )}
      {own && <LaterOffers app={app} controller={controller} kinds={["feel", "install"]} />}
      <SettingsFields app={app} />
      {isNaming && own && (
        <NameDialog app={app} controller={controller} seat={own.seat} onClose={() => setNaming(false)} />
      )}
    </Dialog>
  );
}

export interface EndProps {
  app: App;
  controller: TableController;
  view: View;
  nameOf: NameOf;
  /** True if the match has just ended on this screen. */
  isLive: boolean;
  onSheets: () => void;
}

type Opened = "menu" | "keepsake" | null;

export function End({ app, controller, view, nameOf, isLive, onSheets }: EndProps) {
  const [opened, setOpened] = useState<Opened>(null);
  const table = controller.state();
  const { facts } = table;
  const match = table.match ?? "";
  const [own, ...others] = table.ownSeats;
  const isShared = others.length > 0;
  const publicName = (seat: number) => seatName(facts, seat);
  if (!facts) return null;
  const { evening, challenge } = facts;
  return (
    <div class={`plain eve n${view.seats}${own ? "" : " late"}`}>
      <header class="bar">
        <b>{challenge ? facts.title : eveningName(Date.now())}</b>
        {!challenge && !isLocal(table.code) && <span>{t("evening.table", { code: table.code })}</span>}
        <button type="button" class="icon" aria-label={t("menu.open")} onClick={() => setOpened("menu")}>
          <Icon name="menu" />
        </button>
      </header>
      <main>
        {!own && <WatchBanner app={app} facts={facts} next={facts.next ?? null} />}
        <FinalCount
          view={view}
          nameOf={nameOf}
          isLive={isLive}
          own={isShared ? null : (own?.seat ?? null)}
          head={<Story table={table} view={view} nameOf={nameOf} name={app.settings.name} />}
        >
          {evening && evening.matches > 1 && <EveningBox evening={evening} game={facts.game} own={ownName(table)} />}
          <nav class="links">
            {!isLocal(match) && facts.dice.kind !== "unknown" && (
              <Link app={app} kind="text" to={{ page: "review", match }}>
                {t(own && !isShared ? "evening.turning_point" : "evening.turning_point_all")}
              </Link>
            )}
            <button type="button" class="text" onClick={() => setOpened("keepsake")}>
              {t("evening.keepsake")}
            </button>
          </nav>
          <DiceCheck match={match} />
        </FinalCount>
        {table.problem && (
          <p class="problem" role="alert">
            {reasonText(table.problem)}
          </p>
        )}
        {challenge ? (
          <div class="nextup acts">
            <Link app={app} kind="btn go" to={{ page: "challenge", challenge }}>
              {t("end.results")}
            </Link>
          </div>
        ) : (
          <NextUp app={app} controller={controller} nameOf={nameOf} />
        )}
      </main>
      {opened === "menu" && <EndMenu {...{ app, controller, nameOf, onSheets }} onClose={() => setOpened(null)} />}
      {opened === "keepsake" && (
        <LaterKeepsake
          view={view}
          nameOf={publicName}
          evening={evening ?? null}
          address={`${location.origin}${pathOf({ page: "match", match })}`}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
