// Rewards of symbols, and points that do not belong to a row.

import { t } from "../../../i18n";
import type { SheetView } from "../../../state/view";
import { isSymbol, Shape, type SymbolName } from "./Sign";

/** The symbols of a sheet, and whether both of their cells are marked. */
function rewardsOf(sheet: SheetView): Map<SymbolName, boolean> {
  const found = new Map<SymbolName, boolean>();
  for (const { sign, state } of sheet.rows.flatMap((row) => row.cells))
    if (isSymbol(sign)) found.set(sign, (found.get(sign) ?? true) && state === "marked");
  return found;
}

/** The rewards of a sheet's symbols, below its rows. */
export function Rewards({ sheet }: { sheet: SheetView }) {
  const rewards = rewardsOf(sheet);
  if (rewards.size === 0) return null;
  return (
    <div class="fields-line rewards">
      {[...rewards].map(([sign, isWon]) => (
        <span key={sign} class={isWon ? "won" : undefined} title={t(`family.${sign}`)}>
          <Shape sign={sign} />
          <span class="hidden">{t(`family.${sign}`)}</span>
          <span aria-hidden="true">{t(`family.${sign}_short`)}</span>
        </span>
      ))}
    </div>
  );
}

export function Foot({ sheet, showScores }: { sheet: SheetView; showScores: boolean }) {
  const { steps } = sheet.tally;
  return steps !== undefined && showScores ? <span class="steps">{t("family.steps", { n: steps })}</span> : null;
}
