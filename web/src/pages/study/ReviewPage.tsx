// The review of a finished match: chances over time, luck and skill, and the costliest decisions.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { type NameOf, seatNames } from "../../i18n/names";
import { library } from "../../library";
import type { DecisionView, ReviewView, SeatView } from "../../net/protocol";
import { AppBar, Link } from "../../parts/AppBar";
import { ShareLink } from "../../parts/ShareLink";
import { problemText, useRequest } from "../../parts/useRequest";
import type { App } from "../../state/app";
import { addExercises, exercisesOf } from "../../state/exercises";
import { loadResults } from "../../state/storage";
import { AdviceTable } from "./AdviceTable";
import { Board, viewOf } from "./Board";
import { Chart } from "./Chart";
import { change, moveText, s, useStudyTexts, worth } from "./texts";
import { tryAgain } from "./tryAgain";
import { useAdvice, useReview } from "./useAdvice";

/** The emphasis of a label. */
const TONES: Record<string, string> = { blunder: "costly", mistake: "costly", inaccuracy: "doubtful" };
const TERMS = ["luck", "own_loss", "others", "correction"] as const;

/** The terms of a seat's result, as bars. */
function Parts({ seat, unit }: { seat: SeatView; unit: string }) {
  const parts = TERMS.map((term) => ({ term, value: term === "own_loss" ? -seat[term] : seat[term] }));
  const most = Math.max(...parts.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <table class="parts">
      <caption>{s("study.parts", { initial: worth(seat.initial, unit), final: worth(seat.final, unit) })}</caption>
      <tbody>
        {parts.map(({ term, value }) => (
          <tr key={term}>
            <th scope="row">{s(`review.${term}`)}</th>
            <td>{change(value, unit)}</td>
            <td class="bars" aria-hidden="true">
              <i class={value < 0 ? "down" : "up"} style={{ width: `${(Math.abs(value) / most) * 50}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DecisionProps {
  app: App;
  decision: DecisionView;
  seat: number;
  unit: string;
  nameOf: NameOf;
}

/** The position of a decision with the better move in pencil, the reasons, and a button to replay it. */
function Position({ app, decision, seat, nameOf }: DecisionProps) {
  const { position } = decision;
  const { value, problem } = useRequest(() => library.showPosition(position, seat), `${position} ${seat}`);
  const { advice, isWaiting, problem: trouble } = useAdvice(position, seat);
  const [shown, setShown] = useState(decision.best);
  const [fault, setFault] = useState("");
  const again = () => tryAgain(app, position, seat, app.settings.name || nameOf(seat));
  return (
    <div class="position">
      {value && <Board view={viewOf(value)} seat={seat} move={shown} nameOf={nameOf} />}
      {isWaiting && <p class="note">{s("study.getting_ready")}</p>}
      {advice && <AdviceTable advice={advice} shown={shown} nameOf={nameOf} onShow={setShown} />}
      <p class="problem" role="alert">
        {problem || trouble || fault}
      </p>
      <button
        type="button"
        class="btn"
        data-action="again"
        onClick={() => void again().catch((error: unknown) => setFault(problemText(error)))}
      >
        {s("study.again")}
        <small>{s("study.again_note")}</small>
      </button>
    </div>
  );
}

function Decision(props: DecisionProps) {
  const [isOpen, setOpen] = useState(false);
  const { decision, unit } = props;
  const words = { turn: decision.turn, move: moveText(decision.move), best: moveText(decision.best) };
  const isSame = decision.move === decision.best;
  return (
    <li>
      <button type="button" class="decision" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <b class={`label ${TONES[decision.label] ?? ""}`}>
          {s(`labels.${decision.is_close ? "close" : decision.label}`)}
        </b>
        <span>{s(isSame ? "study.decision_best" : "study.decision", words)}</span>
        <b>{change(-decision.loss, unit)}</b>
      </button>
      {isOpen && <Position {...props} />}
    </li>
  );
}

function Decisions({
  title,
  decisions,
  ...rest
}: Omit<DecisionProps, "decision"> & { title: string; decisions: DecisionView[] }) {
  if (decisions.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ol class="decisions">
        {decisions.map((decision) => (
          <Decision key={`${rest.seat} ${decision.position}`} decision={decision} {...rest} />
        ))}
      </ol>
    </section>
  );
}

interface ReviewedProps {
  app: App;
  match: string;
  review: ReviewView;
  own: readonly number[];
}

function Reviewed({ app, match, review, own }: ReviewedProps) {
  const [seat, setSeat] = useState(own[0] ?? 0);
  const [turn, setTurn] = useState(review.moments[0]?.turn ?? 1);
  const nameOf = seatNames(review.seats.map((each) => each.player));
  const seen = review.seats[seat];
  if (!seen) return null;
  const { unit } = review;
  const decided = seen.turns.find((each) => each.turn === turn)?.decisions ?? [];
  const common = { app, seat, unit, nameOf };
  const text = s("study.share", {
    name: nameOf(seat),
    luck: change(seen.luck, unit),
    loss: change(-seen.own_loss, unit),
  });
  return (
    <>
      <div class="chips" role="group" aria-label={s("study.seat")}>
        {review.seats.map((each) => (
          <button
            key={each.seat}
            type="button"
            class="chip"
            aria-pressed={each.seat === seat}
            onClick={() => setSeat(each.seat)}
          >
            {nameOf(each.seat)}
          </button>
        ))}
      </div>
      <Chart review={review} seat={seat} turn={turn} nameOf={nameOf} onTurn={setTurn} />
      <Decisions title={s("study.in_turn", { turn })} decisions={decided} {...common} />
      {decided.length === 0 && <p class="note">{s("study.no_decision", { turn })}</p>}
      <Parts seat={seen} unit={unit} />
      <p class="note">{s("study.adjusted", { value: worth(seen.adjusted, unit) })}</p>
      <p class="note">{s("study.counted", { decisions: seen.decisions, forced: seen.forced })}</p>
      <Decisions title={s("study.costliest")} decisions={seen.costliest} {...common} />
      <p class="note">{s("study.evaluator", { name: review.evaluator })}</p>
      <div class="acts wrap">
        <Link app={app} kind="btn" to={{ page: "replay", match }}>
          {t("end.replay")}
        </Link>
        <Link app={app} kind="btn" to={{ page: "drill" }}>
          {s("study.drill")}
        </Link>
        <ShareLink kind="btn" link={location.href} text={text} />
      </div>
    </>
  );
}

export function ReviewPage({ app }: { app: App }) {
  const match = app.route.page === "review" ? app.route.match : "";
  const isThere = useStudyTexts();
  const { state, problem } = useReview(match);
  const review = state?.review ?? null;
  const own = loadResults().find((result) => result.match === match)?.own ?? [];
  useEffect(() => {
    if (review && own.length > 0) addExercises(exercisesOf(review, own));
  }, [review]);
  return (
    <div class="plain study">
      <AppBar app={app} title={isThere ? s("study.review") : ""} />
      <main>
        {isThere && !review && !problem && (
          <p class="note" role="status">
            {state && state.total > 0
              ? s("study.progress", { done: state.done, total: state.total })
              : s("study.getting_ready")}
          </p>
        )}
        {isThere && !review && state && <progress max={state.total || 1} value={state.done} aria-hidden="true" />}
        {isThere && review && <Reviewed app={app} match={match} review={review} own={own} />}
        <p class="problem" role="alert">
          {problem}
        </p>
      </main>
    </div>
  );
}
