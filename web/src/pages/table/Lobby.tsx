// A table before the match: its code to share, who is there, and the start.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { botName, seatName } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { SeatFacts } from "../../net/protocol";
import { AppBar, Link } from "../../parts/AppBar";
import { GamePicture } from "../../parts/GamePicture";
import { Icon } from "../../parts/Icon";
import { ShareLink } from "../../parts/ShareLink";
import type { App } from "../../state/app";
import type { TableController } from "../../state/controller";
import type { TableState } from "../../state/table";
import { Qr, tableLink } from "./Qr";

function Invite({ code, isHost }: { code: string; isHost: boolean }) {
  return (
    <section class="card invite">
      <div>
        <h2>{t(isHost ? "lobby.table" : "lobby.guest")}</h2>
        <div class="code" role="img" aria-label={t("lobby.code", { code: [...code].join(" ") })}>
          {[...code].map((letter, i) => (
            <b key={i}>{letter}</b>
          ))}
        </div>
        <ShareLink link={tableLink(code)} />
      </div>
      <Qr link={tableLink(code)} />
    </section>
  );
}

function stateOf(seat: SeatFacts, isOwn: boolean): string {
  if (seat.kind === "bot") return botName(seat.bot ?? "");
  if (seat.kind === "open") return t("lobby.waiting");
  if (isOwn) return t("lobby.you");
  return seat.connected ? t("lobby.here") : t("presence.away");
}

function SeatLine({ seat, table, controller }: { seat: SeatFacts; table: TableState; controller: TableController }) {
  const isOwn = controller.stored().seats.includes(seat.seat);
  const hasSeat = controller.stored().seats.length > 0;
  const canClear = hasSeat && !isOwn && seat.kind !== "open" && (seat.kind === "bot" || !seat.connected);
  return (
    <li class={`person ${seat.kind}`}>
      <i>
        <Icon name={seat.kind === "bot" ? "bot" : seat.kind === "open" ? "users" : "phone"} />
      </i>
      <span class="label">{seat.kind === "open" ? t("people.open") : seatName(table.facts, seat.seat)}</span>
      {seat.kind === "open" && hasSeat && table.bots.length > 0 ? (
        <select
          class="mini-select"
          aria-label={t("people.bot", { number: seat.seat + 1 })}
          value=""
          onChange={(event) => controller.send({ type: "seat_bot", seat: seat.seat, bot: event.currentTarget.value })}
        >
          <option value="">{t("people.add_bot")}</option>
          {table.bots.map((bot) => (
            <option key={bot} value={bot}>
              {botName(bot)}
            </option>
          ))}
        </select>
      ) : (
        <small class={seat.connected ? "ok" : undefined}>{stateOf(seat, isOwn)}</small>
      )}
      {canClear && (
        <button
          type="button"
          class="icon"
          aria-label={t("people.remove", { number: seat.seat + 1 })}
          onClick={() => controller.send({ type: "clear_seat", seat: seat.seat })}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}

function SitDown({ app, controller }: { app: App; controller: TableController }) {
  const [name, setName] = useState(app.settings.name);
  function sit(event: Event) {
    event.preventDefault();
    const given = name.trim() || t("people.player", { number: 2 });
    app.change({ name: given });
    controller.sit(given);
  }
  return (
    <form class="card join" onSubmit={sit}>
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
  return (
    <div class="acts sticky">
      <button type="button" class="btn go" disabled={open > 0 || isShares} onClick={controller.start}>
        {t(isShares ? "lobby.shares" : "lobby.start")}
        {open > 0 && <small>{t("lobby.missing", { n: open })}</small>}
      </button>
    </div>
  );
}

export function Lobby({ app, controller }: { app: App; controller: TableController }) {
  const table = controller.state();
  const { facts } = table;
  if (!facts) return null;
  const printed = app.games
    ?.find((each) => each.name === facts.game)
    ?.sheets.find((each) => each.name === facts.seats[0]?.sheet);
  const hasRoom = facts.seats.some((seat) => seat.kind === "open");
  return (
    <div class="plain lobby">
      <AppBar app={app} title={facts.title} />
      <main>
        <Invite code={facts.code} isHost={controller.stored().seats.includes(0)} />
        <section class="card gamecard">
          <GamePicture game={facts.game} sheet={printed} />
          <div>
            <b>{facts.title}</b>
            <small>{t(`dice_kind.${facts.dice.kind}`)}</small>
            {controller.stored().way === "tablet" && <small>{t("lobby.tablet_note")}</small>}
          </div>
        </section>
        <section class="card" aria-label={t("seats.label")}>
          <ol class="people">
            {facts.seats.map((seat) => (
              <SeatLine key={seat.seat} seat={seat} table={table} controller={controller} />
            ))}
          </ol>
        </section>
        {controller.stored().seats.length === 0 && hasRoom && <SitDown app={app} controller={controller} />}
        {controller.stored().seats.length === 0 && !hasRoom && <p class="note">{t("lobby.full")}</p>}
        <p class="problem" role="alert">
          {table.problem ? reasonText(table.problem) : table.net === "online" ? "" : t(`net.${table.net}`)}
        </p>
        <Link app={app} kind="link" to={{ page: "screen", code: facts.code }}>
          <Icon name="screen" />
          {t("lobby.screen")}
        </Link>
        <StartButton table={table} controller={controller} />
      </main>
    </div>
  );
}
