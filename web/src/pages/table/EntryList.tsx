// The history of a table with real dice, turn by turn: tap an entry to correct it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { insteadWords, moveWords, numberWords, rollWords } from "../../i18n/announce";
import type { NameOf } from "../../i18n/names";
import { botSeats } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { ListedEntry } from "../../net/protocol";
import { Dialog } from "../../parts/Dialog";
import type { TableController } from "../../state/controller";
import { anyView } from "../../state/table";
import type { EntryListProps } from "./Menu";
import { CorrectPad, diceOfRoll } from "./RollPad";

const isRoll = (entry: ListedEntry) => entry.throw > 0;

/** The entries of each turn, the newest turn first. */
function turnsOf(entries: readonly ListedEntry[]): ListedEntry[][] {
  const turns = new Map<number, ListedEntry[]>();
  for (const entry of entries) turns.set(entry.turn, [...(turns.get(entry.turn) ?? []), entry]);
  return [...turns.values()].reverse();
}

interface EntryProps {
  controller: TableController;
  entry: ListedEntry;
  nameOf: NameOf;
  onChoose: (entry: ListedEntry) => void;
}

/** One entry; anyone may correct throws, and players their own moves. */
function Entry({ controller, entry, nameOf, onChoose }: EntryProps) {
  const table = controller.state();
  const isBot = botSeats(table).includes(entry.active);
  const name = nameOf(isRoll(entry) ? entry.active : entry.seat);
  const words = isRoll(entry)
    ? t(isBot ? "entries.thrown_for" : "log.thrown", { roll: rollWords(entry.text) })
    : insteadWords(entry.text, entry.phase);
  const isFixed = entry.phase === "pad" && (entry.text === "close" || entry.text === "-");
  const isOpen = table.ownSeats.length > 0 && (isRoll(entry) || table.ownSeats.some(({ seat }) => seat === entry.seat));
  return (
    <li>
      <button type="button" class="listedentry" disabled={!isOpen || isFixed} onClick={() => onChoose(entry)}>
        <b>{name}</b> {words}
        {entry.corrected && <i> {t("entries.corrected")}</i>}
      </button>
    </li>
  );
}

interface EditorProps {
  controller: TableController;
  entry: ListedEntry;
  nameOf: NameOf;
  onEnd: () => void;
}

function RollEditor({ controller, entry, onEnd }: EditorProps) {
  const table = controller.state();
  const view = anyView(table);
  const seat = table.holder ?? table.ownSeats[0]?.seat;
  if (!view || seat === undefined) return null;
  const before = (table.entryList?.entries ?? []).find(
    (each) => each.turn === entry.turn && each.text.startsWith("reroll "),
  );
  function correct(roll: string) {
    controller.send({ type: "correct", seat: seat ?? 0, roll, turn: entry.turn, throw: entry.throw });
    onEnd();
  }
  const dice = diceOfRoll(view, entry.text, entry.throw === 1 ? "" : (before?.text ?? ""));
  return <CorrectPad view={view} dice={dice} onRoll={correct} onCancel={onEnd} />;
}

function MoveEditor({ controller, entry, onEnd }: EditorProps) {
  const { seat, turn, phase } = entry;
  useEffect(() => controller.listEntries({ seat, turn, phase }), []);
  const found = controller.state().entryList?.choices ?? [];
  return (
    <div class="chips">
      {found.map((move) => (
        <button
          key={move}
          type="button"
          class="chip"
          aria-pressed={move === entry.text}
          onClick={() => {
            controller.send({ type: "correct", seat, move, turn, phase });
            onEnd();
          }}
        >
          {insteadWords(move, phase)}
        </button>
      ))}
    </div>
  );
}

/** On a pad, marks are corrected on the sheet: here an entry is only rubbed out, say an old miss. */
function RubOut({ controller, entry, onEnd }: EditorProps) {
  function rub() {
    controller.actions(entry.seat).rubOut(entry.turn);
    onEnd();
  }
  return (
    <button type="button" class="btn go" onClick={rub}>
      {t("paper.rub")}
    </button>
  );
}

function Editor(props: EditorProps) {
  const { entry, nameOf, onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  const name = nameOf(isRoll(entry) ? entry.active : entry.seat);
  const words = isRoll(entry) ? rollWords(entry.text) : moveWords(entry.text);
  return (
    <div class="entryedit" ref={box} tabIndex={-1}>
      <h3>
        {entry.phase === "pad"
          ? t("paper.rub_title", { turn: entry.turn, words })
          : t("entries.instead", { turn: numberWords(entry.turn, entry.phase), name, words })}
      </h3>
      {isRoll(entry) && <RollEditor {...props} />}
      {!isRoll(entry) && (entry.phase === "pad" ? <RubOut {...props} /> : <MoveEditor {...props} />)}
      <p class="note">{t("entries.note")}</p>
      <button type="button" class="btn" onClick={onEnd}>
        {t("entries.leave")}
      </button>
    </div>
  );
}

export function EntryList({ controller, nameOf, onClose }: EntryListProps) {
  const table = controller.state();
  const [chosen, setChosen] = useState<ListedEntry | null>(null);
  useEffect(() => controller.listEntries(), [table.step]);
  return (
    <Dialog title={t("entries.title")} onClose={onClose}>
      <p class="problem" role="alert">
        {table.problem ? reasonText(table.problem) : ""}
      </p>
      {chosen && <Editor {...{ controller, nameOf }} entry={chosen} onEnd={() => setChosen(null)} />}
      {!chosen && (
        <ol class="entrylist">
          {turnsOf(table.entryList?.entries ?? []).map((entries) => (
            <li key={entries[0]?.turn}>
              <h3>{entries[0] && numberWords(entries[0].turn, entries[0].phase)}</h3>
              <ol>
                {entries.map((entry) => (
                  <Entry
                    key={`${entry.throw}${entry.phase}${entry.seat}`}
                    {...{ controller, entry, nameOf }}
                    onChoose={setChosen}
                  />
                ))}
              </ol>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
