// Toasts: reactions, refusals, moves played by a bot in a player's absence, and bots that are compiling.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf, ReadyingBot } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { Toast } from "../../state/table";
import type { Reason } from "../../state/view";

interface ToastsProps {
  toast: Toast | null;
  problem: Reason | null;
  /** The moves of a bot while this device was away; empty if there are none. */
  meanwhile: string;
  /** Players who have left or are away, as also shown beside their names. */
  gone: readonly string[];
  /** Recent corrections, and the moves they ask for again. */
  corrections: readonly string[];
  /** True if the sheet must not stay covered because it is in constant use. */
  isPad: boolean;
  /** Bots that the match waits for. */
  readying: readonly ReadyingBot[];
  /** A request for hints by other players; empty without one. */
  hintWish: string;
  nameOf: NameOf;
}

const PASSING_MS = 6000;
const STEP_SECONDS = 5;

/** A message that disappears after a while, and reappears when it changes. */
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

/** A countdown until a bot is ready, in steps suitable for screen readers. */
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
  const { toast, problem, meanwhile, gone, corrections, isPad, readying, hintWish, nameOf } = props;
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
