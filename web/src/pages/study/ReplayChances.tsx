// The chances beside a replay: the expected result of each seat before the shown turn.

import type { NameOf } from "../../i18n/names";
import { s, useStudyTexts, worth } from "./texts";
import { useReview } from "./useAdvice";

export interface ChancesProps {
  match: string;
  turn: number;
  /** True at the last frame, which shows the end. */
  isEnd: boolean;
  nameOf: NameOf;
}

export function ReplayChances({ match, turn, isEnd, nameOf }: ChancesProps) {
  const isThere = useStudyTexts();
  const { state, problem } = useReview(match);
  if (!isThere || problem) return <p class="problem">{problem}</p>;
  const review = state?.review;
  if (!review) return <p class="note">{s("study.getting_ready")}</p>;
  const moment = isEnd ? review.moments.at(-1) : review.moments.findLast((each) => each.turn <= turn);
  return (
    <ul class="chances" aria-label={s("study.chart")}>
      {moment?.values.map((value, seat) => (
        <li key={seat}>
          {nameOf(seat)} <b>{worth(value, review.unit)}</b>
        </li>
      ))}
    </ul>
  );
}
