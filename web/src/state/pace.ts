// The delay for following bots and automatic moves: as set on this device, or none with reduced motion.

import type { Pace, Settings } from "./settings";

/** The pace that this device requests for a table. */
export function paceOf(settings: Settings): Pace {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "fast" : settings.pace;
}
