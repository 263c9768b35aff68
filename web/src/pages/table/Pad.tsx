// A pad: one sheet, marked by taps, without dice; asks which mark a tap meant if there are several.

import { useState } from "preact/hooks";
import { tableOf } from "../../games";
import { t } from "../../i18n";
import { type LogLine, moveWords, padAgainWords } from "../../i18n/announce";
import { markName } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import type { Prompt } from "../../i18n/prompt";
import { reasonText } from "../../i18n/reason";
import type { NetStatus } from "../../net/connection";
import { Dialog } from "../../parts/Dialog";
import { type Absence, Seats } from "../../parts/Seats";
import { DockTotal, Sheet } from "../../parts/sheet/Sheet";
import type { App } from "../../state/app";
import type { TableController } from "../../state/controller";
import type { OwnSeat } from "../../state/ownSeat";
import { entriesAt, entriesOf, plainEntry } from "../../state/padEntries";
import type { TableState } from "../../state/table";
import type { View } from "../../state/view";
import { PromptLine } from "./Dock";
import { Log, MatchHead, NetIndicator } from "./Match";
import { EntryListButton } from "./Menu";

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

/** The view without highlights, since almost everything can be marked on a pad; a cell being marked is pencilled. */
function calmView({ view, seat, pencil }: OwnSeat): View {
  const sheets = view.sheets.map((sheet) =>
    sheet.seat !== seat
      ? sheet
      : {
          ...sheet,
          rows: sheet.rows.map((row) => ({
            ...row,
            cells: row.cells.map((cell) => {
              const isPencilled = pencil.some((mark) => isMarkOf(view, cell, mark));
              return { ...cell, mark: isPencilled ? (pencil[0] ?? null) : null };
            }),
          })),
        },
  );
  return { ...view, seat: null, sheets, dice: [], choices: pencil };
}

/** True if a mark belongs to this cell; if numbers are written, any number of its color does. */
function isMarkOf(view: View, cell: { mark: string | null; color: string }, mark: string): boolean {
  if (cell.mark === null) return false;
  return tableOf(view.game).words.writesNumbers
    ? mark.charAt(0) === cell.color
    : plainEntry(mark) === plainEntry(cell.mark);
}

/** Describe the last mark while its moment is open. */
function closingWords(table: TableState, nameOf: NameOf): string {
  const last = table.notices.findLast((each) => each.type === "entered");
  return last?.type === "entered"
    ? t("paper.closing", { name: nameOf(last.seat), move: moveWords(last.text) })
    : t("paper.closing_soon");
}

function promptOf({ own, nameOf, net, controller }: PadProps): Prompt {
  const table = controller.state();
  if (net !== "online") return { tag: t(`net.${net}`), text: t("say.offline"), isRefusal: false };
  if (own.refused?.why) return { tag: t("turn.no"), text: reasonText(own.refused.why), isRefusal: true };
  if (own.view.over) return { tag: t("turn.over"), text: t("say.over"), isRefusal: false };
  if (table.facts?.closing) return { tag: t("paper.now"), text: closingWords(table, nameOf), isRefusal: false };
  const again = (table.facts?.again ?? []).filter(({ seat }) => seat === own.seat);
  const [asked] = padAgainWords(again, null);
  if (asked) return { tag: t("paper.asked"), text: asked, isRefusal: false };
  return { tag: nameOf(own.seat), text: t("paper.tap"), isRefusal: false };
}

/** The last entry of this seat, which can be undone. */
function lastEntry(table: TableState, seat: number): string | null {
  const own = table.notices.findLast(
    (each) =>
      (each.type === "entered" && each.seat === seat && each.text !== "close") ||
      (each.type === "corrected" && each.seat === seat),
  );
  return own?.type === "entered" ? own.text : null;
}

function PadButtons({ controller, own, nameOf }: PadProps) {
  const table = controller.state();
  const { seat, view } = own;
  const actions = controller.actions(seat);
  const last = lastEntry(table, seat);
  const sayDone = () => {
    for (const { seat: own } of table.ownSeats) controller.send({ type: "done", seat: own, is_done: true });
  };
  const takeBack = () => controller.send({ type: "correct", seat, move: "-" });
  return (
    <div class="acts">
      {table.facts?.closing && (
        <button type="button" class="btn go" data-action="close" onClick={sayDone}>
          {t("paper.close")}
          <small>{t("paper.close_note")}</small>
        </button>
      )}
      {["miss", "x", "stall"].map((text) =>
        view.choices.includes(text) ? (
          <button key={text} type="button" class="btn" data-action={text} onClick={() => actions.enter(text)}>
            {t(`paper.${text}`)}
          </button>
        ) : null,
      )}
      <button type="button" class="btn" data-action="take_back" disabled={last === null} onClick={takeBack}>
        {t("paper.take_back")}
        <small>{last === null ? "–" : moveWords(last)}</small>
      </button>
      <EntryListButton controller={controller} nameOf={nameOf} kind="btn pen" />
    </div>
  );
}

export function PadMatch(props: PadProps) {
  const { app, controller, own, net, nameOf, showScores } = props;
  const [asked, setAsked] = useState<readonly string[]>([]);
  const { view, seat } = own;
  const actions = controller.actions(seat);
  const ownSeats = controller.state().ownSeats.map((each) => each.seat);
  const isShared = ownSeats.length > 1;
  const calm = calmView(own);
  const { writesNumbers } = tableOf(view.game).words;
  const Choice = writesNumbers ? NumberPad : WaysPad;

  function tap(row: number, index: number) {
    const cell = view.sheets[seat]?.rows[row]?.cells[index];
    const entries = cell ? entriesAt(view.choices, cell, writesNumbers) : [];
    if (entries.length > 0) mean(entries);
    else if (app.settings.warn) actions.tap(row, index);
  }

  /** Send the tapped entry, or ask which of several was meant; pending entries are not sent twice. */
  function mean(entries: readonly string[]) {
    const [only = ""] = entries;
    if (entries.length > 1 || writesNumbers) setAsked(entries);
    else if (only && !own.pencil.includes(only)) actions.enter(only);
  }

  return (
    <main class={`match onpad ${view.game}${isShared ? " watch" : ""}`}>
      <MatchHead view={view} seat={seat} isPad onMenu={props.onMenu} />
      <Seats
        // There are no turns; if one device holds all sheets, the current one is listed with the others.
        view={{ ...view, active: -1, seat: isShared ? null : seat }}
        shown={isShared ? seat : undefined}
        nameOf={nameOf}
        away={props.away}
        showScores={showScores}
        onOpen={(other) => (ownSeats.includes(other) ? controller.take(other) : props.onSeat(other))}
        fresh={own.fresh}
        absences={[]}
      />
      <NetIndicator net={net} />
      <Sheet
        view={calm}
        seat={seat}
        pencil={own.pencil}
        fresh={own.fresh[seat] ?? new Set()}
        refused={own.refused?.at ?? null}
        showScores={showScores}
        label={t("sheet.own")}
        nameOf={nameOf}
        entries={view.choices}
        onTap={tap}
        onMark={(field) => mean(entriesOf(view.choices, field))}
      />
      <section class={`dock ${view.game}`} aria-label={t("dock.label")}>
        <div class="line">
          <PromptLine prompt={promptOf(props)} isLive />
          <DockTotal view={view} seat={seat} showScores={showScores} />
        </div>
        <PadButtons {...props} />
      </section>
      <Log lines={props.log} />
      {asked.length > 0 && <Choice entries={asked} onMark={actions.enter} onClose={() => setAsked([])} />}
    </main>
  );
}
