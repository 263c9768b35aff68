// Words for a moment: a reaction from somebody at the table, why the server refused something, what a bot has played.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { Toast } from "../../state/table";
import type { Reason } from "../../state/view";

interface ToastsProps {
  toast: Toast | null;
  problem: Reason | null;
  /** What a bot has played for this device while it was away; empty if nothing. */
  meanwhile: string;
  nameOf: NameOf;
}

export function Toasts({ toast, problem, meanwhile, nameOf }: ToastsProps) {
  return (
    <div class="toasts" role="status">
      {problem && <p class="toast">{reasonText(problem)}</p>}
      {meanwhile && <p class="toast">{meanwhile}</p>}
      {toast && (
        <p key={toast.nth} class="toast">
          <b>{nameOf(toast.seat)}</b> {t(`reaction.${toast.reaction}`)}
        </p>
      )}
    </div>
  );
}
