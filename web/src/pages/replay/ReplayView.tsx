// The replay of a record: one sheet at a time, with a slider through all throws and phases.

import { useEffect, useState } from "preact/hooks";
import { rich, t } from "../../i18n";
import { moveWords, numberWords, rollWords } from "../../i18n/announce";
import { type NameOf, seatNames } from "../../i18n/names";
import type { Frame, Replay as ReplayData } from "../../library";
import { Sums, TrayBesideSheet } from "../../parts/dice/Tray";
import { Icon } from "../../parts/Icon";
import { later } from "../../parts/later";
import { Seats } from "../../parts/Seats";
import { DockTotal, Sheet, useParts } from "../../parts/sheet/Sheet";
import { freshCells } from "../../state/ownSeat";
import { readView, type View } from "../../state/view";
import type { ChancesProps } from "../study";
import { loadStudy } from "../study/load";

const PLAY_MS = 1100;

/** Describe a frame in words. */
function frameText(frame: Frame, nameOf: NameOf): string {
  if (frame.roll !== null) return t("replay.thrown", { name: nameOf(frame.active), roll: rollWords(frame.roll) });
  const moves = frame.moves.flatMap((move, seat) => (move === null ? [] : [`**${nameOf(seat)}** ${moveWords(move)}`]));
  return moves.join(" · ") || t("replay.start");
}

/** Add the dice of the last throw, which the view lacks after the last phase of a turn. */
function withDice(replay: ReplayData, at: number, view: View): View {
  if (view.roll !== "") return view;
  const thrown = replay.frames.slice(0, at + 1).findLast((frame) => frame.view.roll !== "");
  return thrown ? { ...view, dice: thrown.view.dice, roll: thrown.view.roll } : view;
}

function viewOf(frame: Frame): View {
  return readView(frame.view);
}

/** The current frame of the replay, and the controls. */
function usePlayback(replay: ReplayData) {
  const [at, setAt] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const last = replay.frames.length - 1;
  useEffect(() => {
    if (!isRunning) return;
    if (at >= last) return setRunning(false);
    const timer = setTimeout(() => setAt(at + 1), PLAY_MS);
    return () => clearTimeout(timer);
  }, [isRunning, at, last]);
  const go = (to: number) => setAt(Math.min(last, Math.max(0, to)));
  return { at, last, isRunning, go, toggle: () => setRunning(!isRunning) };
}

type Playback = ReturnType<typeof usePlayback>;

function Slider({ playback, turn }: { playback: Playback; turn: string }) {
  const { at, last, isRunning, go, toggle } = playback;
  const step = (by: number, name: "back" | "next") => (
    <button type="button" class="icon" aria-label={t(`replay.${name}`)} onClick={() => go(at + by)}>
      <Icon name={name} />
    </button>
  );
  return (
    <div class="slider">
      {step(-1, "back")}
      <button type="button" class="icon" aria-label={t(isRunning ? "replay.pause" : "replay.play")} onClick={toggle}>
        <Icon name={isRunning ? "pause" : "play"} />
      </button>
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={t("replay.slider")}
        aria-valuetext={turn}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      {step(1, "next")}
    </div>
  );
}

const LaterChances = later<ChancesProps>(async () => (await loadStudy()).ReplayChances);

/** The chances of all seats, loaded on demand; only matches on this server have them. */
function Chances(props: ChancesProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <LaterChances {...props} />;
  return (
    <button type="button" class="link" data-action="chances" onClick={() => setOpen(true)}>
      {t("replay.chances")}
    </button>
  );
}

function ReplayDock({
  match,
  frame,
  view,
  seat,
  nameOf,
  playback,
}: {
  match: string | null;
  frame: Frame;
  view: View;
  seat: number;
  nameOf: NameOf;
  playback: Playback;
}) {
  const turn = numberWords(frame.turn, frame.phase);
  return (
    <section class={`dock ${view.game}`} aria-label={t("replay.title")}>
      <TrayBesideSheet view={view} />
      <Sums view={{ ...view, phase: "reroll" }} />
      <div class="line">
        <p class="say" aria-live="polite">
          <span class="turn">{turn}</span>
          <span class="text">{rich(frameText(frame, nameOf))}</span>
        </p>
        <DockTotal view={view} seat={seat} showScores />
      </div>
      <Slider playback={playback} turn={turn} />
      {match !== null && (
        <Chances match={match} turn={frame.turn} isEnd={playback.at === playback.last} nameOf={nameOf} />
      )}
    </section>
  );
}

interface ReplayViewProps {
  replay: ReplayData;
  /** The id of a match on this server; null for any other record. */
  match: string | null;
  onLeave: () => void;
}

export function ReplayView({ replay, match, onLeave }: ReplayViewProps) {
  const playback = usePlayback(replay);
  const [chosen, setChosen] = useState<number | null>(null);
  const frame = replay.frames[playback.at] ?? replay.frames[0];
  // The texts of the family are also used outside the sheet.
  useParts(frame ? viewOf(frame) : null);
  if (!frame) return null;
  const view = { ...withDice(replay, playback.at, viewOf(frame)), acting: [], answered: [] };
  const before = replay.frames[playback.at - 1];
  const seat = chosen ?? view.active;
  const nameOf = seatNames(replay.names);
  const sheet = view.sheets[seat];
  const fresh = before && sheet ? freshCells(viewOf(before).sheets[seat], sheet) : new Set<string>();
  const choose = (each: number) => setChosen(each === chosen ? null : each);
  return (
    <main class={`match replay ${view.game}`}>
      <h1 class="hidden">{t("replay.title")}</h1>
      <button type="button" class="menu icon" aria-label={t("replay.leave")} onClick={onLeave}>
        <Icon name="back" />
      </button>
      <Seats view={view} nameOf={nameOf} away={[]} showScores onOpen={choose} shown={seat} />
      <span class="net">{frame.turn}</span>
      <Sheet view={view} seat={seat} fresh={fresh} label={t("sheet.of", { name: nameOf(seat) })} nameOf={nameOf} />
      <ReplayDock match={match} frame={frame} view={view} seat={seat} nameOf={nameOf} playback={playback} />
    </main>
  );
}
