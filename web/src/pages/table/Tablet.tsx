// One tablet in the middle: every sheet is turned to its own side, the dice lie between them.

import { tableOf } from "../../games/tables";
import { t } from "../../i18n";
import { sentenceOf } from "../../i18n/sentence";
import { Sums, Tray } from "../../parts/dice/Tray";
import { Icon } from "../../parts/Icon";
import { Sheet } from "../../parts/sheet/Sheet";
import type { TableCtrl } from "../../state/controller";
import type { Desk } from "../../state/state";
import type { TableState } from "../../state/table";
import { Actions, Say } from "./Dock";
import { type MatchProps, NetSign } from "./Match";
import { RollPad } from "./RollPad";

type TabletProps = Omit<MatchProps, "desk" | "actions"> & { table: TableState; ctrl: TableCtrl };

/** Sides in the order of the seats, clockwise as people sit. */
const SIDES: Record<number, readonly string[]> = {
  2: ["south", "north"],
  3: ["south", "west", "north"],
  4: ["south", "west", "north", "east"],
};

function Place({ desk, side, props }: { desk: Desk; side: string; props: TabletProps }) {
  const { nameOf, net, showScores, isTyped, ctrl } = props;
  const actions = ctrl.actions(desk.seat);
  return (
    <section class={`place ${side}`} aria-label={nameOf(desk.seat)}>
      <div class="turned">
        <div class="line">
          <b class="who">{nameOf(desk.seat)}</b>
          <Say sentence={sentenceOf(desk, nameOf, net)} />
        </div>
        <Sheet
          view={desk.view}
          seat={desk.seat}
          pencil={desk.pencil}
          fresh={desk.fresh[desk.seat] ?? new Set()}
          refused={desk.refused?.at ?? null}
          showScores={showScores}
          label={t("sheet.of", { name: nameOf(desk.seat) })}
          nameOf={nameOf}
          onTap={actions.tap}
        />
        <Actions desk={desk} net={net} isTyped={isTyped} actions={actions} />
      </div>
    </section>
  );
}

export function Tablet(props: TabletProps) {
  const { table, ctrl, isTyped } = props;
  const sides = SIDES[table.desks.length] ?? SIDES[4] ?? [];
  const active = table.desks.find((desk) => desk.seat === desk.view.active) ?? table.desks[0];
  if (!active) return null;
  const { view } = active;
  const actions = ctrl.actions(active.seat);
  return (
    <main class={`tablet n${table.desks.length} ${view.game}`}>
      <h1 class="hidden">{view.title}</h1>
      {table.desks.map((desk, i) => (
        <Place key={desk.seat} desk={desk} side={sides[i] ?? "south"} props={props} />
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
          <Tray
            view={{ ...view, seat: null }}
            picked={active.picked}
            onDie={tableOf(view.game).dice.Inspector ? actions.tapDie : undefined}
          />
        )}
        <Sums view={view} />
        <NetSign net={props.net} />
      </div>
    </main>
  );
}
