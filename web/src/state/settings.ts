// The settings of this device: appearance, sound and language.

import type { Lang } from "../i18n";
import type { TableFacts } from "../net/protocol";

export type Pace = NonNullable<TableFacts["pace"]>;

export interface Settings {
  /** In a phase with a single mark, a tap sends it without Done. */
  sendAtOnce: boolean;
  showScores: boolean;
  /** A pad explains why a cell cannot be marked; otherwise it only shows that. */
  warn: boolean;
  sound: boolean;
  vibration: boolean;
  notify: boolean;
  /** The delay for following bots and automatic moves. */
  pace: Pace;
  theme: "auto" | "light" | "dark";
  lang: Lang | "auto";
  /** The player's name, e.g. "Mia". */
  name: string;
}
