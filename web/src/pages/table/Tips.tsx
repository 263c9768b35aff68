// One tip at a time over the players of a guided match, never over the own sheet's cells for longer than it is read.

import { hasText, rich, t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";
import type { TableController } from "../../state/controller";
import type { OwnSeat } from "../../state/ownSeat";
import { nextTip } from "./nextTip";

export function Tips({ controller, own }: { controller: TableController; own: OwnSeat }) {
  const { tips } = controller.stored();
  if (tips === null) return null;
  const tip = nextTip(own, tips, hasText);
  if (tip === null) return null;
  return (
    <Dialog key={tip} title={t("tip.title")} kind="tip" onClose={() => controller.seeTip(tip)}>
      <p>{rich(t(`tip.${tip}`))}</p>
      <button type="button" class="btn go" onClick={() => controller.seeTip(tip)}>
        {t("tip.go")}
      </button>
    </Dialog>
  );
}
