// Everything the page remembers while it is open.

import type { Lang } from "../i18n";
import type { Reason, View } from "./view";

/** One seat played on this device: what it sees and what is pencilled. */
export interface Desk {
  seat: number;
  view: View;
  /** Marks tapped but not sent, in the order of the taps, e.g. ["y4", "k1"]. */
  pencil: string[];
  /** Dice picked for the second throw, by name, e.g. ["w", "2"]. */
  picked: string[];
  /** The die whose faces are shown, e.g. "3". */
  inspected: string;
  /** The last refused tap: the cell as "row/cell" and the reason. */
  refused: { at: string; why: Reason | null } | null;
  /** Cells of each seat inked by the last resolve, as "row/cell". */
  fresh: ReadonlySet<string>[];
}

export type Net = "online" | "connecting" | "offline";

export interface Settings {
  /** A tap in a phase with one mark is sent without Done. */
  sendAtOnce: boolean;
  showScores: boolean;
  sound: boolean;
  vibration: boolean;
  notify: boolean;
  theme: "auto" | "light" | "dark";
  lang: Lang | "auto";
  /** The name to sit down with, e.g. "Mia". */
  name: string;
}
