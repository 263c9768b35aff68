// Selects the tip of a guided match: what to say when something happens for the first time, and what to point at.

import type { Topic } from "../../../games/game";
import type { OwnSeat } from "../../../state/ownSeat";

export interface Tip {
  /** The id of its text: tip.ID. */
  id: string;
  /** The selector of the elements it points at. */
  targets: string;
}

/** Tips for the actions that are possible now. */
function deeds(own: OwnSeat): Tip[] {
  const { view } = own;
  if (view.over) return [{ id: "over", targets: ".resultbar" }];
  const isOwn = view.active === own.seat;
  if (view.sealed !== null) return [{ id: "sealed", targets: "[data-action=take_back]" }];
  if (own.pencil.length > 0) return [{ id: "pencil", targets: ".cell.pencil, [data-action=done]" }];
  if (view.phase === "roll") return isOwn ? [{ id: "throw", targets: "[data-action=throw]" }] : [];
  if (view.choices.length === 0) return [];
  if (view.choices.length === 1) return [{ id: "nothing", targets: "[data-action=quiet]" }];
  const targets = view.phase === "reroll" ? ".die, .actions" : ".cell.can";
  return [{ id: `${view.game}.${view.phase}_${isOwn ? "own" : "other"}`, targets }];
}

/**
 * Return the next unseen tip that has a text, or null; topics come between two decisions, the aim of the game first.
 */
export function nextTip(
  own: OwnSeat,
  topics: readonly Topic[],
  seen: readonly string[],
  hasText: (id: string) => boolean,
): Tip | null {
  const { view } = own;
  const isBusy = own.pencil.length > 0 || view.over;
  const due = topics.filter((topic) => !isBusy && topic.when(view, own.seat));
  const told = due.map(({ id, targets }) => ({ id: `${view.game}.${id}`, targets }));
  return [...told, ...deeds(own)].find((tip) => !seen.includes(tip.id) && hasText(`tip.${tip.id}`)) ?? null;
}
