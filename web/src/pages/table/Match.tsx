// The match on a device with one seat: header, players, sheet and dock.

import { useEffect, useState } from "preact/hooks";
import { tableOf } from "../../games";
import { t } from "../../i18n";
import type { LogLine } from "../../i18n/announce";
import { type NameOf, sheetName } from "../../i18n/names";
import type { PromptSide } from "../../i18n/prompt";
import { deedsOf } from "../../i18n/recap";
import type { NetStatus } from "../../net/connection";
import { Inspector } from "../../parts/dice/Tray";
import { Icon, Wordmark } from "../../parts/Icon";
import { type Absence, Seats } from "../../parts/Seats";
import { SheetOwner } from "../../parts/SheetOwner";
import { Sheet } from "../../parts/sheet/Sheet";
import type { OwnSeat } from "../../state/ownSeat";
import type { SeatActions } from "../../state/seatActions";
import type { Notice } from "../../state/table";
import type { View } from "../../state/view";
import { asksForTap, Dock } from "./Dock";

/** The duration until the last die has landed. */
const LANDING_MS = 760;

/**
 * True while the dice of a new throw are falling, before the cells they make available are highlighted; a tap anywhere
 * skips this.
 */
function useLanding(view: View): boolean {
  const thrown = view.phase === "roll" || view.over ? "" : `${view.turn}/${view.roll}`;
  const [landed, setLanded] = useState(thrown);
  const isFalling = thrown !== "" && thrown !== landed;
  useEffect(() => {
    if (!isFalling) return;
    const land = () => setLanded(thrown);
    const timer = setTimeout(land, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : LANDING_MS);
    addEventListener("pointerdown", land, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", land);
    };
  }, [thrown, isFalling]);
  return isFalling;
}

interface MatchHeadProps {
  view: View;
  seat: number;
  /** True on a pad, which has no turns. */
  isPad?: boolean;
  onMenu: () => void;
}

/** The header of a match: game, menu button, sheet and turn. */
export function MatchHead({ view, seat, isPad = false, onMenu }: MatchHeadProps) {
  const { title, turn } = view;
  const sheet = sheetName(view.sheets[seat]?.name ?? "");
  return (
    <>
      <h1 class="hidden">{title}</h1>
      <button type="button" class="menu icon" aria-label={t("menu.open")} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <div class="brand">
        <Wordmark />
        <span>{isPad ? t("lobby.variant", { game: title, sheet }) : t("match.brand", { title, sheet, turn })}</span>
      </div>
    </>
  );
}

export interface MatchProps {
  own: OwnSeat;
  net: NetStatus;
  nameOf: NameOf;
  away: readonly number[];
  absences: readonly Absence[];
  showScores: boolean;
  log: readonly LogLine[];
  isTyped: boolean;
  /** Seats played by a bot. */
  bots: readonly number[];
  notices: readonly Notice[];
  deadline: number | null;
  /** The circumstances of the prompt besides the seat. */
  sideOf: (seat: number) => PromptSide;
  /** People who may be nudged, since the match waits for them. */
  nudgeable: readonly number[];
  onNudge: (seat: number) => void;
  actions: SeatActions;
  /** True if the device is passed around, so that each sheet has to say whose it is. */
  isPassed?: boolean;
  onMenu: () => void;
  onSeat: (seat: number) => void;
}

export function NetIndicator({ net }: { net: NetStatus }) {
  return (
    <span class={`net ${net}`} role="status" aria-label={t(`net.${net}`)}>
      <Icon name={net === "offline" ? "away" : "net"} />
      <span aria-hidden="true">{t(`net.${net}`)}</span>
    </span>
  );
}

export function Log({ lines }: { lines: readonly LogLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls must be reachable by keyboard
    <section class="log" aria-label={t("log.title")} tabIndex={0}>
      <h2>{t("log.title")}</h2>
      <ol>
        {lines.map((line, i) => (
          <li key={i}>
            <i>{line.turn}</i>
            <b>{line.name}</b>
            <span>{line.text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Match(props: MatchProps) {
  const { own, net, nameOf, showScores, actions } = props;
  const { view, seat } = own;
  const isLanding = useLanding(view);
  const deeds = deedsOf(props.notices, view, own.lost);
  const side = props.sideOf(seat);
  const asks = asksForTap({ own, isTyped: props.isTyped, side });
  const rowDice = tableOf(view.game).dice.lieOnRows && "rowdice";
  const kinds = ["match", view.game, rowDice, isLanding && "landing", asks && "waits", own.isThrowing && "rolling"];
  return (
    <main class={kinds.filter(Boolean).join(" ")}>
      <MatchHead view={view} seat={seat} onMenu={props.onMenu} />
      <Seats
        view={view}
        nameOf={nameOf}
        away={props.away}
        showScores={showScores}
        onOpen={props.onSeat}
        deeds={deeds}
        fresh={own.fresh}
        absences={props.absences}
        nudgeable={props.nudgeable}
        onNudge={props.onNudge}
      />
      <NetIndicator net={net} />
      {props.isPassed && <SheetOwner seat={seat} name={nameOf(seat)} />}
      <Sheet
        view={view}
        seat={seat}
        pencil={own.pencil}
        fresh={own.fresh[seat] ?? new Set()}
        refused={own.refused?.at ?? null}
        showScores={showScores}
        isLanding={isLanding}
        label={props.isPassed ? t("sheet.of", { name: nameOf(seat) }) : t("sheet.own")}
        nameOf={nameOf}
        onTap={actions.tap}
        onMark={actions.mark}
      />
      <Inspector view={view} name={own.inspected} />
      <Dock
        own={own}
        net={net}
        nameOf={nameOf}
        actions={actions}
        showScores={showScores}
        isTyped={props.isTyped}
        bots={props.bots}
        notices={props.notices}
        deeds={deeds.map((deed, of) => (of === seat ? null : deed))}
        deadline={props.deadline}
        isLanding={isLanding}
        side={side}
      />
      <Log lines={props.log} />
    </main>
  );
}
