// Words for a moment: a reaction from somebody at the table, or why the server refused something.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { Toast } from "../../state/table";
import type { Reason } from "../../state/view";

interface ToastsProps {
  toast: Toast | null;
  problem: Reason | null;
  nameOf: NameOf;
}

export function Toasts({ toast, problem, nameOf }: ToastsProps) {
  return (
    <div class="toasts" role="status">
      {problem && <p class="toast">{reasonText(problem)}</p>}
      {toast && (
        <p key={toast.nth} class="toast">
          <b>{nameOf(toast.seat)}</b> {t(`reaction.${toast.reaction}`)}
        </p>
      )}
    </div>
  );
}
