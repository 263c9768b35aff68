// One tablet in the middle: each sheet faces its player, the dice lie in between.

import { tableOf } from "../../games";
import { t } from "../../i18n";
import { promptOf } from "../../i18n/prompt";
import { deedsOf } from "../../i18n/recap";
import { DiceTap } from "../../parts/dice/DiceTap";
import { Sums, TrayBesideSheet } from "../../parts/dice/Tray";
import { Icon } from "../../parts/Icon";
import { Sheet } from "../../parts/sheet/Sheet";
import type { TableController } from "../../state/controller";
import { diceDeed, isHeld, type OwnSeat } from "../../state/ownSeat";
import type { TableState } from "../../state/table";
import { ActionButtons, asksForTap, hasTargets, PromptLine, TargetChoice } from "./Dock";
import { type MatchProps, NetIndicator } from "./Match";
import { RollPad } from "./RollPad";

export type TabletProps = Omit<MatchProps, "own" | "actions"> & { table: TableState; controller: TableController };

/** CSS classes in the order of the seats, clockwise; the styles define position and rotation. */
const PLACES = ["p1", "p2", "p3", "p4"] as const;

function Place({ own, place, props }: { own: OwnSeat; place: string; props: TabletProps }) {
  const { nameOf, net, showScores, isTyped, controller } = props;
  const actions = controller.actions(own.seat);
  const deed = deedsOf(props.notices, own.view, own.lost)[own.seat];
  return (
    <section class={`place ${place}`} aria-label={nameOf(own.seat)}>
      <div class="turned">
        <div class="line">
          <b class="who">
            {nameOf(own.seat)}
            {deed && <small class={deed.isCost ? "deed cost" : "deed"}>{deed.text}</small>}
          </b>
          {hasTargets(own) ? (
            <TargetChoice own={own} actions={actions} />
          ) : (
            <PromptLine
              prompt={promptOf(own, nameOf, net, isTyped ? { bots: props.bots } : null, props.sideOf(own.seat))}
            />
          )}
        </div>
        <Sheet
          view={own.view}
          seat={own.seat}
          pencil={own.pencil}
          fresh={own.fresh[own.seat] ?? new Set()}
          refused={own.refused?.at ?? null}
          showScores={showScores}
          label={t("sheet.of", { name: nameOf(own.seat) })}
          nameOf={nameOf}
          onTap={actions.tap}
          onMark={actions.mark}
        />
        <ActionButtons own={own} net={net} isTyped={isTyped} actions={actions} />
      </div>
    </section>
  );
}

export function Tablet(props: TabletProps) {
  const { table, controller, isTyped } = props;
  const active = table.ownSeats.find((own) => own.seat === own.view.active) ?? table.ownSeats[0];
  if (!active) return null;
  const { view } = active;
  const actions = controller.actions(active.seat);
  // A tap on the dice is for the seat that holds its move, otherwise for the active one.
  const tapper = table.ownSeats.find(isHeld) ?? active;
  const side = props.sideOf(active.seat);
  const asks = asksForTap({ own: tapper, isTyped, side });
  const kinds = ["tablet", `n${table.ownSeats.length}`, view.game, asks && "waits", active.isThrowing && "rolling"];
  return (
    <main class={kinds.filter(Boolean).join(" ")}>
      <h1 class="hidden">{view.title}</h1>
      {table.ownSeats.map((own, i) => (
        <Place key={own.seat} own={own} place={PLACES[i] ?? ""} props={props} />
      ))}
      <div class="mid">
        <button type="button" class="icon" aria-label={t("menu.open")} onClick={props.onMenu}>
          <Icon name="menu" />
        </button>
        {isTyped && view.phase === "roll" ? (
          <RollPad
            key={view.turn}
            view={view}
            dice={view.dice.filter((die) => die.state === "wanted")}
            onRoll={(roll) => actions.throwDice(roll)}
          />
        ) : (
          <div class="dicebox">
            <TrayBesideSheet
              view={{ ...view, seat: null }}
              picked={active.picked}
              hasHand={asks}
              onDie={tableOf(view.game).dice.Inspector && view.phase !== "roll" ? actions.tapDie : undefined}
            />
            <DiceTap
              deed={diceDeed(tapper, isTyped)}
              asks={asks}
              isApart={tableOf(view.game).dice.lieOnRows}
              actions={controller.actions(tapper.seat)}
            />
          </div>
        )}
        <Sums view={view} />
        <NetIndicator net={props.net} />
      </div>
    </main>
  );
}
