// Exercises: choose a move, see the best one and why; progress is stored on this device.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { seatNames } from "../../i18n/names";
import { library } from "../../library";
import { api } from "../../net/api";
import type { AdviceView, ChoiceView } from "../../net/protocol";
import { AppBar } from "../../parts/AppBar";
import { TrayBesideSheet } from "../../parts/dice/Tray";
import { Sheet } from "../../parts/sheet/Sheet";
import { keepAsking, useRequest } from "../../parts/useRequest";
import { WithGame } from "../../parts/WithGame";
import type { App } from "../../state/app";
import {
  answered,
  dailyOf,
  dayOf,
  dueExercises,
  type KeptExercise,
  keepAnswer,
  loadExercises,
} from "../../state/exercises";
import { makeOwnSeat, moveOf, type OwnSeat, tapCell, tapDie, undo } from "../../state/ownSeat";
import type { SeatActions } from "../../state/seatActions";
import { ActionButtons } from "../table/Dock";
import { AdviceTable } from "./AdviceTable";
import { Board, viewOf } from "./Board";
import { change, moveText, s, useStudyTexts } from "./texts";
import { useAdvice } from "./useAdvice";

const nameOf = seatNames([]);
const nothing = () => {};

/** The exercise: the sheet works as in a match, and the move that would be sent is the answer. */
function Try({
  own,
  onChange,
  onMove,
}: {
  own: OwnSeat;
  onChange: (own: OwnSeat) => void;
  onMove: (move: string) => void;
}) {
  const { view, seat } = own;
  const play = (action: "done" | "quiet" | "reroll") => {
    const move = moveOf(own, action);
    if (move !== null) onMove(move);
  };
  const actions: SeatActions = {
    tap: (row, cell) => onChange(tapCell(own, row, cell)),
    mark: nothing,
    undo: () => onChange(undo(own)),
    quiet: () => play("quiet"),
    done: () => play("done"),
    reroll: () => play("reroll"),
    tapDie: (name) => onChange(tapDie(own, name)),
    takeBack: nothing,
    confirm: nothing,
    throwDice: nothing,
    correct: nothing,
    enter: nothing,
    rubOut: nothing,
    putBack: nothing,
    padDone: nothing,
  };
  return (
    <div class={`board ${view.game}`}>
      <TrayBesideSheet view={view} picked={own.picked} onDie={actions.tapDie} />
      <Sheet
        view={view}
        seat={seat}
        pencil={own.pencil}
        label={t("sheet.of", { name: nameOf(seat) })}
        nameOf={nameOf}
        onTap={actions.tap}
      />
      <ActionButtons own={own} net="online" isTyped={false} actions={actions} />
    </div>
  );
}

/** The assessment of an answer; the coach lists only the best choices, so a much worse one is missing. */
function verdict(advice: AdviceView, given: ChoiceView | undefined): string {
  const best = moveText(advice.best);
  if (!given) return s("study.far_behind", { best });
  if (given.move === advice.best) return s("study.right", { best });
  return s(given.is_close ? "study.right_close" : "study.wrong", { best, loss: change(-given.gap, advice.unit) });
}

interface AnsweredProps {
  exercise: KeptExercise;
  own: OwnSeat;
  move: string;
  onNext: () => void;
}

/** The assessment of the answer, the best move on the sheet, and why. */
function Answered({ exercise, own, move, onNext }: AnsweredProps) {
  const { advice, isWaiting, problem } = useAdvice(exercise.position, exercise.seat);
  const [shown, setShown] = useState<string | null>(null);
  const given = advice?.choices.find((choice) => choice.move === move);
  const isRight = given !== undefined && (given.move === advice?.best || given.is_close);
  const isJudged = advice !== null;
  useEffect(() => {
    if (isJudged) keepAnswer(answered(exercise, isRight, dayOf(Date.now())));
  }, [isJudged, isRight]);
  return (
    <>
      <Board view={own.view} seat={exercise.seat} move={shown ?? advice?.best ?? move} nameOf={nameOf} />
      {isWaiting && <p class="note">{s("study.getting_ready")}</p>}
      <p class="problem" role="alert">
        {problem}
      </p>
      {advice && (
        <>
          <p class={`verdict ${isRight ? "right" : "wrong"}`} role="status" data-right={isRight}>
            {verdict(advice, given)}
          </p>
          <AdviceTable advice={advice} shown={shown ?? advice.best} nameOf={nameOf} onShow={setShown} />
        </>
      )}
      <button type="button" class="btn go" data-action="next" onClick={onNext}>
        {s("study.next")}
      </button>
    </>
  );
}

function ExerciseView({ exercise, onNext }: { exercise: KeptExercise; onNext: () => void }) {
  const { position, seat } = exercise;
  const [own, setOwn] = useState<OwnSeat | null>(null);
  const [move, setMove] = useState<string | null>(null);
  const { value, problem } = useRequest(() => library.showPosition(position, seat), position);
  useEffect(() => {
    if (value) setOwn(makeOwnSeat(viewOf(value)));
  }, [value]);
  return (
    <>
      <p class="note">{s("study.task", { game: t(`game.${exercise.game}`), turn: own?.view.turn ?? 1 })}</p>
      {own && move === null && (
        <WithGame game={own.view.game}>
          <Try own={own} onChange={setOwn} onMove={setMove} />
        </WithGame>
      )}
      {own && move !== null && <Answered exercise={exercise} own={own} move={move} onNext={onNext} />}
      <p class="problem" role="alert">
        {problem}
      </p>
    </>
  );
}

interface Daily {
  exercise: KeptExercise | null;
  isWaiting: boolean;
  problem: string;
}

/** The daily exercise, once the server has found it; some days have none. */
function useDaily(): Daily {
  const [daily, setDaily] = useState<Daily>({ exercise: null, isWaiting: true, problem: "" });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopAsking = () => {};
    function ask() {
      stopAsking = keepAsking(api.exercise, ({ value, problem }) => {
        const isWaiting = value?.is_waiting ?? false;
        setDaily({ exercise: value?.exercise ? dailyOf(value.exercise) : null, isWaiting, problem });
        if (isWaiting) timer = setTimeout(ask, 2000);
      });
    }
    ask();
    return () => {
      clearTimeout(timer);
      stopAsking();
    };
  }, []);
  return daily;
}

function DailyButton({ daily, onChoose }: { daily: Daily; onChoose: (exercise: KeptExercise) => void }) {
  const { exercise, isWaiting, problem } = daily;
  const why = isWaiting ? s("study.getting_ready") : problem || s("study.no_daily");
  return (
    <button
      type="button"
      class="btn"
      data-action="daily"
      disabled={!exercise}
      onClick={() => exercise && onChoose(exercise)}
    >
      {s("study.daily")}
      {!exercise && <small role="status">{why}</small>}
    </button>
  );
}

export function DrillPage({ app }: { app: App }) {
  const isThere = useStudyTexts();
  const daily = useDaily();
  const [chosen, setChosen] = useState<KeptExercise | null>(null);
  const due = dueExercises(loadExercises(), dayOf(Date.now()));
  const next = () => setChosen(due.find((each) => each.position !== chosen?.position) ?? null);
  return (
    <div class="plain study">
      <AppBar app={app} title={isThere ? s("study.drill") : ""} />
      <main>
        {isThere && chosen && <ExerciseView key={chosen.position} exercise={chosen} onNext={next} />}
        {isThere && !chosen && (
          <section class="card">
            <p>{s("study.due", { n: due.length })}</p>
            <div class="acts wrap">
              {due.length > 0 && (
                <button type="button" class="btn go" data-action="begin" onClick={() => setChosen(due[0] ?? null)}>
                  {s("study.begin")}
                </button>
              )}
              <DailyButton daily={daily} onChoose={setChosen} />
            </div>
            <p class="note">{s("study.drill_note")}</p>
          </section>
        )}
      </main>
    </div>
  );
}
