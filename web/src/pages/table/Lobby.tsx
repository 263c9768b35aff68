// A table before the match: its code to share, who is there, and the start button.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/reason";
import { AppBar, Link } from "../../parts/AppBar";
import { Icon } from "../../parts/Icon";
import type { App } from "../../state/app";
import type { TableController } from "../../state/controller";
import { hasPad, type TableState } from "../../state/table";
import { GameChoice } from "./GameChoice";
import { gameText, Invite } from "./Invite";
import { LobbySeats } from "./LobbySeats";
import { LaterOffers } from "./offers/Later";

function SitDown({ app, controller }: { app: App; controller: TableController }) {
  const [name, setName] = useState(app.settings.name);
  function sit(event: Event) {
    event.preventDefault();
    const given = name.trim() || t("people.player", { number: 2 });
    app.change({ name: given });
    controller.sit(given);
  }
  return (
    <form class="card join sit" onSubmit={sit}>
      <label for="name">{t("lobby.name")}</label>
      <input
        id="name"
        value={name}
        maxLength={24}
        autocomplete="nickname"
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button class="btn go" type="submit">
        {t("lobby.sit")}
      </button>
    </form>
  );
}

/** The button at the bottom: start, or what is still missing. */
function StartButton({ table, controller }: { table: TableState; controller: TableController }) {
  const open = table.facts?.seats.filter((seat) => seat.kind === "open").length ?? 0;
  if (controller.stored().seats.length === 0) return null;
  const isShares = table.facts?.status === "shares";
  // Players may join a running pad.
  const isPad = hasPad(table);
  return (
    <div class="acts sticky">
      <button type="button" class="btn go" disabled={(open > 0 && !isPad) || isShares} onClick={controller.start}>
        {t(isShares ? "lobby.shares" : "lobby.start")}
        {open > 0 && <small>{t("lobby.missing", { n: open })}</small>}
      </button>
    </div>
  );
}

/** Reports that earlier deals at this table were dropped, and how to take part in the next one. */
function Dropped({ controller }: { controller: TableController }) {
  const n = controller.dropped().length;
  if (n === 0) return null;
  return (
    <div class="card dropped" role="status">
      <p>{t("lobby.dropped", { n })}</p>
      {controller.isHeldBack() ? (
        <button type="button" class="btn" onClick={controller.join}>
          {t("lobby.join")}
        </button>
      ) : (
        <p class="note">{t("lobby.joined")}</p>
      )}
    </div>
  );
}

export function Lobby({ app, controller }: { app: App; controller: TableController }) {
  const table = controller.state();
  const { facts } = table;
  if (!facts) return null;
  const known = app.games?.find((each) => each.name === facts.game);
  const own = controller.stored().seats;
  const canArrange = own.length > 0 && facts.status === "lobby" && facts.challenge === null;
  // Players against bots only spend a moment here.
  const hasOthers = facts.seats.some((seat) => seat.kind !== "bot" && !own.includes(seat.seat));
  const hasRoom = facts.seats.some((seat) => seat.kind === "open");
  const game = gameText(facts, known);
  return (
    <div class="plain lobby">
      <AppBar app={app} title={facts.title} />
      <main>
        {hasOthers && <Invite facts={facts} isOwn={own.length > 0} game={game} />}
        {own.length === 0 && hasRoom && <SitDown app={app} controller={controller} />}
        {own.length === 0 && !hasRoom && <p class="note">{t("lobby.full")}</p>}
        <GameChoice app={app} facts={facts} controller={controller} canArrange={canArrange} title={game} />
        <LobbySeats table={table} controller={controller} game={known} canArrange={canArrange} />
        {own.length > 0 && hasOthers && <LaterOffers app={app} controller={controller} kinds={["call", "feel"]} />}
        <p class="problem" role="alert">
          {table.problem ? reasonText(table.problem) : table.net === "online" ? "" : t(`net.${table.net}`)}
        </p>
        <Link app={app} kind="link" to={{ page: "screen", code: facts.code }}>
          <Icon name="screen" />
          {t("lobby.screen")}
        </Link>
        <Dropped controller={controller} />
        <StartButton table={table} controller={controller} />
      </main>
    </div>
  );
}
