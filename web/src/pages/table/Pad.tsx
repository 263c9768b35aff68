// A pad: one sheet, marked by taps, without dice; asks which mark a tap meant if there are several.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { tableOf } from "../../games";
import { t } from "../../i18n";
import { type LogLine, moveWords, padAgainWords } from "../../i18n/announce";
import { markName, shortMark } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import { closingPrompt, doneNote, missNote, rubbedPrompt, saidWords, undone } from "../../i18n/pad";
import type { Prompt } from "../../i18n/prompt";
import { reasonText } from "../../i18n/reason";
import type { NetStatus } from "../../net/connection";
import type { TableFacts } from "../../net/protocol";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import { type Absence, Seats } from "../../parts/Seats";
import { DockTotal, Sheet } from "../../parts/sheet/Sheet";
import type { App } from "../../state/app";
import type { TableController } from "../../state/controller";
import type { OwnSeat } from "../../state/ownSeat";
import {
  buttonEntry,
  entriesAt,
  entriesOf,
  plainEntry,
  type Reopened,
  type RubbedOut,
  type Rubbing,
  reopenedBy,
  rubbedOut,
  rubbingAt,
} from "../../state/padEntries";
import type { CellView, View } from "../../state/view";
import { PromptLine } from "./Dock";
import { Log, MatchHead, NetIndicator } from "./Match";

interface NumberPadProps {
  /** Marks of one color, such as "k1". */
  entries: readonly string[];
  onMark: (mark: string) => void;
  onClose: () => void;
}

/** Choose which number to write: those that the sheet allows. */
function NumberPad({ entries, onMark, onClose }: NumberPadProps) {
  const sorted = [...entries].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  return (
    <Dialog title={t("paper.which")} onClose={onClose}>
      <div class="facepad numbers">
        {sorted.map((mark) => (
          <button
            key={mark}
            type="button"
            class={`face ${mark.charAt(0)}`}
            data-enter={mark}
            aria-label={markName(mark)}
            onClick={() => {
              onClose();
              onMark(mark);
            }}
          >
            {mark.slice(1)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

interface WaysPadProps {
  entries: readonly string[];
  onMark: (entry: string) => void;
  onClose: () => void;
}

/** Choose which mark a tap meant: the row for a circle, or the use of a field. */
function WaysPad({ entries, onMark, onClose }: WaysPadProps) {
  return (
    <Dialog title={t("paper.way")} onClose={onClose}>
      <div class="chips">
        {entries.map((entry) => (
          <button
            key={entry}
            type="button"
            class="chip"
            data-enter={entry}
            onClick={() => {
              onClose();
              onMark(entry);
            }}
          >
            {moveWords(entry)}
          </button>
        ))}
      </div>
    </Dialog>
  );
}

export interface PadProps {
  app: App;
  controller: TableController;
  own: OwnSeat;
  net: NetStatus;
  nameOf: NameOf;
  away: readonly number[];
  absences: readonly Absence[];
  showScores: boolean;
  log: readonly LogLine[];
  onMenu: () => void;
  onSeat: (seat: number) => void;
}

/** State of a sheet of the pad: the game's choice of marks, and the row before a mark was rubbed out. */
export interface PadSheet {
  /** The view to draw. */
  calm: View;
  rubbed: ReadonlySet<string>;
  /** The entry that was rubbed out and can be put back. */
  gone: RubbedOut | null;
  reopened: Reopened;
  tap: (row: number, index: number) => void;
  mark: (field: string) => void;
  /** The question which mark a tap meant. */
  question: VNode | null;
}

/**
 * The view without highlights, since almost everything can be marked on a pad: a cell being marked is pencilled, and
 * the goal of a pending lock stands up for those who may still mark it.
 */
function calmView({ view, seat, pencil }: OwnSeat, locking: string[]): View {
  const sheets = view.sheets.map((sheet) =>
    sheet.seat !== seat
      ? sheet
      : {
          ...sheet,
          rows: sheet.rows.map((row) => ({
            ...row,
            cells: row.cells.map((cell): CellView => {
              const isPencilled = pencil.some((mark) => isMarkOf(view, cell, mark));
              if (isPencilled) return { ...cell, mark: pencil[0] ?? null };
              const isRaised = cell.mark !== null && locking.includes(cell.mark);
              const state = cell.state === "markable" ? "free" : cell.state;
              return isRaised
                ? { ...cell, state: "markable", ways: [[t("paper.lock")]] }
                : { ...cell, mark: null, state };
            }),
          })),
        },
  );
  return { ...view, seat: null, sheets, dice: [], choices: pencil.length > 0 ? pencil : locking };
}

/** True if a mark belongs to this cell; if numbers are written, any number of its color does. */
function isMarkOf(view: View, cell: { mark: string | null; color: string }, mark: string): boolean {
  if (cell.mark === null) return false;
  return tableOf(view.game).words.writesNumbers
    ? mark.charAt(0) === cell.color
    : plainEntry(mark) === plainEntry(cell.mark);
}

/** One sheet of a pad: taps mark cells, and rub marks out. */
export function usePadSheet(controller: TableController, own: OwnSeat, warns: boolean): PadSheet {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [rubbing, setRubbing] = useState<Rubbing | null>(null);
  const { view, seat } = own;
  const { facts, notices } = controller.state();
  const actions = controller.actions(seat);
  const { writesNumbers } = tableOf(view.game).words;
  const gone = rubbedOut(notices, seat);
  const isShown = gone !== null && gone.turn === rubbing?.turn;
  const locking = (facts?.pending ?? []).filter(({ locks }) => locks.length > 0).map(({ text }) => text);
  const Choice = writesNumbers ? NumberPad : WaysPad;

  /** Send the tapped entry, or ask which of several was meant; pending entries are not sent twice. */
  function mean(entries: readonly string[]) {
    const [only = ""] = entries;
    if (entries.length > 1 || writesNumbers) setAsked(entries);
    else if (only && !own.pencil.includes(only)) actions.enter(only);
  }

  function tap(row: number, index: number) {
    const paper = view.sheets[seat];
    const cell = paper?.rows[row]?.cells[index];
    // Lines outside the rows are numbered after the last row.
    const line = paper?.lines?.[row - paper.rows.length]?.name;
    const found = rubbingAt(view, seat, `${line ?? row}/${index}`);
    if (found && !view.over) {
      setRubbing(found);
      actions.rubOut(found.turn);
      return;
    }
    const entries = cell ? entriesAt(view.choices, cell, writesNumbers) : [];
    if (entries.length > 0) mean(entries);
    else if (warns) actions.tap(row, index);
  }

  return {
    calm: calmView(own, facts?.closing ? locking : []),
    rubbed: isShown ? rubbing.places : NOWHERE,
    gone,
    reopened: isShown ? reopenedBy(rubbing, view.sheets[seat]) : [],
    tap,
    mark: (field) => mean(entriesOf(view.choices, field)),
    question: asked.length > 0 ? <Choice entries={asked} onMark={actions.enter} onClose={() => setAsked([])} /> : null,
  };
}

const NOWHERE: ReadonlySet<string> = new Set();

interface PadSideProps {
  controller: TableController;
  own: OwnSeat;
  sheet: PadSheet;
  nameOf: NameOf;
  net: NetStatus;
}

export function padPromptOf({ controller, own, sheet, nameOf, net }: PadSideProps): Prompt {
  const { facts, ownSeats } = controller.state();
  if (net !== "online") return { tag: t(`net.${net}`), text: t("say.offline"), isRefusal: false };
  if (own.refused?.why) return { tag: t("turn.no"), text: reasonText(own.refused.why), isRefusal: true };
  if (own.view.over) return { tag: t("turn.over"), text: t("say.over"), isRefusal: false };
  if (facts?.closing) return closingPrompt(own, facts, nameOf);
  const again = (facts?.again ?? []).filter(({ seat }) => seat === own.seat);
  const [asked] = padAgainWords(again, null);
  if (asked) return { tag: t("paper.asked"), text: asked, isRefusal: false };
  if (sheet.gone) return rubbedPrompt(sheet.gone, sheet.reopened, own.view.seats > ownSeats.length);
  return { tag: nameOf(own.seat), text: t("paper.tap"), isRefusal: false };
}

/** How long a button that has just appeared ignores fingers: their tap was meant for what stood there before. */
const FRESH_MS = 400;

/** True for a moment after a button has appeared or changed. */
function useFresh(key: string): boolean {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), FRESH_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled !== key;
}

/** Puts back what was rubbed out, or takes back what a button entered. */
function BackChip({ controller, own, sheet }: PadSideProps) {
  const { seat } = own;
  const actions = controller.actions(seat);
  const made = own.view.over ? null : buttonEntry(controller.state().notices, seat);
  const { gone } = sheet;
  const shown = gone ?? made;
  const isFresh = useFresh(shown ? `${shown.turn} ${gone !== null}` : "");
  if (!shown) return null;
  return (
    <button
      type="button"
      class="undo"
      data-action={gone ? "put_back" : "take_back"}
      data-fresh={isFresh}
      // Keys and assistive technology have no finger on it: their clicks have no number.
      onClick={(event) => {
        if (isFresh && event.detail > 0) return;
        if (gone) actions.putBack(gone.turn, gone.was);
        else actions.rubOut(shown.turn);
      }}
    >
      <Icon name="undo" />
      <span>
        {shownMark(shown.was)}
        <small>{t(gone ? "paper.put_back" : "paper.take_back")}</small>
      </span>
    </button>
  );
}

/** A short name of an entry: that of its button, or of its mark. */
function shownMark(entry: string): string {
  return /^(miss|x|stall)$/.test(entry) ? t(`paper.${entry}`) : shortMark(entry);
}

/** Says that this person marks nothing more before the pending lock or end, or takes that back. */
function DoneButton({ controller, own, facts }: { controller: TableController; own: OwnSeat; facts: TableFacts }) {
  const isDone = facts.done?.includes(own.seat) ?? false;
  const isFresh = useFresh(`${isDone}`);
  return (
    <button
      type="button"
      class={isDone ? "btn said" : "btn go"}
      data-action="done"
      data-fresh={isFresh}
      aria-pressed={isDone}
      onClick={(event) => {
        if (!isFresh || event.detail === 0) controller.actions(own.seat).padDone(!isDone);
      }}
    >
      {isDone ? t("paper.not_done") : t("paper.done")}
      <small>{isDone ? t("paper.done_note") : doneNote(facts)}</small>
    </button>
  );
}

export function PadButtons(props: PadSideProps) {
  const { controller, own } = props;
  const { facts } = controller.state();
  const { seat, view } = own;
  const actions = controller.actions(seat);
  const note = missNote(view, seat);
  return (
    <div class="acts">
      <BackChip {...props} />
      {["miss", "x", "stall"].map((text) =>
        view.choices.includes(text) ? (
          <button key={text} type="button" class="btn" data-action={text} onClick={() => actions.enter(text)}>
            {t(`paper.${text}`)}
            {text === "miss" && <small class="cost">{note}</small>}
          </button>
        ) : null,
      )}
      {facts?.closing && <DoneButton key={facts.pending?.length} controller={controller} own={own} facts={facts} />}
    </div>
  );
}

/** The view for the list of players: awaited are those who have not said done. */
function awaitedView(view: View, facts: TableFacts | null): View {
  const acting = facts?.closing ? undone(facts) : [];
  return { ...view, active: -1, acting, answered: facts?.closing ? (facts.done ?? []) : [] };
}

export function PadMatch(props: PadProps) {
  const { app, controller, own, net, nameOf, showScores } = props;
  const { view, seat } = own;
  const { facts, ownSeats } = controller.state();
  const held = ownSeats.map((each) => each.seat);
  const isShared = held.length > 1;
  const sheet = usePadSheet(controller, own, app.settings.warn);
  const side = { controller, own, sheet, nameOf, net };

  return (
    <main class={`match onpad ${view.game}${isShared ? " watch" : ""}`}>
      <MatchHead view={view} seat={seat} isPad onMenu={props.onMenu} />
      <Seats
        // There are no turns; if one device holds all sheets, the current one is listed with the others.
        view={{ ...awaitedView(view, facts), seat: isShared ? null : seat }}
        shown={isShared ? seat : undefined}
        nameOf={nameOf}
        away={props.away}
        showScores={showScores}
        onOpen={(other) => (held.includes(other) ? controller.take(other) : props.onSeat(other))}
        fresh={own.fresh}
        absences={[]}
      />
      <NetIndicator net={net} />
      <Sheet
        view={sheet.calm}
        seat={seat}
        pencil={own.pencil}
        fresh={own.fresh[seat] ?? NOWHERE}
        refused={own.refused?.at ?? null}
        rubbed={sheet.rubbed}
        showScores={showScores}
        label={t("sheet.own")}
        nameOf={nameOf}
        entries={view.choices}
        onTap={sheet.tap}
        onMark={sheet.mark}
      />
      <section class={`dock ${view.game}`} aria-label={t("dock.label")}>
        <div class="line">
          <PromptLine prompt={padPromptOf(side)} isLive />
          <DockTotal view={view} seat={seat} showScores={showScores} />
        </div>
        <p class="hidden" role="status">
          {facts && saidWords(facts, nameOf)}
        </p>
        <PadButtons {...side} />
      </section>
      <Log lines={props.log} />
      {sheet.question}
    </main>
  );
}
