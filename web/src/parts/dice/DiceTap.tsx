// The dice as a button: a tap or a shake throws them, and a tap goes on without waiting for the end of a hold.

import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import type { SeatActions } from "../../state/seatActions";
import { askForMotion, watchShakes } from "../../state/shake";
import { Hand } from "./TrayDice";

interface DiceTapProps {
  /** The effect of a tap now; null if it has none. */
  deed: "throw" | "confirm" | null;
  /** True if the player is asked to tap; otherwise the dice throw themselves, and a tap only hurries them. */
  asks: boolean;
  canShake?: boolean | undefined;
  /** True if the dice lie elsewhere, so that it does not lie over them. */
  isApart: boolean;
  actions: Pick<SeatActions, "throwDice" | "confirm">;
}

const LABELS = { throw: "act.tap_throw", confirm: "act.tap_go_on" } as const;

/**
 * Lies over the dice; if these lie on the rows of a sheet, it is a button of its own, and each of them can be tapped. It
 * stays when there is nothing to do, so that the focus is not lost.
 */
export function DiceTap({ deed, asks, canShake = false, isApart, actions }: DiceTapProps) {
  function act() {
    if (deed === "throw") actions.throwDice();
    if (deed === "confirm") actions.confirm();
    if (canShake) askForMotion();
  }
  useEffect(() => {
    if (deed === null) return;
    const onRow = (event: MouseEvent) => event.target instanceof Element && event.target.closest(".row .die") && act();
    addEventListener("click", onRow);
    const stop = deed === "throw" && canShake ? watchShakes(act) : null;
    return () => {
      removeEventListener("click", onRow);
      stop?.();
    };
  }, [deed, canShake]);
  return (
    <button
      type="button"
      class={deed === null || (isApart && !asks) ? "hidden" : isApart ? "dicetap apart" : "dicetap"}
      data-action={deed ?? undefined}
      aria-disabled={deed === null}
      aria-label={t(deed === null ? "act.no_throw" : LABELS[deed])}
      onClick={act}
    >
      {isApart && <Hand />}
    </button>
  );
}
