// Announcements of a table: toasts, the live region for screen readers, and the keys that ask it.

import { useEffect, useRef, useState } from "preact/hooks";
import { rich, t } from "../../i18n";
import { awaitedWords, newsOf, optionWords, ownNews, padPrompt, rollWords, urgeWords } from "../../i18n/announce";
import { buttonsOf } from "../../i18n/buttons";
import type { NameOf, ReadyingBot } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { TableController } from "../../state/controller";
import { diceDeed, type OwnSeat } from "../../state/ownSeat";
import { anyView, hasPad, type Notice, seatInHand, type TableState, type Toast } from "../../state/table";
import type { Reason, View } from "../../state/view";

interface ToastsProps {
  toast: Toast | null;
  problem: Reason | null;
  /** Set if a seat of this device was taken over by another device, or has come from there. */
  moved: TableState["moved"];
  /** The moves of a bot while this device was away; empty if there are none. */
  meanwhile: string;
  /** Players who have left or are away, and who plays for them. */
  gone: readonly string[];
  /** Recent corrections, and the moves they ask for again. */
  corrections: readonly string[];
  /** Bots that the match waits for. */
  readying: readonly ReadyingBot[];
  /** A request for hints by other players; empty without one. */
  hintWish: string;
  /** True if this device may be put away until it is its turn. */
  mayClose: boolean;
  nameOf: NameOf;
}

/** The least time for which a message is shown, and the time for each of its characters. */
const SHOWN_MS = 4000;
const READING_MS = 50;
const STEP_SECONDS = 5;
/** The number of characters that fit into two lines of the usual size. */
const LONG = 70;

interface Told {
  /** The identity of the message: with another key, the same words are told again. */
  key: string;
  text: string;
  /** A countdown, shown for as long as it lasts. */
  bot?: ReadyingBot;
}

/** A countdown until a bot is ready, in steps suitable for screen readers. */
function Readying({ name, until }: ReadyingBot) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const n = Math.ceil((until - now) / 1000 / STEP_SECONDS) * STEP_SECONDS;
  return <>{n > STEP_SECONDS ? t("say.readying", { name, n }) : t("say.readying_soon", { name })}</>;
}

function messagesOf(props: ToastsProps): Told[] {
  const { toast, problem, moved, readying, nameOf } = props;
  const texts = (kind: string, lines: readonly string[]) =>
    lines.filter(Boolean).map((text) => ({ key: `${kind} ${text}`, text }));
  return [
    ...texts("problem", problem ? [reasonText(problem)] : []),
    ...texts("moved", moved ? [t(`moved.${moved}`)] : []),
    ...texts("hints", [props.hintWish]),
    ...texts("meanwhile", [props.meanwhile]),
    ...texts("gone", props.gone),
    ...texts("corrected", props.corrections),
    ...(toast ? [{ key: `${toast.nth}`, text: `**${nameOf(toast.seat)}** ${t(`reaction.${toast.reaction}`)}` }] : []),
    ...texts("slow", props.mayClose ? [t("slow.may_close")] : []),
    ...readying.map((bot) => ({ key: `ready ${bot.name}`, text: "", bot })),
  ];
}

/** The first message that has not been shown long enough; one that comes again is shown again. */
function useTold(messages: readonly Told[]): Told | undefined {
  const done = useRef(new Set<string>());
  const [, tick] = useState(0);
  for (const key of done.current) if (!messages.some((each) => each.key === key)) done.current.delete(key);
  const current = messages.find(({ key }) => !done.current.has(key));
  useEffect(() => {
    if (!current || current.bot) return;
    const timer = setTimeout(
      () => {
        done.current.add(current.key);
        tick((n) => n + 1);
      },
      SHOWN_MS + READING_MS * current.text.length,
    );
    return () => clearTimeout(timer);
  }, [current?.key]);
  return current;
}

/** News of the table, one after another, in the line of the players: no message ever lies over a cell. */
export function Toasts(props: ToastsProps) {
  const told = useTold(messagesOf(props));
  return (
    <div class="toasts" role="status">
      {told && (
        <p key={told.key} class={told.text.length > LONG ? "toast long" : "toast"}>
          <span>{told.bot ? <Readying {...told.bot} /> : rich(told.text)}</span>
        </p>
      )}
    </div>
  );
}

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
  const isTyped = table.facts?.dice.kind === "typed";
  const buttons = buttonsOf(own, table.net, isTyped);
  const deed = diceDeed(own, isTyped);
  if (key === "u" && buttons.undo) actions[buttons.undo.action === "undo" ? "undo" : "takeBack"]();
  else if (key === "d" && deed === "confirm") actions.confirm();
  else if (key === "p" && buttons.quiet?.isEnabled) actions.quiet();
  else if (key === "d" && buttons.action === "done" && buttons.go?.isEnabled) actions.done();
  else if (key === "t" && deed === "throw") actions.throwDice();
  else if (key === "t" && buttons.action === "reroll" && buttons.go?.isEnabled) actions.reroll();
  else return false;
  return true;
}

/** The live region and the keys: d done, p pass, u undo, t throw, r the roll, o my options, w who has to act. */
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

  const own = seatInHand(table);
  const heard = useRef<OwnSeat | null>(null);
  useEffect(() => {
    // At a pad, a tap is entered at once, and announced as an entry.
    const told = own && heard.current && !hasPad(table) ? ownNews(heard.current, own, nameOf) : "";
    if (told) setText(told);
    heard.current = own;
  }, [own?.pencil.join(" "), own?.view.sealed, own?.seat]);

  useEffect(() => {
    if (table.urge) setText(urgeWords(table.urge, nameOf));
  }, [table.urge]);

  useEffect(() => {
    const last = table.nudged.at(-1);
    if (last !== undefined) setText(t("seats.nudged", { name: nameOf(last) }));
  }, [table.nudged.length]);

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
