// Another player's sheet in a dialog, read-only.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { Dialog } from "../../parts/Dialog";
import { Sheet } from "../../parts/sheet/Sheet";
import type { View } from "../../state/view";

interface SheetDialogProps {
  view: View;
  seat: number;
  nameOf: NameOf;
  showScores: boolean;
  onClose: () => void;
}

export function SheetDialog({ view, seat, nameOf, showScores, onClose }: SheetDialogProps) {
  return (
    <Dialog title={nameOf(seat)} kind={`wide ${view.game}`} onClose={onClose}>
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
