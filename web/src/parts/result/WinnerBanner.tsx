// The winner, the best score in a ring, and why the match ended.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { winnerText } from "../../i18n/winner";
import type { View } from "../../state/view";
import { HandNumber, Ring } from "../sheet/strokes";

export function WinnerBanner({ view, nameOf }: { view: View; nameOf: NameOf }) {
  const best = view.scores[view.winners[0] ?? 0] ?? 0;
  return (
    <div class="hero">
      <h1>{winnerText(view, nameOf)}</h1>
      <span class="bestscore">
        <HandNumber value={best} />
        <Ring />
        <span class="hidden">{best}</span>
      </span>
      <p>{t("end.reason", { reason: t(`ends.${view.end_reason}`), n: view.turn })}</p>
    </div>
  );
}
