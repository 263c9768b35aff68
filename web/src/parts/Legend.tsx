// The letter and pattern of every color, and how to type it.

import { t } from "../i18n";
import { colorLetter, colorName } from "../i18n/labels";
import type { Color } from "../state/view";

export function Legend({ colors }: { colors: readonly Color[] }) {
  return (
    <ul class="legend" aria-label={t("learn.legend")}>
      {colors.map((color) => (
        <li key={color}>
          <span class={`swatch ${color}`}>{colorLetter(color)}</span>
          {colorName(color)}
          <code>{color}</code>
        </li>
      ))}
    </ul>
  );
}
