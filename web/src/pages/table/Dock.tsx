// The dock in reach of the thumb: dice, prompt and actions.

import { useState } from "preact/hooks";
import { tableOf } from "../../games";
import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { promptOf } from "../../i18n/prompt";
import { type Deed, recapOf } from "../../i18n/recap";
import type { NetStatus } from "../../net/connection";
import { Sums, TrayBesideSheet } from "../../parts/dice/Tray";
import { Icon } from "../../parts/Icon";
import { DockTotal } from "../../parts/sheet/Sheet";
import type { OwnSeat } from "../../state/ownSeat";
import { picksDice } from "../../state/pencil";
import type { SeatActions } from "../../state/seatActions";
import type { Notice } from "../../state/table";
import { ActionButtons } from "./ActionButtons";
import { Clock } from "./Clock";
import { LaterCorrectThrow, LaterRollPad } from "./laterPads";
import { PromptLine } from "./PromptLine";
import { hasTargets, TargetChoice } from "./TargetChoice";

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
