// The end of a match: first the count, part by part, then the winner and further content.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { countLines } from "../../state/count";
import type { View } from "../../state/view";
import { CountPanel } from "./CountPanel";
import { WinnerBanner } from "./WinnerBanner";

const STEP_MS = 700;

/** Whether the user prefers reduced motion. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The number of counted parts; one extra step shows all of them before the winner is announced. */
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
  /** True if the match has just ended on this screen. */
  isLive: boolean;
  /** Content below the count. */
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
