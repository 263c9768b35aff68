// The table without a seat: for a spectator, and on the big screen for everyone around the table.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { goneWords, logLines, padPrompt } from "../../i18n/announce";
import { awaySeats, type NameOf, seatName } from "../../i18n/names";
import { promptOf } from "../../i18n/prompt";
import { type Deed, deedsOf, recapOf } from "../../i18n/recap";
import { Inspector, Sums, Tray, TrayBesideSheet } from "../../parts/dice/Tray";
import { Wordmark } from "../../parts/Icon";
import { laterView } from "../../parts/later";
import { presenceOf, Seats } from "../../parts/Seats";
import { SheetOwner } from "../../parts/SheetOwner";
import { DockTotal, Sheet, useParts } from "../../parts/sheet/Sheet";
import { WithGame } from "../../parts/WithGame";
import type { App } from "../../state/app";
import { makeOwnSeat, type News } from "../../state/ownSeat";
import { anyView, hasPad, type TableState } from "../../state/table";
import type { View } from "../../state/view";
import { PromptLine } from "./Dock";
import type { ScreenEndProps } from "./evening";
import { loadEvening } from "./evening/load";
import { Qr, tableLink } from "./Invite";
import { Log, MatchHead, type MatchProps, NetIndicator } from "./Match";
import { Waiting } from "./Waiting";

const LaterScreenEnd = laterView<ScreenEndProps>(async () => (await loadEvening()).ScreenEnd);

export type SpectatorProps = Omit<MatchProps, "own" | "actions"> & { view: View; news: News; isPad: boolean };

/** A spectator's table: every sheet is visible, read-only. */
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
      <SheetOwner seat={seat} name={nameOf(seat)} isWatching />
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

function Invitation({ table }: { table: TableState }) {
  const { facts } = table;
  return (
    <main class="bigwait">
      <h1 class="hidden">{t("lobby.guest")}</h1>
      <Wordmark />
      <Qr link={tableLink(table.code)} />
      <b class="bigcode">{table.code}</b>
      <p>{tableLink(table.code).replace(/^https?:\/\//, "")}</p>
      <ol class="chips">
        {facts?.seats.map((seat) => (
          <li key={seat.seat} class="chip">
            {seat.kind === "open" ? t("people.open") : seatName(facts, seat.seat)}
          </li>
        ))}
      </ol>
    </main>
  );
}

/** The moves since the last throw; right after a throw, those before it. */
function LastMoves({ table, deeds, nameOf }: { table: TableState; deeds: readonly (Deed | null)[]; nameOf: NameOf }) {
  const before = logLines(table.notices, nameOf).find((line) => line.name === "");
  return <p class="lastmoves">{recapOf(deeds, nameOf) || before?.text}</p>;
}

function Board({ app, table, view }: { app: App; table: TableState; view: View }) {
  const nameOf = (seat: number) => seatName(table.facts, seat);
  const away = awaySeats(table);
  const { showScores } = app.settings;
  const { fresh, lost } = table.ownSeats[0] ?? table.watchedNews;
  const deeds = deedsOf(table.notices, view, lost);
  // The texts of the Qwixx family are loaded with its components.
  useParts(view);
  const isPad = hasPad(table);
  const gone = goneWords({ facts: table.facts, ownSeats: [] }, nameOf);
  const prompt = isPad
    ? padPrompt(table.notices, nameOf)
    : promptOf(makeOwnSeat({ ...view, seat: null, choices: [] }), nameOf, table.net);
  return (
    <main class={`big n${view.seats} ${view.game}`}>
      <h1 class="hidden">{view.title}</h1>
      <header>
        <div class="bigsay">
          <PromptLine prompt={prompt} />
          {gone.length > 0 && <p class="lastmoves">{gone.join(" ")}</p>}
          {gone.length === 0 && !isPad && <LastMoves table={table} deeds={deeds} nameOf={nameOf} />}
        </div>
        <div class="bigdice">
          {!isPad && <Tray view={{ ...view, seat: null }} />}
          {!isPad && <Sums view={{ ...view, phase: "reroll" }} />}
        </div>
        <div class="bigjoin">
          <Qr link={tableLink(table.code)} />
          <b class="bigcode">{table.code}</b>
          {table.net !== "online" && <NetIndicator net={table.net} />}
        </div>
      </header>
      <div class="boards">
        {view.sheets.map(({ seat, score }) => (
          <section
            key={seat}
            class={`board ${presenceOf(view, seat, away)}${seat === view.active && !isPad ? " turn" : ""}`}
          >
            <h2>
              <span class="name">{nameOf(seat)}</span>
              {away.includes(seat) ? (
                <small>{t("presence.away")}</small>
              ) : (
                <span class={`state ${presenceOf(view, seat, away)}`} />
              )}
              <span class={deeds[seat]?.isCost ? "deed cost" : "deed"}>{deeds[seat]?.text}</span>
              <b>{showScores ? score : ""}</b>
            </h2>
            <Sheet
              view={{ ...view, seat: null }}
              seat={seat}
              fresh={fresh[seat] ?? new Set()}
              showScores={showScores}
              label={t("sheet.of", { name: nameOf(seat) })}
              nameOf={nameOf}
            />
          </section>
        ))}
      </div>
    </main>
  );
}

/** The big screen: dice and all sheets, the invitation before the match, and the count after it. */
export function Screen({ app }: { app: App }) {
  const table = app.table?.state();
  const view = table && anyView(table);
  if (table?.gone) return <Waiting app={app} gone={table.gone} />;
  if (!table || !view || !table.facts) return table ? <Invitation table={table} /> : null;
  if (!view.over) {
    return (
      <WithGame game={view.game}>
        <Board app={app} table={table} view={view} />
      </WithGame>
    );
  }
  return <LaterScreenEnd table={table} view={view} />;
}
