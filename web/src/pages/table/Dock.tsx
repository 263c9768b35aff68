// The dock in reach of the thumb: dice, prompt, clock and buttons.

import { useEffect, useState } from "preact/hooks";
import { tableOf } from "../../games";
import { rich, t } from "../../i18n";
import { type ButtonText, buttonsOf, type UndoText } from "../../i18n/buttons";
import { colorLetter, colorName } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import { type Prompt, type PromptSide, promptOf } from "../../i18n/prompt";
import { type Deed, recapOf } from "../../i18n/recap";
import type { NetStatus } from "../../net/connection";
import { DiceTap } from "../../parts/dice/DiceTap";
import { Sums, TrayBesideSheet } from "../../parts/dice/Tray";
import { chooseByArrows } from "../../parts/focus";
import { Icon } from "../../parts/Icon";
import { later } from "../../parts/later";
import { DockTotal } from "../../parts/sheet/Sheet";
import { diceDeed, HOLD_MS, isHeld, type OwnSeat } from "../../state/ownSeat";
import { picksDice, targetsOf } from "../../state/pencil";
import type { SeatActions } from "../../state/seatActions";
import type { Notice } from "../../state/table";
import type { Color } from "../../state/view";
import type { CorrectThrowProps, RollPadProps } from "./RollPad";

const HOUR = 3600;

/** The remaining time at a table over days, in days and hours. */
function LongClock({ hours }: { hours: number }) {
  const days = Math.floor(hours / 24);
  const parts = [days > 0 ? t("clock.days", { n: days }) : "", t("clock.hours", { n: hours % 24 })].filter(Boolean);
  return (
    <span class="clock" role="timer">
      {parts.join(" ")}
    </span>
  );
}

/** The remaining time of a decision, updated every second. */
function Clock({ deadline }: { deadline: number | null }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
  if (left > HOUR) return <LongClock hours={Math.floor(left / HOUR)} />;
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <span class={left <= 5 ? "clock late" : "clock"} role="timer" aria-label={t("clock.left", { n: left })}>
      {text}
    </span>
  );
}

/** The number of characters that fit into two lines on a small phone, and beside a button and a total. */
const SHORT = 64;
const SHORTER = 36;

interface PromptLineProps {
  prompt: Prompt;
  /** The moves of all players, if there is no room for them beside the names. */
  recap?: string;
  /** True if there are other things in its line. */
  isNarrow?: boolean;
  /** True if screen readers should announce changes, because nothing else does. */
  isLive?: boolean;
}

/** The prompt of the dock, preceded by whose turn it is. */
export function PromptLine({ prompt, recap = "", isNarrow = false, isLive = false }: PromptLineProps) {
  const isLong = !prompt.isUrgent && prompt.tag.length + prompt.text.length > (isNarrow ? SHORTER : SHORT);
  const kinds = ["say", prompt.isRefusal && "no", prompt.isUrgent && "urge", isLong && "long"]
    .filter(Boolean)
    .join(" ");
  return (
    <p class={kinds} role={prompt.isRefusal ? "alert" : isLive ? "status" : undefined}>
      <span class="turn">
        {prompt.isUrgent && <Icon name="clock" />}
        {prompt.tag}
      </span>
      {/* The key makes new text a new element, so that existing elements do not move. */}
      <span key={`${prompt.tag} ${prompt.text}`} class="text">
        {rich(prompt.text)}
      </span>
      {recap && !prompt.isRefusal && <span class="lastly">{recap}</span>}
    </p>
  );
}

/** True if a pencilled mark needs a choice of row, or has alternatives. */
export function hasTargets({ view, pencil, refused }: OwnSeat): boolean {
  return targetsOf(view.choices, pencil).length > 1 && !refused?.why;
}

/** Rows tie for the marks of a circle: choose which row gets them. */
export function TargetChoice({ own, actions }: { own: OwnSeat; actions: SeatActions }) {
  return (
    <div class="targets" role="radiogroup" aria-label={t("family.to")} onKeyDown={chooseByArrows}>
      <span>{t("family.to")}</span>
      {targetsOf(own.view.choices, own.pencil).map((move) => {
        const color = move.slice(-1) as Color;
        const isOn = own.pencil[0] === move;
        return (
          <button
            key={move}
            type="button"
            role="radio"
            class={`target ${color}${isOn ? " on" : ""}`}
            aria-checked={isOn}
            tabIndex={isOn ? 0 : -1}
            aria-label={colorName(color)}
            onClick={() => isOn || actions.mark(move)}
          >
            {colorLetter(color)}
          </button>
        );
      })}
    </div>
  );
}

/** How long a button that has just appeared ignores fingers: their tap was meant for what stood there before. */
const FRESH_MS = 400;

/** True for a moment after the action of a button has changed. */
function useFresh(action: string): boolean {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(action), FRESH_MS);
    return () => clearTimeout(timer);
  }, [action]);
  return settled !== action;
}

interface ButtonProps {
  text: ButtonText;
  kind: string;
  action: string;
  /** The decision that the button is about: it is another button for each. */
  about: string;
  onTap: () => void;
}

function Button({ text, kind, onTap, action, about }: ButtonProps) {
  const isFresh = useFresh(`${about} ${text.isEnabled || action === "done" ? action : ""}`);
  const isInert = !text.isEnabled;
  // Keys and assistive technology have no finger on it: their clicks have no number.
  const tap = (event: MouseEvent) => !isInert && !(isFresh && event.detail > 0) && onTap();
  return (
    <button
      type="button"
      class={`btn ${kind}${isFresh && !isInert ? " fresh" : ""}`}
      data-action={action}
      aria-disabled={isInert || isFresh}
      onClick={tap}
    >
      <span key={text.label}>{text.label}</span>
      {text.note && (
        <small key={text.note} class={text.isCost ? "cost" : undefined}>
          {text.note}
        </small>
      )}
    </button>
  );
}

interface UndoProps {
  text: UndoText;
  about: string;
  /** When the hold of the sealed move began; null if it is not held. */
  heldSince: number | null;
  onTap: () => void;
}

/** The chip that erases the last pencil mark, or takes the sealed move back as long as its bar has not run out. */
function UndoChip({ text, about, heldSince, onTap }: UndoProps) {
  const isFresh = useFresh(`${about} ${text.action}`);
  const style = heldSince === null ? undefined : { "--hold": `${HOLD_MS}ms` };
  return (
    <button
      type="button"
      class={`undo${heldSince === null ? "" : " held"}${text.action === "take_back" ? " back" : ""}`}
      style={style}
      data-action={text.action}
      aria-disabled={isFresh}
      onClick={(event) => !(isFresh && event.detail > 0) && onTap()}
    >
      <Icon name="undo" />
      <span>
        {text.label}
        <small>{text.note}</small>
      </span>
    </button>
  );
}

interface ActionButtonsProps {
  own: OwnSeat;
  net: NetStatus;
  isTyped: boolean;
  /** True while dice are falling, when nothing can be decided yet. */
  isLanding?: boolean;
  actions: SeatActions;
}

/** The buttons of the dock: undo, the move that marks nothing, and the main action, each in its place. */
export function ActionButtons({ own, net, isTyped, isLanding = false, actions }: ActionButtonsProps) {
  const { undo, quiet, go, action } = buttonsOf(own, net, isTyped);
  const { view } = own;
  const about = `${view.turn} ${view.phase} ${view.roll}`;
  const resting = (text: ButtonText) => ({ ...text, isEnabled: text.isEnabled && !isLanding });
  return (
    <div class="acts actions">
      {undo && (
        <UndoChip
          key={undo.action}
          text={undo}
          about={about}
          heldSince={isHeld(own) ? own.heldSince : null}
          onTap={undo.action === "undo" ? actions.undo : actions.takeBack}
        />
      )}
      {quiet && (
        <Button
          key="quiet"
          text={resting(quiet)}
          kind="other"
          action={!quiet.isEnabled ? "none" : action === "reroll" ? "keep" : "quiet"}
          about={about}
          onTap={actions.quiet}
        />
      )}
      {go && (
        <Button
          key="go"
          text={resting(go)}
          kind={go.isEnabled && !isLanding ? "main go" : "main"}
          action={view.choices.length === 0 ? "none" : action}
          about={about}
          onTap={actions[action]}
        />
      )}
    </div>
  );
}

const LaterRollPad = later<RollPadProps>(async () => (await import("./RollPad")).RollPad);
const LaterCorrectThrow = later<CorrectThrowProps>(async () => (await import("./RollPad")).CorrectThrow);

interface DockProps {
  own: OwnSeat;
  net: NetStatus;
  nameOf: NameOf;
  actions: SeatActions;
  showScores: boolean;
  /** True if real dice are typed in. */
  isTyped: boolean;
  bots: readonly number[];
  notices: readonly Notice[];
  /** The moves of the other seats since the last throw. */
  deeds: readonly (Deed | null)[];
  deadline: number | null;
  /** True while dice are falling: none is shown as useless yet. */
  isLanding: boolean;
  /** The circumstances of the prompt besides the seat. */
  side: PromptSide;
}

/** The keypad for real dice: a new throw, or a correction of the last one. */
function TypedDice({
  own,
  actions,
  notices,
  isCorrecting,
  onEnd,
}: DockProps & { isCorrecting: boolean; onEnd: () => void }) {
  const { view } = own;
  const wanted = view.dice.filter((die) => die.state === "wanted");
  if (!isCorrecting)
    return <LaterRollPad key={`${view.turn}/${wanted.length}`} view={view} dice={wanted} onRoll={actions.throwDice} />;
  function correct(roll: string) {
    onEnd();
    actions.correct(roll);
  }
  return <LaterCorrectThrow view={view} notices={notices} onRoll={correct} onCancel={onEnd} />;
}

/** True if the player is asked to tap the dice. */
export function asksForTap({ own, isTyped, side }: Pick<DockProps, "own" | "isTyped" | "side">): boolean {
  const deed = diceDeed(own, isTyped);
  return deed === "confirm" || (deed === "throw" && side.waitForHand === true);
}

/** The thrown dice, or the keypad for real ones. */
function Dice(props: DockProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const { own, actions, isTyped } = props;
  const { view } = own;
  if (isTyped && (isCorrecting || view.phase === "roll")) {
    return <TypedDice {...props} isCorrecting={isCorrecting} onEnd={() => setCorrecting(false)} />;
  }
  const isTappable = tableOf(view.game).dice.Inspector !== undefined || picksDice(view);
  return (
    <>
      <TrayBesideSheet
        view={props.isLanding ? { ...view, seat: null } : view}
        picked={own.picked}
        hasHand={asksForTap(props)}
        onDie={isTappable && diceDeed(own, isTyped) !== "throw" ? actions.tapDie : undefined}
      />
      {isTyped && view.roll !== "" && !view.over && (
        <button type="button" class="link correct" onClick={() => setCorrecting(true)}>
          <Icon name="pen" />
          {t("pad.correct")}
        </button>
      )}
    </>
  );
}

export function Dock(props: DockProps) {
  const { own, net, nameOf, actions, showScores, isTyped, side } = props;
  const { view } = own;
  const lieOnRows = tableOf(view.game).dice.lieOnRows;
  const kinds = ["dock", view.game, isTyped && view.phase === "roll" && "typing", side.urge && "urgent"];
  const tap = (
    <DiceTap
      deed={diceDeed(own, isTyped)}
      asks={asksForTap(props)}
      canShake={side.canShake}
      isApart={lieOnRows}
      actions={actions}
    />
  );
  return (
    <section class={kinds.filter(Boolean).join(" ")} aria-label={t("dock.label")}>
      <Dice {...props} />
      {!lieOnRows && tap}
      <Sums view={view} />
      <div class="line">
        {hasTargets(own) ? (
          <TargetChoice own={own} actions={actions} />
        ) : (
          <PromptLine
            prompt={promptOf(own, nameOf, net, isTyped ? { bots: props.bots } : null, side)}
            recap={recapOf(props.deeds, nameOf)}
            isNarrow={lieOnRows && asksForTap(props)}
          />
        )}
        <Clock deadline={view.over ? null : props.deadline} />
        {lieOnRows && tap}
        <DockTotal view={view} seat={own.seat} showScores={showScores} />
      </div>
      <ActionButtons own={own} net={net} isTyped={isTyped} isLanding={props.isLanding} actions={actions} />
    </section>
  );
}
