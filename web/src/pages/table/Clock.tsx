// The remaining time of a decision, updated every second.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";

const HOUR = 3600;

/** The remaining time at a table over days, in days and hours. */
function LongClock({ hours }: { hours: number }) {
  const days = Math.floor(hours / 24);
  const parts = [days > 0 ? t("clock.days", { n: days }) : "", t("clock.hours", { n: hours % 24 })].filter(Boolean);
  return (
    <span class="clock" role="timer">
      {parts.join(" ")}
    </span>
  );
}

export function Clock({ deadline }: { deadline: number | null }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
  if (left > HOUR) return <LongClock hours={Math.floor(left / HOUR)} />;
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <span class={left <= 5 ? "clock late" : "clock"} role="timer" aria-label={t("clock.left", { n: left })}>
      {text}
    </span>
  );
}
