// What is left of a decision's time, once a second.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";

export function Clock({ deadline }: { deadline: number | null }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <span class={left <= 5 ? "clock late" : "clock"} role="timer" aria-label={t("clock.left", { n: left })}>
      {text}
    </span>
  );
}
