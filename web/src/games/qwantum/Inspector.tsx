// All faces of one die, with a ring around the upper one.

import { t } from "../../i18n";
import { colorLetter } from "../../i18n/labels";
import { dieLabel } from "../../parts/dice/Die";
import type { Color, View } from "../../state/view";

export function QwantumInspector({ view, name }: { view: View; name: string }) {
  const at = Math.max(
    0,
    view.dice.findIndex((die) => die.name === name),
  );
  const die = view.dice[at];
  if (!die) return null;
  const style = { "--at": `${((at + 0.5) / view.dice.length) * 100}%` };
  return (
    <section class="inspect" style={style} aria-label={t("die.inspect", { name: dieLabel(die, true) })}>
      <header>
        {name === "w" ? t("die.faces_white") : t("die.faces", { name })}
        <span>{t("die.tap")}</span>
      </header>
      <ol class="faces">
        {die.faces.map((face, i) => (
          <li key={i} class={`face ${face.charAt(0)}${face === die.face ? " up" : ""}`}>
            {face.slice(1)}
            <i>{colorLetter(face.charAt(0) as Color)}</i>
          </li>
        ))}
      </ol>
    </section>
  );
}
