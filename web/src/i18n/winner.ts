// Who has won, in words.

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
