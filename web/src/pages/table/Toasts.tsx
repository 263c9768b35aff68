// Words for a moment: reactions, refusals, what a bot has played for somebody, which bot is warming up or waited for.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf, ReadyingBot } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { Toast } from "../../state/table";
import type { Reason } from "../../state/view";

interface ToastsProps {
  toast: Toast | null;
  problem: Reason | null;
  /** What a bot has played for this device while it was away; empty if nothing. */
  meanwhile: string;
  /** Who has left or is away: seen beside the name, and said here. */
  gone: readonly string[];
  /** What was corrected just now, and what is asked again after it. */
  corrections: readonly string[];
  /** True where a sheet is marked all the time and must not stay covered. */
  isPad: boolean;
  /** Bots that are being got ready. */
  warming: readonly string[];
  /** Bots that are waited for. */
  readying: readonly ReadyingBot[];
  /** Who would like hints; empty if nobody asks. */
  hintWish: string;
  nameOf: NameOf;
}

const PASSING_MS = 6000;
const STEP_SECONDS = 5;

/** Says something for a while, and again when it has changed. */
function Passing({ lines }: { lines: readonly string[] }) {
  const [isShown, setShown] = useState(true);
  const key = lines.join();
  useEffect(() => {
    setShown(true);
    const timer = setTimeout(() => setShown(false), PASSING_MS);
    return () => clearTimeout(timer);
  }, [key]);
  if (!isShown) return null;
  return lines.map((line) => (
    <p key={line} class="toast">
      {line}
    </p>
  ));
}

/** Counts down to when a bot is ready, in steps that can be listened to. */
function Readying({ name, until }: ReadyingBot) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const n = Math.ceil((until - now) / 1000 / STEP_SECONDS) * STEP_SECONDS;
  return <p class="toast">{n > STEP_SECONDS ? t("say.readying", { name, n }) : t("say.readying_soon", { name })}</p>;
}

export function Toasts(props: ToastsProps) {
  const { toast, problem, meanwhile, gone, corrections, isPad, warming, readying, hintWish, nameOf } = props;
  return (
    <div class="toasts" role="status">
      {problem && <p class="toast">{reasonText(problem)}</p>}
      {meanwhile && <p class="toast">{meanwhile}</p>}
      <p class="hidden">{gone.join(" · ")}</p>
      <Passing lines={hintWish ? [hintWish] : []} />
      {isPad && <Passing lines={corrections} />}
      {!isPad &&
        corrections.map((words) => (
          <p key={words} class="toast">
            {words}
          </p>
        ))}
      <Passing lines={warming.map((name) => t("say.warming", { name }))} />
      {readying.map((bot) => (
        <Readying key={bot.name} {...bot} />
      ))}
      {toast && (
        <p key={toast.nth} class="toast">
          <b>{nameOf(toast.seat)}</b> {t(`reaction.${toast.reaction}`)}
        </p>
      )}
    </div>
  );
}
