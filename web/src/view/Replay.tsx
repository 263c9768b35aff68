// The replay: any record, throw by throw and phase by phase, with a slider.

import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { App } from "../app";
import { freshCells } from "../desk";
import { Sums, Tray } from "../dice/Tray";
import { rich, t } from "../i18n";
import type { Film, Frame } from "../messages";
import { Sheet, Total } from "../sheet/Sheet";
import { type View, wholeView } from "../view";
import { moveWords, rollWords } from "./announce";
import { Bar } from "./Bar";
import { problemText } from "./fetched";
import { Icon } from "./Icon";
import { Seats } from "./Seats";
import type { NameOf } from "./say";

const PLAY_MS = 1100;

/** What a frame shows, in words. */
export function frameText(frame: Frame, nameOf: NameOf): string {
  if (frame.roll !== null) return t("replay.thrown", { name: nameOf(frame.active), roll: rollWords(frame.roll) });
  const told = frame.moves.flatMap((move, seat) => (move === null ? [] : [`**${nameOf(seat)}** ${moveWords(move)}`]));
  return told.join(" · ") || t("replay.start");
}

/** After the last phase of a turn the dice are gone from the view; the film leaves them lying until the next throw. */
function withDice(film: Film, at: number, view: View): View {
  if (view.roll !== "") return view;
  const thrown = film.frames.slice(0, at + 1).findLast((frame) => frame.view.roll !== "");
  return thrown ? { ...view, dice: thrown.view.dice, roll: thrown.view.roll } : view;
}

function viewOf(frame: Frame): View {
  return wholeView(frame.view);
}

/** The index after a key of the slider's own keyboard. */
function useFilm(film: Film | null) {
  const [at, setAt] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const last = (film?.frames.length ?? 1) - 1;
  useEffect(() => {
    if (!isRunning) return;
    if (at >= last) return setRunning(false);
    const timer = setTimeout(() => setAt(at + 1), PLAY_MS);
    return () => clearTimeout(timer);
  }, [isRunning, at, last]);
  const go = (to: number) => setAt(Math.min(last, Math.max(0, to)));
  return { at, last, isRunning, go, toggle: () => setRunning(!isRunning) };
}

function Player({ film }: { film: Film }) {
  const { at, last, isRunning, go, toggle } = useFilm(film);
  const [chosen, setChosen] = useState<number | null>(null);
  const frame = film.frames[at] ?? film.frames[0];
  if (!frame) return null;
  const view = { ...withDice(film, at, viewOf(frame)), acting: [], answered: [] };
  const before = film.frames[at - 1];
  const seat = chosen ?? view.active;
  const nameOf: NameOf = (each) => film.names[each] || t("people.player", { number: each + 1 });
  const sheet = view.sheets[seat];
  const fresh = before && sheet ? freshCells(viewOf(before).sheets[seat], sheet) : new Set<string>();
  return (
    <main class={`match film ${view.game}`}>
      <h1 class="hidden">{t("replay.title")}</h1>
      <button type="button" class="menu icon" aria-label={t("replay.leave")} onClick={() => history.back()}>
        <Icon name="back" />
      </button>
      <Seats
        view={view}
        nameOf={nameOf}
        away={[]}
        showScores
        onOpen={(each) => setChosen(each === chosen ? null : each)}
        shown={seat}
      />
      <span class="net">{frame.turn}</span>
      <Sheet view={view} seat={seat} fresh={fresh} label={t("sheet.of", { name: nameOf(seat) })} />
      <section class={`dock ${view.game}`} aria-label={t("replay.title")}>
        {view.game !== "sixto" && <Tray view={view} />}
        {view.game === "qwantum" && <Sums view={{ ...view, phase: "reroll" }} />}
        <div class="line">
          <p class="say" aria-live="polite">
            <span class="turn">{t("replay.turn", { turn: frame.turn })}</span>
            <span class="text">{rich(frameText(frame, nameOf))}</span>
          </p>
          {view.game === "sixto" && <Total score={view.scores[seat] ?? 0} showScores />}
        </div>
        <div class="slider">
          <button type="button" class="icon" aria-label={t("replay.back")} onClick={() => go(at - 1)}>
            <Icon name="back" />
          </button>
          <button
            type="button"
            class="icon"
            aria-label={t(isRunning ? "replay.pause" : "replay.play")}
            onClick={toggle}
          >
            <Icon name={isRunning ? "pause" : "play"} />
          </button>
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            aria-label={t("replay.slider")}
            aria-valuetext={t("replay.turn", { turn: view.turn })}
            onInput={(event) => go(Number(event.currentTarget.value))}
          />
          <button type="button" class="icon" aria-label={t("replay.next")} onClick={() => go(at + 1)}>
            <Icon name="next" />
          </button>
        </div>
      </section>
    </main>
  );
}

export function Replay({ app }: { app: App }) {
  const match = app.route.page === "replay" ? app.route.match : null;
  const [film, setFilm] = useState<Film | null>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");

  async function show(record: Promise<string>) {
    try {
      setFilm(await api.replay(await record));
      setProblem("");
    } catch (error) {
      setProblem(problemText(error));
    }
  }
  useEffect(() => {
    if (match !== null) void show(api.match(match).then((facts) => facts.record));
  }, [match]);

  if (film) return <Player film={film} />;
  return (
    <div class="plain">
      <Bar app={app} title={t("replay.title")} />
      <main>
        {match === null && (
          <section class="card import">
            <label class="btn">
              {t("replay.file")}
              <input
                class="hidden"
                type="file"
                accept=".txt,text/plain"
                onChange={(event) => event.currentTarget.files?.[0] && void show(event.currentTarget.files[0].text())}
              />
            </label>
            <label for="record">{t("replay.paste")}</label>
            <textarea id="record" rows={10} value={text} onInput={(event) => setText(event.currentTarget.value)} />
            <button
              type="button"
              class="btn go"
              disabled={text.trim() === ""}
              onClick={() => void show(Promise.resolve(text))}
            >
              {t("replay.show")}
            </button>
          </section>
        )}
        <p class="problem" role="alert">
          {problem}
        </p>
      </main>
    </div>
  );
}
