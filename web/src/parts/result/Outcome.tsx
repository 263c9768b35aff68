// How a result compares: the series at this table, the personal best, the margin, and winning streaks.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { type MatchResult, mySeat } from "../../state/results";
import { outcomeOf } from "../../state/statistics";

/** "You 2 : 1 Steady", or with more seats "You 2 · Steady 1 · Tom 0". */
export function seriesText(series: readonly number[], nameOf: NameOf): string {
  const [a, b] = series;
  if (series.length === 2) return `${nameOf(0)} ${a} : ${b} ${nameOf(1)}`;
  return series.map((n, seat) => `${nameOf(seat)} ${n}`).join(" · ");
}

function ownTexts(result: MatchResult, earlier: readonly MatchResult[], name: string): string[] {
  const outcome = outcomeOf(result, earlier, name);
  const seat = mySeat(result, name);
  if (!outcome || seat === null) return [];
  const { difference, best, streak } = outcome;
  const score = result.scores[seat] ?? 0;
  const texts: string[] = [];
  if (difference !== null && difference > 0) texts.push(t("end.ahead", { n: difference }));
  if (difference !== null && difference < 0) texts.push(t("end.behind", { n: -difference }));
  if (best === null) texts.push(t("end.best_first", { best: score }));
  else texts.push(score > best ? t("end.best_new", { best }) : t("end.best", { best }));
  if (streak > 1) texts.push(t("end.streak", { n: streak }));
  return texts;
}

interface OutcomeProps {
  result: MatchResult | null;
  earlier: readonly MatchResult[];
  /** Matches won by each seat in a series of rematches; empty without one. */
  series: readonly number[];
  name: string;
  nameOf: NameOf;
}

export function Outcome({ result, earlier, series, name, nameOf }: OutcomeProps) {
  const texts = [
    ...(series.length > 1 ? [t("end.series", { score: seriesText(series, nameOf) })] : []),
    ...(result ? ownTexts(result, earlier, name) : []),
  ];
  if (texts.length === 0) return null;
  return (
    <ul class="outcome" aria-label={t("end.outcome")}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
