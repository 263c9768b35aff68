// A spectator's table: every sheet is visible, read-only.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { padPrompt } from "../../i18n/announce";
import { promptOf } from "../../i18n/prompt";
import { deedsOf, recapOf } from "../../i18n/recap";
import { Inspector, Sums, TrayBesideSheet } from "../../parts/dice/Tray";
import { Seats } from "../../parts/Seats";
import { DockTotal, Sheet } from "../../parts/sheet/Sheet";
import { useParts } from "../../parts/sheet/useParts";
import { makeOwnSeat, type News } from "../../state/ownSeat";
import type { View } from "../../state/view";
import { Log, type MatchProps, NetIndicator } from "./Match";
import { MatchHead } from "./MatchHead";
import { PromptLine } from "./PromptLine";

export type SpectatorProps = Omit<MatchProps, "own" | "actions"> & { view: View; news: News; isPad: boolean };

export function Spectator(props: SpectatorProps) {
  const { net, nameOf, showScores, isPad } = props;
  // On a pad there are no turns.
  const view = isPad ? { ...props.view, active: -1 } : props.view;
  const [seat, setSeat] = useState(props.view.active);
  const own = { ...makeOwnSeat(view), seat };
  const { fresh, lost } = props.news;
  const deeds = deedsOf(props.notices, view, lost);
  // The texts of the Qwixx family are loaded with its components.
  useParts(view);
  const isLost = net !== "online";
  const prompt =
    isPad && !isLost
      ? padPrompt(props.notices, nameOf)
      : promptOf(own, nameOf, net, props.isTyped ? { bots: props.bots } : null);
  return (
    <main class={`match watch ${view.game}`}>
      <MatchHead view={view} seat={seat} onMenu={props.onMenu} />
      <Seats
        view={view}
        nameOf={nameOf}
        away={props.away}
        showScores={showScores}
        onOpen={setSeat}
        shown={seat}
        deeds={deeds}
        fresh={fresh}
      />
      <NetIndicator net={net} />
      <Sheet
        view={view}
        seat={seat}
        fresh={fresh[seat] ?? new Set()}
        showScores={showScores}
        label={t("sheet.of", { name: nameOf(seat) })}
        nameOf={nameOf}
      />
      <Inspector view={view} name="1" />
      <section class={`dock ${view.game}`} aria-label={t("dock.label")}>
        {!isPad && <TrayBesideSheet view={view} />}
        {!isPad && <Sums view={view} />}
        <div class="line">
          <PromptLine prompt={prompt} />
          <DockTotal view={view} seat={seat} showScores={showScores} />
        </div>
        <p class="note">{recapOf(deeds, nameOf) || t("watch.note", { name: nameOf(seat) })}</p>
      </section>
      <Log lines={props.log} />
    </main>
  );
}
