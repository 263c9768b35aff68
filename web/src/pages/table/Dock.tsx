// The dock at the thumb: dice, one sentence, the actions.

import { useState } from "preact/hooks";
import { tableOf } from "../../games/tables";
import { rich, t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { type Offer, offersOf, type Sentence, sentenceOf } from "../../i18n/sentence";
import { Sums, TrayBesideSheet } from "../../parts/dice/Tray";
import { Icon } from "../../parts/Icon";
import { DockTotal } from "../../parts/sheet/Sheet";
import { isReroll, picksDice } from "../../state/pencil";
import type { Desk, Net } from "../../state/state";
import type { Notice } from "../../state/table";
import { Clock } from "./Clock";
import { diceOfThrow, RollPad } from "./RollPad";

export interface DeskActions {
  tap(row: number, cell: number): void;
  undo(): void;
  quiet(): void;
  done(): void;
  reroll(): void;
  takeBack(): void;
  tapDie(name: string): void;
  /** Throws the dice; `roll` says how real ones fell. */
  throwDice(roll?: string): void;
  correct(roll: string): void;
}

export function Say({ sentence }: { sentence: Sentence }) {
  return (
    <p class={sentence.isRefusal ? "say no" : "say"}>
      <span class="turn">{sentence.tag}</span>
      <span class="text">{rich(sentence.text)}</span>
    </p>
  );
}

function Button({ offer, kind, onTap, deed }: { offer: Offer; kind: string; onTap: () => void; deed: string }) {
  return (
    <button
      type="button"
      class={`btn ${kind}`}
      data-deed={deed}
      aria-disabled={!offer.isEnabled}
      onClick={() => offer.isEnabled && onTap()}
    >
      {offer.label}
      {offer.note && <small class={offer.isCost ? "cost" : undefined}>{offer.note}</small>}
    </button>
  );
}

interface ActionsProps {
  desk: Desk;
  net: Net;
  isTyped: boolean;
  actions: DeskActions;
}

export function Actions({ desk, net, isTyped, actions }: ActionsProps) {
  const offers = offersOf(desk, net, isTyped);
  const deeds = {
    done: actions.done,
    quiet: actions.quiet,
    take_back: actions.takeBack,
    reroll: actions.reroll,
    throw: () => actions.throwDice(),
    none: () => {},
  };
  const goKind = offers.deed === "take_back" ? "back" : offers.go?.isEnabled ? "go" : "";
  return (
    <div class="acts deeds">
      {offers.undo && (
        <button type="button" class="undo" data-deed="undo" onClick={actions.undo}>
          <Icon name="undo" />
          <span>
            {offers.undo}
            <small>{t("act.undo")}</small>
          </span>
        </button>
      )}
      {offers.quiet && (
        <Button offer={offers.quiet} kind="" deed={isReroll(desk.view) ? "keep" : "quiet"} onTap={actions.quiet} />
      )}
      {offers.go && <Button offer={offers.go} kind={goKind} deed={offers.deed} onTap={deeds[offers.deed]} />}
    </div>
  );
}

interface DockProps {
  desk: Desk;
  net: Net;
  nameOf: NameOf;
  actions: DeskActions;
  showScores: boolean;
  /** True if real dice are typed in. */
  isTyped: boolean;
  notices: readonly Notice[];
  deadline: number | null;
}

/** The pad for real dice: a new throw, or the last one again to correct it. */
function TypedDice({
  desk,
  actions,
  notices,
  isCorrecting,
  onEnd,
}: DockProps & { isCorrecting: boolean; onEnd: () => void }) {
  const { view } = desk;
  const wanted = view.dice.filter((die) => die.state === "wanted");
  if (!isCorrecting)
    return <RollPad key={`${view.turn}/${wanted.length}`} view={view} dice={wanted} onRoll={actions.throwDice} />;
  function correct(roll: string) {
    onEnd();
    actions.correct(roll);
  }
  return <RollPad view={view} dice={diceOfThrow(view, notices)} onRoll={correct} onCancel={onEnd} />;
}

/** Dice as they lie, or the pad where real ones are typed. */
function Dice(props: DockProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const { desk, actions, isTyped } = props;
  const { view } = desk;
  if (isTyped && (isCorrecting || view.phase === "roll")) {
    return <TypedDice {...props} isCorrecting={isCorrecting} onEnd={() => setCorrecting(false)} />;
  }
  const isTappable = tableOf(view.game).dice.Inspector !== undefined || picksDice(view);
  return (
    <>
      <TrayBesideSheet view={view} picked={desk.picked} onDie={isTappable ? actions.tapDie : undefined} />
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
  const { desk, net, nameOf, actions, showScores, isTyped } = props;
  const { view } = desk;
  return (
    <section
      class={`dock ${view.game}${isTyped && view.phase === "roll" ? " typing" : ""}`}
      aria-label={t("dock.label")}
    >
      <Dice {...props} />
      <Sums view={view} />
      <div class="line">
        <Say sentence={sentenceOf(desk, nameOf, net)} />
        <Clock deadline={view.over ? null : props.deadline} />
        <DockTotal view={view} seat={desk.seat} showScores={showScores} />
      </div>
      <Actions desk={desk} net={net} isTyped={isTyped} actions={actions} />
    </section>
  );
}
