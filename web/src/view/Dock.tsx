// The dock at the thumb: dice, one sentence, the actions.

import { Sums, Tray } from "../dice/Tray";
import { rich, t } from "../i18n";
import { isReroll, picksDice } from "../pencil";
import { Total } from "../sheet/Sheet";
import type { Desk, Net } from "../state";
import { Icon } from "./Icon";
import { type NameOf, type Offer, offersOf, type Sentence, sentenceOf } from "./say";

export interface DeskActions {
  tap(row: number, cell: number): void;
  undo(): void;
  quiet(): void;
  done(): void;
  reroll(): void;
  takeBack(): void;
  tapDie(name: string): void;
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

export function Actions({ desk, actions }: { desk: Desk; actions: DeskActions }) {
  const offers = offersOf(desk);
  const deeds = {
    done: actions.done,
    quiet: actions.quiet,
    take_back: actions.takeBack,
    reroll: actions.reroll,
    none: () => {},
  };
  const goKind = offers.deed === "take_back" ? "back" : offers.go?.isEnabled ? "go" : "";
  return (
    <div class="acts">
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
}

export function Dock({ desk, net, nameOf, actions, showScores }: DockProps) {
  const { view } = desk;
  const isTappable = view.game === "qwantum" || picksDice(view);
  return (
    <section class={`dock ${view.game}`} aria-label={t("dock.label")}>
      {view.game !== "sixto" && (
        <Tray view={view} picked={desk.picked} onDie={isTappable ? actions.tapDie : undefined} />
      )}
      {view.game === "qwantum" && <Sums view={view} />}
      <div class="line">
        <Say sentence={sentenceOf(desk, nameOf, net)} />
        {view.game === "sixto" && <Total score={view.scores[desk.seat] ?? 0} showScores={showScores} />}
      </div>
      <Actions desk={desk} actions={actions} />
    </section>
  );
}
