// The live region and the keys: d done, p pass, u undo, t throw, r the roll, o my options, w who has to act.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { awaitedWords, newsOf, optionWords, padPrompt, rollWords } from "../../i18n/announce";
import { buttonsOf } from "../../i18n/buttons";
import type { NameOf } from "../../i18n/names";
import type { TableController } from "../../state/controller";
import { anyView, hasPad, type Notice, seatInHand, type TableState } from "../../state/table";
import type { View } from "../../state/view";

interface LiveRegionProps {
  controller: TableController;
  table: TableState;
  nameOf: NameOf;
}

/** The answer to a query key; on a pad, which has no throws or turns, the last entry. */
function answerTo(key: string, table: TableState, view: View, nameOf: NameOf): string | null {
  if (hasPad(table) && /^[rw]$/.test(key)) return padPrompt(table.notices, nameOf).text;
  if (key === "r") return rollWords(view.roll) || t("hear.no_roll");
  if (key === "o") return optionWords(view) || t("hear.no_options");
  return key === "w" ? awaitedWords(view, nameOf) : null;
}

/** Execute an action key; return whether it was one. */
function act(key: string, controller: TableController, table: TableState): boolean {
  const own = seatInHand(table);
  if (!own || hasPad(table)) return false;
  const actions = controller.actions(own.seat);
  const buttons = buttonsOf(own, table.net, table.facts?.dice.kind === "typed");
  if (key === "u" && buttons.undo) actions.undo();
  else if (key === "u" && (buttons.action === "take_back" || buttons.action === "confirm")) actions.takeBack();
  else if (key === "d" && buttons.action === "confirm") actions.confirm();
  else if (key === "p" && (buttons.quiet || buttons.action === "quiet")) actions.quiet();
  else if (key === "d" && buttons.action === "done" && buttons.go?.isEnabled) actions.done();
  else if (key === "t" && buttons.action === "throw") actions.throwDice();
  else if (key === "t" && buttons.action === "reroll" && buttons.go?.isEnabled) actions.reroll();
  else return false;
  return true;
}

export function LiveRegion({ controller, table, nameOf }: LiveRegionProps) {
  const [text, setText] = useState("");
  const seen = useRef<{ view: View | null; sequence: number }>({ view: null, sequence: 0 });
  const view = seatInHand(table)?.view ?? anyView(table);

  useEffect(() => {
    if (!view) return;
    const news: Notice[] = table.notices.filter((each) => each.sequence > seen.current.sequence);
    const told = seen.current.sequence === 0 ? [] : news;
    const spoken = newsOf(seen.current.view, view, told, nameOf, hasPad(table));
    if (spoken) setText(spoken);
    seen.current = { view, sequence: table.sequence };
  }, [view?.turn, view?.phase, view?.roll, view?.over, table.sequence]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      // Read the current state, not the last render: keys may be faster than rendering.
      const now = controller.state();
      const view = seatInHand(now)?.view ?? anyView(now);
      const isBusy = event.metaKey || event.ctrlKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
      if (isBusy || !view || document.querySelector("dialog[open], .handover")) return;
      const key = event.key.toLowerCase();
      const answer = answerTo(key, now, view, nameOf);
      if (answer !== null) setText(`${answer}\u00a0`.slice(0, answer.length + (text === answer ? 1 : 0)));
      if (answer !== null || act(key, controller, now)) event.preventDefault();
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return (
    <div class="hidden" role="log" aria-live="polite" aria-label={t("hear.label")}>
      {text}
    </div>
  );
}
