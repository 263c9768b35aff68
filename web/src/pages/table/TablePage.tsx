// A table: the lobby, the match in the layout of this device, or the end; with what lies over a match.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import {
  againWords,
  correctionWords,
  goneWords,
  hintWish,
  logLines,
  meanwhileWords,
  padAgainWords,
} from "../../i18n/announce";
import { awaySeats, botSeats, type NameOf, namesOf, readyingBots } from "../../i18n/names";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import { later, laterView } from "../../parts/later";
import { isStill } from "../../parts/result/FinalCount";
import type { Absence } from "../../parts/Seats";
import { Sheet, useParts } from "../../parts/sheet/Sheet";
import { WithGame } from "../../parts/WithGame";
import type { App } from "../../state/app";
import { replaceable } from "../../state/bots";
import type { TableController } from "../../state/controller";
import type { OwnSeat } from "../../state/ownSeat";
import { loadMore } from "../../state/settings";
import { canShake } from "../../state/shake";
import {
  anyView,
  hasPad,
  nudgeableSeats,
  seatInHand,
  type TableState,
  timedOutMove,
  usualBot,
  waitForHand,
  wantedSeat,
} from "../../state/table";
import type { View } from "../../state/view";
import { LiveRegion, Toasts } from "./Announcements";
import type { EndProps } from "./evening";
import { loadEvening } from "./evening/load";
import { Lobby } from "./Lobby";
import { Match } from "./Match";
import { Menu } from "./Menu";
import type { PadProps } from "./Pad";
import type { RulesOverProps } from "./RulesOver";
import type { TabletProps } from "./Tablet";
import { Waiting } from "./Waiting";
import type { SpectatorProps } from "./Watching";

// Views that most devices do not need.
const LaterTablet = laterView<TabletProps>(async () => (await import("./Tablet")).Tablet);
const LaterPad = laterView<PadProps>(async () => (await import("./Pad")).PadMatch);
const LaterEnd = laterView<EndProps>(async () => (await loadEvening()).End);
const LaterPadTable = laterView<PadProps>(async () => (await import("./PadTable")).PadTable);
const LaterSpectator = laterView<SpectatorProps>(async () => (await import("./Watching")).Spectator);

const LaterRules = later<RulesOverProps>(
  async () => (await Promise.all([import("./RulesOver"), loadMore("aside")]))[0].RulesOver,
);

interface GuidedProps {
  controller: TableController;
  own: OwnSeat;
}

const LaterLesson = later<GuidedProps>(
  async () => (await Promise.all([import("./Lesson"), loadMore("aside")]))[0].Lesson,
);

/** The tutorial of a guided match, loaded on demand. */
function Guided(props: GuidedProps) {
  if (props.controller.stored().tips === null) return null;
  return (
    <WithGame game={props.own.view.game} withLessons>
      <LaterLesson {...props} />
    </WithGame>
  );
}

/** Pass-and-play: hand the device to the next player. */
function Handover({ view, seat, nameOf, onTake }: { view: View; seat: number; nameOf: NameOf; onTake: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [seat]);
  return (
    <section class="handover" role="dialog" aria-modal="true" aria-label={t("handover.title", { name: nameOf(seat) })}>
      <Icon name="phone" />
      <p>{t("handover.give")}</p>
      <h1 class={`owner n${seat + 1}`}>{nameOf(seat)}</h1>
      <p class="note">{t(seat === view.active ? "handover.active" : "handover.passive")}</p>
      <button ref={button} type="button" class="btn go" onClick={onTake}>
        {t("handover.ready", { name: nameOf(seat) })}
      </button>
    </section>
  );
}

interface SheetDialogProps {
  view: View;
  seat: number;
  nameOf: NameOf;
  showScores: boolean;
  onClose: () => void;
}

/** Another player's sheet in a dialog, read-only. */
function SheetDialog({ view, seat, nameOf, showScores, onClose }: SheetDialogProps) {
  return (
    <Dialog title={nameOf(seat)} kind={`wide ${view.game}`} onClose={onClose}>
      <Sheet
        view={view}
        seat={seat}
        showScores={showScores}
        label={t("sheet.of", { name: nameOf(seat) })}
        nameOf={nameOf}
      />
    </Dialog>
  );
}

/** The maximum number of players around one tablet. */
const MOST_AROUND = 4;
const TABLET = "(min-width: 600px) and (min-height: 600px) and (pointer: coarse)";
/** How long the last move is shown before the result. */
const LAST_LOOK_MS = 1800;

interface PlayingProps {
  app: App;
  controller: TableController;
  table: TableState;
  view: View;
  nameOf: NameOf;
}

/** Seats of absent players that a bot may take over. */
function absencesOf(controller: TableController, table: TableState): Absence[] {
  const bot = usualBot(table);
  const empty = replaceable(table.facts).filter((seat) => !seat.stand_in);
  if (bot === null || table.ownSeats.length === 0) return [];
  return empty.map(({ seat, kind, awaited_ms }) => ({
    seat,
    until: table.factsAt + awaited_ms,
    onBot: () => controller.send({ type: kind === "open" ? "seat_bot" : "stand_in", seat, bot }),
  }));
}

/** Name the others who would like to stop the match, unless this device has agreed. */
function stopWish({ facts, ownSeats }: TableState, nameOf: NameOf): string {
  const agreed = facts?.status === "playing" ? (facts.stop ?? []) : [];
  const own = ownSeats.map((each) => each.seat);
  const names = agreed.filter((seat) => !own.includes(seat)).map(nameOf);
  const isOpen = names.length > 0 && !own.every((seat) => agreed.includes(seat));
  return isOpen ? t("menu.stop_wish", { names: names.join(", ") }) : "";
}

/** Describe the moves that a recent correction asks for again, then itself; a pad asks its own seats elsewhere. */
function correctionsOf(table: TableState, nameOf: NameOf, isPad: boolean): string[] {
  const again = table.facts?.again ?? [];
  const others = again.filter(({ seat }) => !table.ownSeats.some((own) => own.seat === seat));
  const words = isPad ? padAgainWords(others, nameOf) : againWords(again, nameOf);
  // Marks rubbed out on a sheet of this device are reported below the sheet.
  const last = table.notices.findLast((each) => each.type !== "ended");
  const isOwn = isPad && last?.type === "corrected" && table.ownSeats.some((own) => own.seat === last.seat);
  return [...words, isOwn ? "" : correctionWords(table.notices, nameOf), stopWish(table, nameOf)].filter(Boolean);
}

function Playing({ app, controller, table, view, nameOf }: PlayingProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [areRulesOpen, setRulesOpen] = useState(false);
  const [openSheet, setOpenSheet] = useState<number | null>(null);
  const own = seatInHand(table);
  const stored = controller.stored().way;
  const isCrowd = table.ownSeats.length > MOST_AROUND;
  const way = stored === "tablet" && isCrowd ? "pass" : stored;
  const { showScores } = app.settings;
  const wanted = wantedSeat(table);
  const ownSeats = table.ownSeats.map((each) => each.seat);
  const meanwhile = meanwhileWords(table.notices, ownSeats);
  const isPad = hasPad(table);
  const isAround = table.ownSeats.length > 1 && !isCrowd && (way === "tablet" || matchMedia(TABLET).matches);
  const ShownPad = isAround ? LaterPadTable : LaterPad;
  const isHandover = way === "pass" && table.ownSeats.length > 1 && wanted !== null && wanted !== table.holder;
  const common = {
    net: table.net,
    nameOf,
    away: awaySeats(table),
    absences: absencesOf(controller, table),
    showScores,
    log: logLines(table.notices, nameOf),
    notices: table.notices,
    deadline: table.deadline,
    isTyped: table.facts?.dice.kind === "typed",
    bots: botSeats(table),
    sideOf: (seat: number) => ({
      waitForHand: waitForHand(table),
      canShake: way !== "tablet" && canShake(),
      timedOut: timedOutMove(table, seat),
      urge: table.urge?.seat === seat ? table.urge : null,
    }),
    nudgeable: nudgeableSeats(table),
    onNudge: controller.nudge,
    onMenu: () => setMenuOpen(true),
    onSeat: setOpenSheet,
  };
  return (
    <>
      {!own && <LaterSpectator isPad={isPad} view={view} news={table.watchedNews} {...common} />}
      {own && isPad && <ShownPad app={app} controller={controller} own={own} {...common} />}
      {own && !isPad && way === "tablet" && table.ownSeats.length > 1 && (
        <LaterTablet table={table} controller={controller} {...common} />
      )}
      {own && !isPad && !(way === "tablet" && table.ownSeats.length > 1) && (
        // Hidden from the next player: neither visible nor reachable by keyboard.
        <div class="reach" inert={isHandover}>
          <Match
            own={own}
            actions={controller.actions(own.seat)}
            isPassed={way === "pass" && ownSeats.length > 1}
            {...common}
          />
        </div>
      )}
      {isHandover && <Handover view={view} seat={wanted} nameOf={nameOf} onTake={() => controller.take(wanted)} />}
      {isMenuOpen && (
        <Menu
          app={app}
          controller={controller}
          nameOf={nameOf}
          onRules={() => {
            setMenuOpen(false);
            setRulesOpen(true);
          }}
          onClose={() => setMenuOpen(false)}
        />
      )}
      {areRulesOpen && <LaterRules view={own?.view ?? view} onClose={() => setRulesOpen(false)} />}
      {openSheet !== null && (
        <SheetDialog
          view={view}
          seat={openSheet}
          nameOf={nameOf}
          showScores={showScores}
          onClose={() => setOpenSheet(null)}
        />
      )}
      {own && !isMenuOpen && <Guided controller={controller} own={own} />}
      <Toasts
        toast={table.toast}
        problem={table.problem}
        meanwhile={meanwhile}
        gone={goneWords(table, nameOf)}
        corrections={correctionsOf(table, nameOf, isPad)}
        moved={table.moved}
        readying={readyingBots(table)}
        nameOf={nameOf}
        hintWish={hintWish(table, nameOf)}
        mayClose={table.facts?.slow === true && own !== null && wanted === null}
      />
      <LiveRegion controller={controller} table={table} nameOf={nameOf} />
    </>
  );
}

interface Stage {
  /** True if the match was shown before it ended. */
  isLive: boolean;
  hasSheets: boolean;
  showSheets: (isShown: boolean) => void;
}

/** The stage of a finished match: its last move for a moment, then the result; the sheets on request. */
function useStage(table: TableState | undefined): Stage {
  const match = table?.match ?? null;
  const status = table?.facts?.status;
  const watched = useRef<string | null>(null);
  const [shown, setShown] = useState({ match: null as string | null, hasSheets: false });
  if (status === "playing") watched.current = match;
  const isLive = match !== null && watched.current === match;
  const isNew = status === "over" && shown.match !== match;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => setShown({ match, hasSheets: false }), isLive ? LAST_LOOK_MS : 0);
    return () => clearTimeout(timer);
  }, [isNew, match]);
  const hasSheets = isNew ? isLive && !isStill() : shown.hasSheets;
  return { isLive, hasSheets, showSheets: (isShown) => setShown({ match, hasSheets: isShown }) };
}

export function TablePage({ app }: { app: App }) {
  const controller = app.table;
  const stage = useStage(controller?.state());
  const status = controller?.state().facts?.status;
  const view = controller ? anyView(controller.state()) : null;
  // The texts of the family are used on the whole page.
  useParts(view);
  if (!controller) return <Waiting app={app} gone={null} />;
  const table = controller.state();
  if (table.gone || !table.facts) return <Waiting app={app} gone={table.gone} />;
  const nameOf = namesOf(table);
  if (status === "lobby" || status === "shares") return <Lobby app={app} controller={controller} />;
  if (status === "over" && view && !stage.hasSheets) {
    const { isLive, showSheets } = stage;
    return <LaterEnd {...{ app, controller, view, nameOf, isLive }} onSheets={() => showSheets(true)} />;
  }
  return (
    <>
      {view && (
        <WithGame game={view.game}>
          <Playing app={app} controller={controller} table={table} view={view} nameOf={nameOf} />
        </WithGame>
      )}
      {status === "over" && (
        <div class="resultbar">
          <button type="button" class="btn go" onClick={() => stage.showSheets(false)}>
            {t("end.back")}
          </button>
        </div>
      )}
    </>
  );
}
