// Rows tie for the marks of a circle: choose which row gets them.

import { t } from "../../i18n";
import { colorLetter, colorName } from "../../i18n/labels";
import { chooseByArrows } from "../../parts/arrows";
import type { OwnSeat } from "../../state/ownSeat";
import { targetsOf } from "../../state/pencil";
import type { SeatActions } from "../../state/seatActions";
import type { Color } from "../../state/view";

/** True if a pencilled mark needs a choice of row, or has alternatives. */
export function hasTargets({ view, pencil, refused }: OwnSeat): boolean {
  return targetsOf(view.choices, pencil).length > 1 && !refused?.why;
}

export function TargetChoice({ own, actions }: { own: OwnSeat; actions: SeatActions }) {
  return (
    <div class="targets" role="radiogroup" aria-label={t("family.to")} onKeyDown={chooseByArrows}>
      <span>{t("family.to")}</span>
      {targetsOf(own.view.choices, own.pencil).map((move) => {
        const color = move.slice(-1) as Color;
        const isOn = own.pencil[0] === move;
        return (
          <button
            key={move}
            type="button"
            role="radio"
            class={`target ${color}${isOn ? " on" : ""}`}
            aria-checked={isOn}
            tabIndex={isOn ? 0 : -1}
            aria-label={colorName(color)}
            onClick={() => isOn || actions.mark(move)}
          >
            {colorLetter(color)}
          </button>
        );
      })}
    </div>
  );
}
