// A pad on one tablet in the middle: each sheet faces its player, everyone marks, rubs out and says done.

import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { DockTotal, Sheet } from "../../parts/sheet/Sheet";
import type { OwnSeat } from "../../state/ownSeat";
import { PromptLine } from "./Dock";
import { NetIndicator } from "./Match";
import { PadButtons, type PadProps, padPromptOf, usePadSheet } from "./Pad";

/** CSS classes in the order of the seats, clockwise; the styles define position and rotation. */
const PLACES = ["p1", "p2", "p3", "p4"] as const;

function PadPlace({ own, place, props }: { own: OwnSeat; place: string; props: PadProps }) {
  const { app, controller, nameOf, net, showScores } = props;
  const sheet = usePadSheet(controller, own, app.settings.warn);
  const side = { controller, own, sheet, nameOf, net };
  const name = nameOf(own.seat);
  const prompt = padPromptOf(side);
  return (
    <section class={`place ${place}`} aria-label={name}>
      <div class="turned">
        <div class="line">
          {prompt.tag !== name && <b class="who">{name}</b>}
          <PromptLine prompt={prompt} />
          <DockTotal view={own.view} seat={own.seat} showScores={showScores} />
        </div>
        <Sheet
          view={sheet.calm}
          seat={own.seat}
          pencil={own.pencil}
          fresh={own.fresh[own.seat] ?? new Set()}
          refused={own.refused?.at ?? null}
          rubbed={sheet.rubbed}
          showScores={showScores}
          label={t("sheet.of", { name })}
          nameOf={nameOf}
          entries={own.view.choices}
          onTap={sheet.tap}
          onMark={sheet.mark}
        />
        <PadButtons {...side} />
      </div>
      {sheet.question}
    </section>
  );
}

export function PadTable(props: PadProps) {
  const { controller, own } = props;
  const { ownSeats } = controller.state();
  return (
    <main class={`tablet onpad n${ownSeats.length} ${own.view.game}`}>
      <h1 class="hidden">{own.view.title}</h1>
      {ownSeats.map((each, i) => (
        <PadPlace key={each.seat} own={each} place={PLACES[i] ?? ""} props={props} />
      ))}
      <div class="mid">
        <button type="button" class="icon" aria-label={t("menu.open")} onClick={props.onMenu}>
          <Icon name="menu" />
        </button>
        <NetIndicator net={props.net} />
      </div>
    </main>
  );
}
