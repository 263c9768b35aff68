// Choose which number to write: those that the sheet allows.

import { t } from "../../../i18n";
import { markName } from "../../../i18n/labels";
import { Dialog } from "../../../parts/Dialog";

interface NumberPadProps {
  /** Marks of one color, such as "k1". */
  entries: readonly string[];
  onMark: (mark: string) => void;
  onClose: () => void;
}

export function NumberPad({ entries, onMark, onClose }: NumberPadProps) {
  const sorted = [...entries].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  return (
    <Dialog title={t("paper.which")} onClose={onClose}>
      <div class="facepad numbers">
        {sorted.map((mark) => (
          <button
            key={mark}
            type="button"
            class={`face ${mark.charAt(0)}`}
            data-enter={mark}
            aria-label={markName(mark)}
            onClick={() => {
              onClose();
              onMark(mark);
            }}
          >
            {mark.slice(1)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
