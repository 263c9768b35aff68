// The dock in reach of the thumb: dice, prompt, clock and buttons.

import { useEffect, useState } from "preact/hooks";
import { tableOf } from "../../games";
import { rich, t } from "../../i18n";
import { type ButtonText, buttonsOf } from "../../i18n/buttons";
import { colorLetter, colorName } from "../../i18n/labels";
import type { NameOf } from "../../i18n/names";
import { type Prompt, promptOf } from "../../i18n/prompt";
import { type Deed, recapOf } from "../../i18n/recap";
import type { NetStatus } from "../../net/connection";
import { Sums, TrayBesideSheet } from "../../parts/dice/Tray";
import { chooseByArrows } from "../../parts/focus";
import { Icon } from "../../parts/Icon";
import { later } from "../../parts/later";
import { DockTotal } from "../../parts/sheet/Sheet";
import type { OwnSeat } from "../../state/ownSeat";
import { isReroll, picksDice, targetsOf } from "../../state/pencil";
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

/** The number of characters that fit into two lines on a small phone. */
const SHORT = 64;

interface PromptLineProps {
  prompt: Prompt;
  /** The moves of all players, if there is no room for them beside the names. */
  recap?: string;
  /** True if screen readers should announce changes, because nothing else does. */
  isLive?: boolean;
}

/** The prompt of the dock, preceded by whose turn it is. */
export function PromptLine({ prompt, recap = "", isLive = false }: PromptLineProps) {
  const isLong = prompt.tag.length + prompt.text.length > SHORT;
  const kinds = ["say", prompt.isRefusal && "no", isLong && "long"].filter(Boolean).join(" ");
  return (
    <p class={kinds} role={prompt.isRefusal ? "alert" : isLive ? "status" : undefined}>
      <span class="turn">{prompt.tag}</span>
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

interface ButtonProps {
  text: ButtonText;
  kind: string;
  action: string;
  onTap: () => void;
}

function Button({ text, kind, onTap, action }: ButtonProps) {
  return (
    <button
      type="button"
      class={`btn ${kind}`}
      data-action={action}
      aria-disabled={!text.isEnabled}
      onClick={() => text.isEnabled && onTap()}
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

interface ActionButtonsProps {
  own: OwnSeat;
  net: NetStatus;
  isTyped: boolean;
  actions: SeatActions;
}

/** The buttons of the dock: undo, the move that marks nothing, and the main action. */
export function ActionButtons({ own, net, isTyped, actions }: ActionButtonsProps) {
  const buttons = buttonsOf(own, net, isTyped);
  const handlers = {
    done: actions.done,
    quiet: actions.quiet,
    take_back: actions.takeBack,
    reroll: actions.reroll,
    throw: () => actions.throwDice(),
    confirm: actions.confirm,
    none: () => {},
  };
  const isHeld = buttons.action === "confirm";
  const goKind = buttons.action === "take_back" ? "back" : buttons.go?.isEnabled ? (isHeld ? "go held" : "go") : "";
  const quiet = isHeld
    ? ({ kind: "back", action: "take_back", onTap: actions.takeBack } as const)
    : ({ kind: "", action: isReroll(own.view) ? "keep" : "quiet", onTap: actions.quiet } as const);
  return (
    <div class="acts actions">
      {buttons.undo && (
        <button type="button" class="undo" data-action="undo" onClick={actions.undo}>
          <Icon name="undo" />
          <span>
            {buttons.undo}
            <small>{t("act.undo")}</small>
          </span>
        </button>
      )}
      {buttons.quiet && <Button key="quiet" text={buttons.quiet} {...quiet} />}
      {buttons.go && (
        <Button
          key={buttons.quiet ? "go" : "only"}
          text={buttons.go}
          kind={goKind}
          action={buttons.action}
          onTap={handlers[buttons.action]}
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
        onDie={isTappable ? actions.tapDie : undefined}
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
  const { own, net, nameOf, actions, showScores, isTyped } = props;
  const { view } = own;
  return (
    <section
      class={`dock ${view.game}${isTyped && view.phase === "roll" ? " typing" : ""}`}
      aria-label={t("dock.label")}
    >
      <Dice {...props} />
      <Sums view={view} />
      <div class="line">
        {hasTargets(own) ? (
          <TargetChoice own={own} actions={actions} />
        ) : (
          <PromptLine
            prompt={promptOf(own, nameOf, net, isTyped ? { bots: props.bots } : null)}
            recap={recapOf(props.deeds, nameOf)}
          />
        )}
        <Clock deadline={view.over ? null : props.deadline} />
        <DockTotal view={view} seat={own.seat} showScores={showScores} />
      </div>
      <ActionButtons own={own} net={net} isTyped={isTyped} actions={actions} />
    </section>
  );
}
