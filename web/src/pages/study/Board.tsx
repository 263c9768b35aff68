// A position from the point of view of one seat, with a move pencilled on its sheet.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import type { PositionShown } from "../../library";
import { TrayBesideSheet } from "../../parts/dice/Tray";
import { Sheet } from "../../parts/sheet/Sheet";
import { WithGame } from "../../parts/WithGame";
import { isQuiet } from "../../state/pencil";
import { readView, type View } from "../../state/view";

/** The view of a shown position, with the choices of its seat. */
export function viewOf({ view }: PositionShown): View {
  const { seat, choices, sealed, pass } = view;
  return { ...readView(view), seat, choices, sealed, pass };
}

/** Split a move into its marks. */
export function marksOf(move: string): string[] {
  return isQuiet(move) || move.startsWith("reroll") ? [] : move.split(" ");
}

interface BoardProps {
  view: View;
  seat: number;
  move: string;
  nameOf: NameOf;
}

export function Board({ view, seat, move, nameOf }: BoardProps) {
  return (
    <div class={`board ${view.game}`}>
      <WithGame game={view.game}>
        <TrayBesideSheet view={view} />
        <Sheet
          view={{ ...view, choices: [] }}
          seat={seat}
          pencil={marksOf(move)}
          label={t("sheet.of", { name: nameOf(seat) })}
          nameOf={nameOf}
        />
      </WithGame>
    </div>
  );
}
