// Dice fall first; the cells they make available are highlighted afterwards.

import { useEffect, useState } from "preact/hooks";
import type { View } from "../state/view";

/** The duration until the last die has landed. */
const LANDING_MS = 760;

/** True while the dice of a new throw are falling; a tap anywhere skips this. */
export function useLanding(view: View): boolean {
  const thrown = view.phase === "roll" || view.over ? "" : `${view.turn}/${view.roll}`;
  const [landed, setLanded] = useState(thrown);
  const isFalling = thrown !== "" && thrown !== landed;
  useEffect(() => {
    if (!isFalling) return;
    const land = () => setLanded(thrown);
    const timer = setTimeout(land, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : LANDING_MS);
    addEventListener("pointerdown", land, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", land);
    };
  }, [thrown, isFalling]);
  return isFalling;
}
