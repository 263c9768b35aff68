// Time that passes on the screen: the countdown to the next match, and the first moment of a button.

import { useEffect, useState } from "preact/hooks";

/** The seconds until a moment of this device's clock; null without one. */
export function useCountdown(until: number | null): number | null {
  const [, tick] = useState(0);
  const seconds = until === null ? null : Math.max(0, Math.ceil((until - performance.now()) / 1000));
  useEffect(() => {
    if (!seconds || until === null) return;
    const timer = setTimeout(() => tick((n) => n + 1), Math.max(50, until - performance.now() - (seconds - 1) * 1000));
    return () => clearTimeout(timer);
  });
  return seconds;
}

const SETTLING_MS = 400;

/** False while a button has just appeared or changed its meaning, possibly under a finger that taps twice. */
export function useSettled(meaning: unknown = null): boolean {
  const [settled, setSettled] = useState<{ meaning: unknown } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ meaning }), SETTLING_MS);
    return () => clearTimeout(timer);
  }, [meaning]);
  return settled !== null && settled.meaning === meaning;
}
