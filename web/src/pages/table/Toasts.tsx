// Words for a moment: reactions, refusals, what a bot has played for somebody, which bot is warming up.

import { useEffect, useState } from "preact/hooks";
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
  /** What was corrected just now, and what is asked again after it. */
  corrections: readonly string[];
  /** Bots that are being got ready. */
  warming: readonly string[];
  nameOf: NameOf;
}

const WARMING_MS = 6000;

/** Says for a while that bots are warming up, and again when others begin to. */
function Warming({ names }: { names: readonly string[] }) {
  const [isShown, setShown] = useState(true);
  const key = names.join();
  useEffect(() => {
    setShown(true);
    const timer = setTimeout(() => setShown(false), WARMING_MS);
    return () => clearTimeout(timer);
  }, [key]);
  if (!isShown) return null;
  return names.map((name) => (
    <p key={name} class="toast">
      {t("say.warming", { name })}
    </p>
  ));
}

export function Toasts({ toast, problem, meanwhile, corrections, warming, nameOf }: ToastsProps) {
  return (
    <div class="toasts" role="status">
      {problem && <p class="toast">{reasonText(problem)}</p>}
      {meanwhile && <p class="toast">{meanwhile}</p>}
      {corrections.map((words) => (
        <p key={words} class="toast">
          {words}
        </p>
      ))}
      <Warming names={warming} />
      {toast && (
        <p key={toast.nth} class="toast">
          <b>{nameOf(toast.seat)}</b> {t(`reaction.${toast.reaction}`)}
        </p>
      )}
    </div>
  );
}
