// Choose which mark a tap meant: the row for a circle, or the use of a field.

import { t } from "../../../i18n";
import { moveWords } from "../../../i18n/announce";
import { Dialog } from "../../../parts/Dialog";

interface WaysPadProps {
  entries: readonly string[];
  onMark: (entry: string) => void;
  onClose: () => void;
}

export function WaysPad({ entries, onMark, onClose }: WaysPadProps) {
  return (
    <Dialog title={t("paper.way")} onClose={onClose}>
      <div class="chips">
        {entries.map((entry) => (
          <button
            key={entry}
            type="button"
            class="chip"
            data-enter={entry}
            onClick={() => {
              onClose();
              onMark(entry);
            }}
          >
            {moveWords(entry)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
