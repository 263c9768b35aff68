// The guided first match: what to say when something happens for the first time.

import type { OwnSeat } from "../../state/ownSeat";

/** Tips that fit the moment, the most particular first. */
function tipsFor(own: OwnSeat): string[] {
  const { view } = own;
  if (view.over) return ["over"];
  const isOwn = view.active === own.seat;
  const who = isOwn ? "own" : "other";
  if (view.sealed !== null) return ["sealed"];
  if (own.pencil.length > 0) return ["pencil"];
  if (view.choices.length === 0) return [];
  if (view.choices.length === 1) return ["nothing"];
  return [`${view.game}.${view.phase}_${who}`];
}

/** The next tip that has not been seen and has a text, or null. */
export function nextTip(own: OwnSeat, seen: readonly string[], hasText: (id: string) => boolean): string | null {
  return tipsFor(own).find((tip) => !seen.includes(tip) && hasText(`tip.${tip}`)) ?? null;
}
