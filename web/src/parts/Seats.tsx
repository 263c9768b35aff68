// The players: miniature sheet, name, score, and whether they have to act.

import { useEffect, useState } from "preact/hooks";
import { tableOf } from "../games";
import { signed, t } from "../i18n";
import type { NameOf } from "../i18n/names";
import type { Deed } from "../i18n/recap";
import type { View } from "../state/view";
import { Icon } from "./Icon";
import { SheetThumbnail } from "./sheet/SheetThumbnail";

export type Presence = "wait" | "done" | "away" | "idle";

/** The state that is shown beside a name. */
export function presenceOf(view: View, seat: number, away: readonly number[]): Presence {
  if (away.includes(seat)) return "away";
  if (view.acting.includes(seat)) return "wait";
  return view.answered.includes(seat) ? "done" : "idle";
}

function Sign({ presence }: { presence: Presence }) {
  if (presence === "idle") return <span class="state" />;
  return (
    <span class={`state ${presence}`} role="img" aria-label={t(`presence.${presence}`)}>
      {presence === "done" && <Icon name="check" />}
      {presence === "away" && <Icon name="away" />}
    </span>
  );
}

/** A player who is away; a bot may take over once the grace period has passed. */
export interface Absence {
  seat: number;
  /** The end of the grace period for a lost connection, by this device's clock. */
  until: number;
  onBot: () => void;
}

/** With more seats, there is only room for one word beside a name. */
const MOST_WITH_WORDS = 4;

/** The button to let a bot take over, with a countdown during the grace period. */
function CallBot({ absence, name, isShort }: { absence: Absence; name: string; isShort: boolean }) {
  const [, tick] = useState(0);
  const seconds = Math.max(0, Math.ceil((absence.until - performance.now()) / 1000));
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), 1000);
    return () => clearTimeout(timer);
  });
  const label = seconds > 0 ? t("presence.bot_in", { n: seconds }) : t("menu.call_bot");
  return (
    <button
      type="button"
      class="standin"
      aria-disabled={seconds > 0}
      aria-label={`${name}: ${label}`}
      onClick={() => seconds === 0 && absence.onBot()}
    >
      <span class="name">{name}</span> <Icon name="bot" />
      <span class="words">{seconds > 0 || !isShort ? label : t("presence.away")}</span>
    </button>
  );
}

interface SeatsProps {
  view: View;
  nameOf: NameOf;
  away: readonly number[];
  showScores: boolean;
  onOpen: (seat: number) => void;
  /** The seat whose sheet a spectator sees, or whose sheet is filled in on a shared pad. */
  shown?: number | undefined;
  /** The moves of each seat since the last throw, and the cells it has marked. */
  deeds?: readonly (Deed | null)[];
  fresh?: readonly ReadonlySet<string>[];
  absences?: readonly Absence[];
  /** People who may be nudged by a tap, since the match waits for them. */
  nudgeable?: readonly number[];
  onNudge?: (seat: number) => void;
}

export function Seats({
  view,
  nameOf,
  away,
  showScores,
  onOpen,
  shown,
  deeds = [],
  fresh = [],
  absences = [],
  nudgeable = [],
  onNudge,
}: SeatsProps) {
  const hasLocks = tableOf(view.game).sheet.hasLocks;
  return (
    <ol class={`seats n${view.seats}`} aria-label={t("seats.label")}>
      {view.sheets.map((sheet) => {
        const { seat } = sheet;
        const marks = [seat === view.active && "turn", seat === view.seat && "own", seat === shown && "shown"];
        const deed = deeds[seat];
        const absence = absences.find((each) => each.seat === seat);
        const canNudge = onNudge !== undefined && nudgeable.includes(seat);
        const tap = () => (canNudge ? onNudge(seat) : onOpen(seat));
        const kind = ["seat", ...marks.filter(Boolean), deed && "has-deed"].filter(Boolean).join(" ");
        return (
          <li key={seat} class={kind}>
            <button type="button" aria-current={seat === (shown ?? view.active)} onClick={tap}>
              <SheetThumbnail sheet={sheet} hasLocks={hasLocks} fresh={fresh[seat]} />
              <span class="name">{nameOf(seat)}</span>
              {deed && (
                <span key={deed.text} class={deed.isCost ? "deed cost" : "deed"}>
                  {deed.text}
                </span>
              )}
              <span class="score">
                {showScores ? signed(sheet.score) : "–"}
                <Sign presence={presenceOf(view, seat, away)} />
              </span>
              <span class="hidden">{canNudge ? t("seats.nudge", { name: nameOf(seat) }) : t("seats.open")}</span>
              {canNudge && (
                <span class="nudge">
                  <Icon name="hand" />
                </span>
              )}
            </button>
            {absence && <CallBot absence={absence} name={nameOf(seat)} isShort={view.seats > MOST_WITH_WORDS} />}
          </li>
        );
      })}
    </ol>
  );
}
