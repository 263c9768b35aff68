// The end as it unfolds: first the count, part by part, then the winner and whatever is to be said afterwards.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { countLines } from "../../state/count";
import type { View } from "../../state/view";
import { CountPanel } from "./CountPanel";
import { WinnerBanner } from "./WinnerBanner";

const STEP_MS = 700;

/** True for those who want no motion. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How many parts are counted by now; one more step, with all of them on the table, before the winner is named. */
function useCount(n: number, isLive: boolean): { shown: number; skip: () => void } {
  const last = n + 1;
  const [shown, setShown] = useState(isLive && !isStill() ? 0 : last);
  useEffect(() => {
    if (shown >= last) return;
    const timer = setTimeout(() => setShown(shown + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [shown, last]);
  return { shown, skip: () => setShown(last) };
}

interface FinalCountProps {
  view: View;
  nameOf: NameOf;
  /** True if the match has just ended before these eyes. */
  isLive: boolean;
  /** What follows the count. */
  children?: ComponentChildren;
}

export function FinalCount({ view, nameOf, isLive, children }: FinalCountProps) {
  const n = Math.max(...countLines(view).map((line) => line.parts.length));
  const { shown, skip } = useCount(n, isLive);
  const isDone = shown > n;
  return (
    <>
      <div role="status">
        {isDone ? (
          <WinnerBanner view={view} nameOf={nameOf} />
        ) : (
          <div class="hero counting">
            <h1>{t("end.counting")}</h1>
            <button type="button" class="btn" onClick={skip}>
              {t("end.skip")}
            </button>
          </div>
        )}
      </div>
      <CountPanel view={view} nameOf={nameOf} shown={shown} />
      {isDone && children}
    </>
  );
}
