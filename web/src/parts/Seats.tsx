// The players: mini-sheet, name, score and whether they are awaited.

import { tableOf } from "../games/tables";
import { signed, t } from "../i18n";
import type { NameOf } from "../i18n/names";
import type { View } from "../state/view";
import { Icon } from "./Icon";
import { SheetThumbnail } from "./sheet/SheetThumbnail";

export type Presence = "wait" | "done" | "away" | "idle";

/** What the sign beside a name says. */
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

interface SeatsProps {
  view: View;
  nameOf: NameOf;
  away: readonly number[];
  showScores: boolean;
  onOpen: (seat: number) => void;
  /** The seat whose sheet is shown to a spectator. */
  shown?: number;
}

export function Seats({ view, nameOf, away, showScores, onOpen, shown }: SeatsProps) {
  const hasLocks = tableOf(view.game).sheet.hasLocks;
  return (
    <ol class={`seats n${view.seats}`} aria-label={t("seats.label")}>
      {view.sheets.map((sheet) => {
        const { seat } = sheet;
        const marks = [seat === view.active && "turn", seat === view.seat && "own", seat === shown && "shown"];
        const kind = ["seat", ...marks.filter(Boolean)].join(" ");
        return (
          <li key={seat} class={kind}>
            <button type="button" onClick={() => onOpen(seat)}>
              <SheetThumbnail sheet={sheet} hasLocks={hasLocks} />
              <span class="name">{nameOf(seat)}</span>
              <span class="score">
                {showScores ? signed(sheet.score) : "–"}
                <Sign presence={presenceOf(view, seat, away)} />
              </span>
              <span class="hidden">{t("seats.open")}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
