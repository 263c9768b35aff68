// Texts about the winner and the end of a match.

import type { View } from "../state/view";
import { t } from "./index";
import type { NameOf } from "./names";

/** "Mia wins", "You win", "Mia and Tom share the win". */
export function winnerText(view: View, nameOf: NameOf): string {
  if (view.seats === 1) return t("end.solo");
  const names = view.winners.map(nameOf);
  if (names.length > 1) return t("end.shared", { names: names.join(", ") });
  return nameOf(view.winners[0] ?? 0) === t("turn.you") ? t("end.you") : t("end.wins", { name: names[0] ?? "" });
}

/** "After 12 turns: two rows are locked"; for a pad, which ends without dice, the number of turns is unknown. */
export function endText(view: View): string {
  const reason = t(`ends.${view.end_reason}`);
  const isPad = view.dice.every(({ face }) => face === null);
  return isPad ? t("end.reason_pad", { reason }) : t("end.reason", { reason, n: view.turn });
}
