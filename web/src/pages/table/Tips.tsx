// One tip at a time over the players of a guided match, never over the own sheet's cells for longer than it is read.

import { hasText, rich, t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";
import type { TableCtrl } from "../../state/controller";
import type { Desk } from "../../state/state";
import { nextTip } from "./nextTip";

export function Tips({ ctrl, desk }: { ctrl: TableCtrl; desk: Desk }) {
  const { tips } = ctrl.kept();
  if (tips === null) return null;
  const tip = nextTip(desk, tips, hasText);
  if (tip === null) return null;
  return (
    <Dialog key={tip} title={t("tip.title")} kind="tip" onClose={() => ctrl.seeTip(tip)}>
      <p>{rich(t(`tip.${tip}`))}</p>
      <button type="button" class="btn go" onClick={() => ctrl.seeTip(tip)}>
        {t("tip.go")}
      </button>
    </Dialog>
  );
}
