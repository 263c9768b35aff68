// The dice of Qwixx: both whites with their sum, then the colored ones.

import { TrayDice, type TrayProps } from "../../parts/dice/TrayDice";

export function QwixxTray(props: TrayProps) {
  const whites = props.view.dice.filter((die) => die.name === "w");
  const colored = props.view.dice.filter((die) => die.name !== "w");
  const sum = whites.reduce((total, die) => total + (die.pips ?? 0), 0);
  return (
    <div class="tray">
      <TrayDice {...props} dice={whites} noLetter />
      <span class="eq">{sum > 0 ? `= ${sum}` : ""}</span>
      <span class="bar" />
      <span class="br" />
      <TrayDice {...props} dice={colored} from={whites.length} />
    </div>
  );
}
