// How much time is left to follow what happens: as it is set on this device, or none where less movement is asked for.

import type { Pace, Settings } from "./settings";

/** The pace that this device wishes a table to have. */
export function paceOf(settings: Settings): Pace {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "fast" : settings.pace;
}
