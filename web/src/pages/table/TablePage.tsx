// A table: the lobby, the match in the way this device plays it, or the end.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { logLines } from "../../i18n/announce";
import type { NameOf } from "../../i18n/names";
import { awaySeats, namesOf } from "../../i18n/names";
import { Bar } from "../../parts/AppBar";
import type { App } from "../../state/app";
import type { TableCtrl } from "../../state/controller";
import { anyView, deskInHand, type TableState, wantedSeat } from "../../state/table";
import { End } from "./End";
import { Handover } from "./Handover";
import { Listener } from "./Listener";
import { Lobby } from "./Lobby";
import { Match } from "./Match";
import { Menu } from "./Menu";
import { Peek } from "./SheetDialog";
import { Tablet } from "./Tablet";
import { Tips } from "./Tips";
import { Shouts } from "./Toasts";
import { Watch } from "./Watch";

function Waiting({ app, isGone }: { app: App; isGone: boolean }) {
  return (
    <div class="plain">
      <Bar app={app} />
      <main>
        <h1 class="hidden">{t("lobby.table")}</h1>
        <p class="note" role="status">
          {t(isGone ? "lobby.gone" : "page.loading")}
        </p>
      </main>
    </div>
  );
}

interface PlayingProps {
  app: App;
  ctrl: TableCtrl;
  table: TableState;
  nameOf: NameOf;
}

function Playing({ app, ctrl, table, nameOf }: PlayingProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [peeked, setPeeked] = useState<number | null>(null);
  const desk = deskInHand(table);
  const { way } = ctrl.kept();
  const { showScores } = app.settings;
  const wanted = wantedSeat(table);
  const view = anyView(table);
  if (!view) return null;
  const isHandover = way === "pass" && table.desks.length > 1 && wanted !== null && wanted !== table.holder;
  const common = {
    net: table.net,
    nameOf,
    away: awaySeats(table),
    showScores,
    log: logLines(table.notices, nameOf),
    notices: table.notices,
    deadline: table.deadline,
    isTyped: table.facts?.dice.kind === "typed",
    onMenu: () => setMenuOpen(true),
    onSeat: setPeeked,
  };
  return (
    <>
      {!desk && <Watch view={view} {...common} />}
      {desk && way === "tablet" && table.desks.length > 1 && <Tablet table={table} ctrl={ctrl} {...common} />}
      {desk && !(way === "tablet" && table.desks.length > 1) && (
        <Match desk={desk} actions={ctrl.actions(desk.seat)} {...common} />
      )}
      {isHandover && <Handover view={view} seat={wanted} nameOf={nameOf} onTake={() => ctrl.take(wanted)} />}
      {isMenuOpen && <Menu app={app} ctrl={ctrl} nameOf={nameOf} onClose={() => setMenuOpen(false)} />}
      {peeked !== null && (
        <Peek view={view} seat={peeked} nameOf={nameOf} showScores={showScores} onClose={() => setPeeked(null)} />
      )}
      {desk && !isMenuOpen && <Tips ctrl={ctrl} desk={desk} />}
      <Shouts shout={table.shout} problem={table.problem} nameOf={nameOf} />
      <Listener app={app} ctrl={ctrl} table={table} nameOf={nameOf} />
    </>
  );
}

export function TablePage({ app }: { app: App }) {
  const ctrl = app.table;
  const [isSheetShown, setSheetShown] = useState(false);
  const status = ctrl?.state().facts?.status;
  useEffect(() => setSheetShown(false), [status]);
  if (!ctrl) return <Waiting app={app} isGone={false} />;
  const table = ctrl.state();
  if (table.gone || !table.facts) return <Waiting app={app} isGone={table.gone} />;
  const nameOf = namesOf(table);
  if (status === "lobby" || status === "shares") return <Lobby app={app} ctrl={ctrl} />;
  const view = anyView(table);
  if (status === "over" && view && !isSheetShown) {
    return <End app={app} ctrl={ctrl} view={view} nameOf={nameOf} onSheets={() => setSheetShown(true)} />;
  }
  return <Playing app={app} ctrl={ctrl} table={table} nameOf={nameOf} />;
}
