// How a result compares: the personal best, the margin, and winning streaks.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { type MatchResult, mySeat } from "../../state/results";
import { outcomeOf } from "../../state/statistics";

/** On a device of several people, the margin by name: nobody is addressed as "you". */
export function marginTexts({ scores, winners }: MatchResult, nameOf: NameOf): string[] {
  const [winner] = winners;
  const others = scores.map((score, seat) => ({ score, seat })).filter(({ seat }) => seat !== winner);
  const [second] = others.sort((one, other) => other.score - one.score);
  if (winner === undefined || winners.length > 1 || !second) return [];
  const n = (scores[winner] ?? 0) - second.score;
  return n > 0 ? [t("end.ahead_of", { name: nameOf(winner), n, other: nameOf(second.seat) })] : [];
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
  result: MatchResult;
  earlier: readonly MatchResult[];
  name: string;
  nameOf: NameOf;
}

export function Outcome({ result, earlier, name, nameOf }: OutcomeProps) {
  const texts = result.own.length > 1 ? marginTexts(result, nameOf) : ownTexts(result, earlier, name);
  if (texts.length === 0) return null;
  return (
    <ul class="outcome" aria-label={t("end.outcome")}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
