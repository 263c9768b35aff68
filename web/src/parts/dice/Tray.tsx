// The dice of any game: the throw, its sums, and all faces of one die.

import { tableOf } from "../../games";
import type { View } from "../../state/view";
import { Hand, TrayDice, type TrayProps } from "./TrayDice";

export function Tray(props: TrayProps) {
  const { view } = props;
  const { Tray: OwnTray, areMixed } = tableOf(view.game).dice;
  if (OwnTray) return <OwnTray {...props} />;
  return (
    <div class="tray">
      <TrayDice {...props} dice={view.dice} isMixed={areMixed} />
      {props.hasHand && <Hand />}
    </div>
  );
}

/** The dice next to a sheet; nothing if they lie on its rows. */
export function TrayBesideSheet(props: TrayProps) {
  return tableOf(props.view.game).dice.lieOnRows ? null : <Tray {...props} />;
}

export function Sums({ view }: { view: View }) {
  const { Sums: OwnSums } = tableOf(view.game).dice;
  return OwnSums ? <OwnSums view={view} /> : null;
}

export function Inspector({ view, name }: { view: View; name: string }) {
  const { Inspector: OwnInspector } = tableOf(view.game).dice;
  return OwnInspector ? <OwnInspector view={view} name={name} /> : null;
}
