// The winner, the best score in a ring, and why the match ended.

import type { NameOf } from "../../i18n/names";
import { endText, winnerText } from "../../i18n/winner";
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
      <p>{endText(view)}</p>
    </div>
  );
}
