// A position as one seat sees it, with a move drawn on its sheet in pencil.

import { t } from "../../i18n";
import { botShort, type NameOf } from "../../i18n/names";
import type { PositionShown } from "../../net/protocol";
import { TrayBesideSheet } from "../../parts/dice/Tray";
import { Sheet } from "../../parts/sheet/Sheet";
import { isQuiet } from "../../state/pencil";
import { readView, type View } from "../../state/view";

const BOT = "bot ";

/** The view of a shown position, with what its seat may do. */
export function viewOf({ view }: PositionShown): View {
  const { seat, choices, sealed, pass } = view;
  return { ...readView(view), seat, choices, sealed, pass };
}

/** The marks that a move is made of. */
export function marksOf(move: string): string[] {
  return isQuiet(move) || move.startsWith("reroll") ? [] : move.split(" ");
}

/** Names as a record gives them: "Ann", "bot steady". */
export function seatNames(names: readonly string[]): NameOf {
  return (seat) => {
    const name = names[seat] || t("people.player", { number: seat + 1 });
    return name.startsWith(BOT) ? botShort(name.slice(BOT.length)) : name;
  };
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
      <TrayBesideSheet view={view} />
      <Sheet
        view={{ ...view, choices: [] }}
        seat={seat}
        pencil={marksOf(move)}
        label={t("sheet.of", { name: nameOf(seat) })}
        nameOf={nameOf}
      />
    </div>
  );
}
