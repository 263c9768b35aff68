// The player's scores over time as a small line chart; the dashed line is their mean.

import { t } from "../../i18n";

const WIDTH = 120;
const HEIGHT = 36;
const EDGE = 4;
const MOST = 30;

export function Trend({ scores, mean }: { scores: readonly number[]; mean: number }) {
  const shown = scores.slice(-MOST);
  if (shown.length < 2) return null;
  const [low, high] = [Math.min(...shown, mean), Math.max(...shown, mean)];
  const x = (i: number) => EDGE + (i * (WIDTH - 2 * EDGE)) / (shown.length - 1);
  const y = (score: number) => HEIGHT - EDGE - ((score - low) * (HEIGHT - 2 * EDGE)) / Math.max(1, high - low);
  const points = shown.map((score, i) => `${x(i).toFixed(1)},${y(score).toFixed(1)}`);
  const label = t("history.trend", { n: shown.length, from: shown[0] ?? 0, to: shown.at(-1) ?? 0 });
  return (
    <svg class="trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path class="mean" d={`M${EDGE} ${y(mean)}H${WIDTH - EDGE}`} />
      <polyline points={points.join(" ")} />
      <circle cx={x(shown.length - 1)} cy={y(shown.at(-1) ?? 0)} r="3" />
    </svg>
  );
}
