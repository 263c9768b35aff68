// Somebody's sheet, read only, over the page.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { Dialog } from "../../parts/Dialog";
import { Sheet } from "../../parts/sheet/Sheet";
import type { View } from "../../state/view";

interface PeekProps {
  view: View;
  seat: number;
  nameOf: NameOf;
  showScores: boolean;
  onClose: () => void;
}

export function Peek({ view, seat, nameOf, showScores, onClose }: PeekProps) {
  return (
    <Dialog title={nameOf(seat)} kind={`peek ${view.game}`} onClose={onClose}>
      <Sheet
        view={view}
        seat={seat}
        showScores={showScores}
        label={t("sheet.of", { name: nameOf(seat) })}
        nameOf={nameOf}
      />
    </Dialog>
  );
}
