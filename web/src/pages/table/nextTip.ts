// The guided first match: what to say when something happens for the first time.

import type { Desk } from "../../state/state";

/** Tips that fit the moment, the most particular first. */
export function tipsFor(desk: Desk): string[] {
  const { view } = desk;
  if (view.over) return ["over"];
  const isOwn = view.active === desk.seat;
  const who = isOwn ? "own" : "other";
  if (view.sealed !== null) return ["sealed"];
  if (desk.pencil.length > 0) return ["pencil"];
  if (view.choices.length === 0) return [];
  if (view.choices.length === 1) return ["nothing"];
  return [`${view.game}.${view.phase}_${who}`];
}

/** The next tip that has not been seen and has a text, or null. */
export function nextTip(desk: Desk, seen: readonly string[], hasText: (id: string) => boolean): string | null {
  return tipsFor(desk).find((tip) => !seen.includes(tip) && hasText(`tip.${tip}`)) ?? null;
}
