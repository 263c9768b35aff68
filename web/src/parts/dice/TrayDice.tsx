// Some dice of a throw, side by side.

import type { DieView, View } from "../../state/view";
import { Icon } from "../Icon";
import { Die } from "./Die";

export interface TrayProps {
  view: View;
  picked?: readonly string[];
  /** True if a tap on the dice is asked for. */
  hasHand?: boolean;
  onDie?: ((name: string) => void) | undefined;
}

/** The faces with which this seat can mark a cell now. */
function usefulFaces(view: View): Set<string> {
  const faces = new Set<string>();
  if (view.seat === null) return faces;
  for (const row of view.sheets[view.seat]?.rows ?? []) {
    for (const cell of row.cells) for (const way of cell.ways) for (const face of way) faces.add(face);
  }
  return faces;
}

/** True for a thrown die that has no use in this phase. */
function isIdle(view: View, die: DieView, useful: ReadonlySet<string>): boolean {
  if (view.phase === "reroll" || view.seat === null) return false;
  return die.face !== null && !useful.has(die.face);
}

/** The sign that dice wait for a tap. */
export function Hand() {
  return (
    <span class="hand-sign">
      <Icon name="hand" />
    </span>
  );
}

interface TrayDiceProps extends TrayProps {
  dice: readonly DieView[];
  /** The index of the first of these dice among all dice. */
  from?: number;
  isMixed?: boolean;
  noLetter?: boolean;
}

export function TrayDice({
  view,
  picked = [],
  onDie,
  dice,
  from = 0,
  isMixed = false,
  noLetter = false,
}: TrayDiceProps) {
  const useful = usefulFaces(view);
  return (
    <>
      {dice.map((die, i) => (
        <Die
          key={`${from + i}${die.face ?? die.state}${view.turn}`}
          die={die}
          index={from + i}
          isMixed={isMixed}
          isIdle={isIdle(view, die, useful)}
          isPicked={picked.includes(die.name)}
          noLetter={noLetter}
          onTap={onDie && die.state !== "retired" ? () => onDie(die.name) : undefined}
        />
      ))}
    </>
  );
}
