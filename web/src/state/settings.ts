// How the page looks, sounds and speaks on this device.

import type { Lang } from "../i18n";
import type { TableFacts } from "../net/protocol";

export type Pace = NonNullable<TableFacts["pace"]>;

export interface Settings {
  /** A tap in a phase with one mark is sent without Done. */
  sendAtOnce: boolean;
  showScores: boolean;
  /** A pad says why a cell cannot be marked; else it only shows that. */
  warn: boolean;
  sound: boolean;
  vibration: boolean;
  notify: boolean;
  /** How much time bots and automatic moves leave to follow them. */
  pace: Pace;
  theme: "auto" | "light" | "dark";
  lang: Lang | "auto";
  /** The name to sit down with, e.g. "Mia". */
  name: string;
}
