// Advice for any position: set up the sheets by hand, type the dice, and see the coach's evaluation of every choice.

import { useEffect, useState } from "preact/hooks";
import { tableOf } from "../../games";
import { FIRST_GAME, GAMES, type GameName } from "../../games/registry";
import { t } from "../../i18n";
import { seatNames } from "../../i18n/names";
import { library, type PositionShown } from "../../library";
import { GAME_FACTS, type GameFacts } from "../../net/protocol";
import { AppBar } from "../../parts/AppBar";
import { Sheet } from "../../parts/sheet/Sheet";
import { problemText } from "../../parts/useRequest";
import { WithGame } from "../../parts/WithGame";
import type { App } from "../../state/app";
import { type Edited, emptyPosition, positionText, setMisses, writeCell } from "../../state/editor";
import { RollPad } from "../table/RollPad";
import { AdviceTable } from "./AdviceTable";
import { Board, viewOf } from "./Board";
import { s, useStudyTexts } from "./texts";
import { tryAgain } from "./tryAgain";
import { useAdvice } from "./useAdvice";

const nameOf = seatNames([]);

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

function NumberField({ label, value, min, max, onChange }: NumberProps) {
  return (
    <label class="number">
      {label}
      <input
        type="number"
        min={min}
        max={max}
        value={value}
        onInput={(event) => {
          const wanted = Number(event.currentTarget.value);
          if (Number.isInteger(wanted) && wanted >= min && wanted <= max) onChange(wanted);
        }}
      />
    </label>
  );
}

interface EditorProps {
  edited: Edited;
  shown: PositionShown;
  seat: number;
  onChange: (edited: Edited) => void;
}

/** The sheet of one seat: a tap writes into a cell or erases it; if numbers are written, a dialog asks which. */
function SheetEditor({ edited, shown, seat, onChange }: EditorProps) {
  const [at, setAt] = useState<[number, number] | null>(null);
  const game = tableOf(edited.game as GameName);
  const writesNumbers = game.words.writesNumbers;
  const valueAt = (row: number, cell: number) => edited.seats[seat]?.rows[row]?.[cell] ?? 0;
  const put = ([row, cell]: [number, number], value: number) => onChange(writeCell(edited, seat, row, cell, value));
  function tap(row: number, cell: number) {
    if (writesNumbers) setAt([row, cell]);
    else put([row, cell], valueAt(row, cell) === 0 ? 1 : 0);
  }
  const misses = edited.seats[seat]?.misses;
  return (
    <>
      <div class={`board ${edited.game}`}>
        <Sheet
          view={{ ...viewOf(shown), choices: [] }}
          seat={seat}
          fresh={new Set(at ? [`${at[0]}/${at[1]}`] : [])}
          label={t("sheet.of", { name: nameOf(seat) })}
          onTap={tap}
        />
      </div>
      {at && (
        <div class="chips" role="group" aria-label={s("study.cell", { row: at[0] + 1, cell: at[1] + 1 })}>
          <NumberField
            label={s("study.cell", { row: at[0] + 1, cell: at[1] + 1 })}
            value={Math.max(0, valueAt(...at))}
            min={0}
            max={99}
            onChange={(value) => put(at, value)}
          />
          <button type="button" class="chip" onClick={() => put(at, 0)}>
            {s("study.erase")}
          </button>
          {game.sheet.strikes && (
            <button type="button" class="chip" onClick={() => put(at, -1)}>
              {s("study.strike")}
            </button>
          )}
        </div>
      )}
      {misses !== null && misses !== undefined && (
        <NumberField
          label={s("study.misses")}
          value={misses}
          min={0}
          max={GAME_FACTS[edited.game as GameName].missPrices.length}
          onChange={(value) => onChange(setMisses(edited, seat, value))}
        />
      )}
    </>
  );
}

/** The coach's advice for a position with dice. */
function Coached({ app, shown, onBack }: { app: App; shown: PositionShown; onBack: () => void }) {
  const [seat, setSeat] = useState(shown.acting[0] ?? 0);
  const [seen, setSeen] = useState(shown);
  const [move, setMove] = useState<string | null>(null);
  const [fault, setFault] = useState("");
  const { advice, isWaiting, problem } = useAdvice(shown.position, seat);
  const fail = (error: unknown) => setFault(problemText(error));
  function look(each: number) {
    setSeat(each);
    setMove(null);
    library.showPosition(shown.position, each).then(setSeen, fail);
  }
  return (
    <>
      <SeatChips seats={shown.acting} seat={seat} onSeat={look} />
      <Board view={viewOf(seen)} seat={seat} move={move ?? advice?.best ?? "-"} nameOf={nameOf} />
      {isWaiting && <p class="note">{s("study.getting_ready")}</p>}
      {advice && <AdviceTable advice={advice} shown={move ?? advice.best} nameOf={nameOf} onShow={setMove} />}
      <p class="problem" role="alert">
        {problem || fault}
      </p>
      <div class="acts wrap">
        <button type="button" class="btn" data-action="edit" onClick={onBack}>
          {s("study.edit")}
        </button>
        <button
          type="button"
          class="btn"
          onClick={() => void tryAgain(app, shown.position, seat, app.settings.name || nameOf(seat)).catch(fail)}
        >
          {s("study.again")}
          <small>{s("study.again_note")}</small>
        </button>
      </div>
    </>
  );
}

function SeatChips({
  seats,
  seat,
  onSeat,
}: {
  seats: readonly number[];
  seat: number;
  onSeat: (seat: number) => void;
}) {
  return (
    <div class="chips" role="group" aria-label={s("study.seat")}>
      {seats.map((each) => (
        <button key={each} type="button" class="chip" aria-pressed={each === seat} onClick={() => onSeat(each)}>
          {nameOf(each)}
        </button>
      ))}
    </div>
  );
}

/** The position parsed by the library; errors are shown, and the last valid position is kept. */
function useShown(edited: Edited | null): { shown: PositionShown | null; problem: string } {
  const [found, setFound] = useState<{ shown: PositionShown | null; problem: string }>({ shown: null, problem: "" });
  const text = edited && positionText(edited);
  useEffect(() => {
    let isStale = false;
    if (text === null) return;
    library.showPosition(text).then(
      (shown) => !isStale && setFound({ shown, problem: "" }),
      (error: unknown) => !isStale && setFound((before) => ({ ...before, problem: problemText(error) })),
    );
    return () => {
      isStale = true;
    };
  }, [text]);
  return found;
}

function Editor({ facts, onThrown }: { facts: GameFacts; onThrown: (shown: PositionShown) => void }) {
  const { missPrices, cellGap } = GAME_FACTS[facts.name as GameName];
  const empty = (seats: number) => emptyPosition(facts, seats, missPrices.length > 0, cellGap);
  const [edited, setEdited] = useState(() => empty(2));
  const [seat, setSeat] = useState(0);
  const [fault, setFault] = useState("");
  const { shown, problem } = useShown(edited);
  const n = edited.seats.length;
  const position = positionText(edited);
  function roll(faces: string) {
    library.showPosition(position, null, faces).then(onThrown, (error: unknown) => setFault(problemText(error)));
  }
  if (!shown || shown.view.seats !== n) return <p class="problem">{problem}</p>;
  const view = viewOf(shown);
  return (
    <>
      <div class="fields">
        <NumberField
          label={s("study.seats")}
          value={n}
          min={facts.seats[0]}
          max={facts.seats[1]}
          onChange={(wanted) => {
            setSeat(0);
            setEdited(empty(wanted));
          }}
        />
        <NumberField
          label={s("review.turn")}
          value={edited.turn}
          min={1}
          max={99}
          onChange={(turn) => setEdited({ ...edited, turn })}
        />
        <NumberField
          label={s("study.active")}
          value={edited.active + 1}
          min={1}
          max={n}
          onChange={(active) => setEdited({ ...edited, active: active - 1 })}
        />
      </div>
      <SeatChips seats={edited.seats.map((_, each) => each)} seat={seat} onSeat={setSeat} />
      <SheetEditor key={seat} edited={edited} shown={shown} seat={seat} onChange={setEdited} />
      <p class="problem" role="alert">
        {problem || fault}
      </p>
      <h2>{s("study.dice")}</h2>
      <div class={`dock ${view.game} typing`}>
        <RollPad
          key={`${fault}${edited.game}`}
          view={view}
          dice={view.dice.filter((die) => die.state === "wanted")}
          onRoll={roll}
        />
      </div>
    </>
  );
}

export function CoachPage({ app }: { app: App }) {
  const isThere = useStudyTexts();
  const [game, setGame] = useState<GameName>(FIRST_GAME);
  const [thrown, setThrown] = useState<PositionShown | null>(null);
  const [fault, setFault] = useState("");
  const given = app.route.page === "coach" ? app.route.position : null;
  useEffect(() => {
    if (given) library.showPosition(given).then(setThrown, (error: unknown) => setFault(problemText(error)));
  }, [given]);
  const facts = app.games?.find((each) => each.name === game);
  return (
    <div class="plain study">
      <AppBar app={app} title={isThere ? s("study.coach") : ""} />
      <main>
        {isThere && thrown && <Coached key={thrown.position} app={app} shown={thrown} onBack={() => setThrown(null)} />}
        {isThere && !thrown && (
          <>
            <div class="chips" role="group" aria-label={s("study.game")}>
              {GAMES.map((each) => (
                <button
                  key={each}
                  type="button"
                  class="chip"
                  aria-pressed={each === game}
                  onClick={() => setGame(each)}
                >
                  {t(`game.${each}`)}
                </button>
              ))}
            </div>
            {facts && (
              <WithGame game={game}>
                <Editor key={game} facts={facts} onThrown={setThrown} />
              </WithGame>
            )}
          </>
        )}
        <p class="problem" role="alert">
          {fault}
        </p>
      </main>
    </div>
  );
}
