// A table before the match: the invitation, the game, the seats, and the start button.

import { useState } from "preact/hooks";
import { GAMES } from "../../games/registry";
import { rich, t } from "../../i18n";
import { botName, hostName, seatName } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import { listed } from "../../i18n/recap";
import type { GameFacts, SeatFacts, TableFacts } from "../../net/protocol";
import { AppBar } from "../../parts/AppBar";
import { DealChoice } from "../../parts/DealChoice";
import { Dialog } from "../../parts/Dialog";
import { GamePicture } from "../../parts/GamePicture";
import { Icon } from "../../parts/Icon";
import { later } from "../../parts/later";
import type { App } from "../../state/app";
import { addSeat, withGame, withoutSeat, withSeatUp, withSheets } from "../../state/arrange";
import { kindOf, offered } from "../../state/bots";
import type { TableController } from "../../state/controller";
import { hasRoom, isHost, ownGuest } from "../../state/evening";
import { usualBot, wanted } from "../../state/mirror";
import { dealOf, ownTexts, printedSheet } from "../../state/sheets";
import { hasPad, type TableState } from "../../state/table";
import { Knocks, RemoveButton } from "./Host";
import { gameText, Invite } from "./Invite";
import { NameDialog } from "./NameDialog";
import type { OffersProps } from "./Offers";
import { ShowOnTv } from "./ShowOnTv";

const LaterOffers = later<OffersProps>(async () => (await import("./Offers")).Offers);

interface GameChoiceProps {
  app: App;
  facts: TableFacts;
  controller: TableController;
  canArrange: boolean;
  title: string;
}

function Choices({ app, facts, controller, onClose }: GameChoiceProps & { onClose: () => void }) {
  const printed = app.games?.find((each) => each.name === facts.game);
  const kept = printed?.own_sheets ? ownTexts(facts.game) : [];
  const deal = dealOf(facts, printed);
  // The table may use sheets from another device.
  const own = [...new Set([...kept, ...(deal ?? []).filter((text) => text.includes("="))])];
  return (
    <Dialog title={t("lobby.change")} onClose={onClose}>
      <div class="chips" role="group" aria-label={t("home.game")}>
        {GAMES.map((game) => (
          <button
            key={game}
            type="button"
            class={game === facts.game ? "chip on" : "chip"}
            aria-pressed={game === facts.game}
            onClick={() => {
              const most = app.games?.find((each) => each.name === game)?.seats[1] ?? facts.seats.length;
              controller.wish((facts) => (game === facts.game ? null : withGame(facts, game, most)));
            }}
          >
            {t(`game.${game}`)}
          </button>
        ))}
      </div>
      <GamePicture game={facts.game} sheet={printed && printedSheet(printed, facts.seats[0]?.sheet ?? null)} />
      {printed && (
        <DealChoice
          key={printed.name}
          game={printed}
          deal={deal}
          names={facts.seats.map(({ seat, kind }) =>
            kind === "open" ? t("people.player", { number: seat + 1 }) : seatName(facts, seat),
          )}
          own={own}
          onChange={(change, seat) =>
            controller.wish((facts, seat) => {
              const { game, seats } = facts;
              return game === printed.name
                ? withSheets(facts, change(dealOf(facts, printed), seats.length, seat))
                : null;
            }, seat)
          }
        />
      )}
      <button type="button" class="btn go" onClick={onClose}>
        {t("act.done")}
      </button>
    </Dialog>
  );
}

/** The game and sheets of a table before its match, which its players can still change. */
function GameChoice(props: GameChoiceProps) {
  const { app, facts, controller, canArrange, title } = props;
  const [isOpen, setOpen] = useState(false);
  const known = app.games?.find((each) => each.name === facts.game);
  const printed = known && printedSheet(known, facts.seats[0]?.sheet ?? null);
  return (
    <section class="card gamecard">
      <GamePicture game={facts.game} sheet={printed} />
      <div>
        <b>{title}</b>
        <small>{t(`dice_kind.${facts.dice.kind}`)}</small>
        {controller.stored().way === "tablet" && <small>{t("lobby.tablet_note")}</small>}
        {canArrange && (
          <button type="button" class="chip" onClick={() => setOpen(true)}>
            {t("lobby.change")}
          </button>
        )}
      </div>
      {isOpen && canArrange && <Choices {...props} onClose={() => setOpen(false)} />}
    </section>
  );
}

function stateOf(seat: SeatFacts, isOwn: boolean): string {
  if (seat.kind === "open") return t("lobby.waiting");
  if (isOwn) return t("lobby.you");
  return seat.connected ? t("lobby.here") : t("presence.away");
}

interface SeatProps {
  app: App;
  seat: SeatFacts;
  table: TableState;
  controller: TableController;
  game: GameFacts | undefined;
  canArrange: boolean;
}

/** The bot of a seat, or a choice of one. */
function BotChoice({ seat, table, controller }: SeatProps) {
  return (
    <select
      class="mini-select"
      aria-label={t("people.bot", { number: seat.seat + 1 })}
      value={kindOf(seat.bot ?? "")}
      onChange={(event) => {
        const bot = wanted(event.currentTarget.value, table.facts?.game ?? "");
        controller.wish((_, seat) => ({ type: "seat_bot", seat, bot }), seat.seat);
      }}
    >
      {seat.kind === "open" && <option value="">{t("people.add_bot")}</option>}
      {offered(table.bots, seat.bot ?? "").map((bot) => (
        <option key={bot} value={bot}>
          {botName(bot)}
        </option>
      ))}
    </select>
  );
}

function SeatButtons({ seat, table, controller, game }: SeatProps) {
  const { facts } = table;
  const own = controller.stored().seats;
  const isGone = seat.kind !== "person" || !seat.connected;
  const canClear = own.includes(seat.seat) ? own.length > 1 : isGone;
  const canRemove = !isGone && !own.includes(seat.seat) && isHost(table, own);
  const number = seat.seat + 1;
  if (!facts) return null;
  return (
    <>
      {seat.seat > 0 && (
        <button
          type="button"
          class="icon"
          aria-label={t("people.up", { number })}
          onClick={() => controller.wish((facts, seat) => withSeatUp(facts, game, seat), seat.seat)}
        >
          <Icon name="up" />
        </button>
      )}
      {canRemove && <RemoveButton controller={controller} name={seat.name} who={{ seat: seat.seat }} />}
      {canClear && facts.seats.length > 1 && (
        <button
          type="button"
          class="icon"
          aria-label={t("people.remove", { number })}
          onClick={() => controller.wish((facts, seat) => withoutSeat(facts, game, seat), seat.seat)}
        >
          <Icon name="close" />
        </button>
      )}
    </>
  );
}

/** The name of a seat; one's own can be changed by a tap. */
function SeatLabel({ app, seat, table, controller }: SeatProps) {
  const [isNaming, setNaming] = useState(false);
  const name = seatName(table.facts, seat.seat);
  const isOwn = seat.kind === "person" && controller.stored().seats.includes(seat.seat);
  if (!isOwn) return <span class="label">{seat.kind === "open" ? t("people.open") : name}</span>;
  return (
    <>
      <button type="button" class="label" aria-label={t("lobby.rename", { name })} onClick={() => setNaming(true)}>
        <span>{name}</span>
        <Icon name="pen" />
      </button>
      {isNaming && <NameDialog app={app} controller={controller} seat={seat.seat} onClose={() => setNaming(false)} />}
    </>
  );
}

function SeatLine(props: SeatProps) {
  const { seat, table, controller, canArrange } = props;
  const own = controller.stored().seats;
  // The marks of a bot at a pad would need its dice.
  const hasBots = table.bots.length > 0 && !hasPad(table);
  const hasChoice = own.length > 0 && seat.kind !== "person" && hasBots && canArrange;
  return (
    <li class={`person ${seat.kind}`}>
      <i>
        <Icon name={seat.kind === "bot" ? "bot" : seat.kind === "open" ? "users" : "phone"} />
      </i>
      {!(hasChoice && seat.kind === "bot") && <SeatLabel {...props} />}
      {hasChoice && <BotChoice {...props} />}
      {seat.kind === "person" && (
        <small class={seat.connected ? "ok" : undefined}>{stateOf(seat, own.includes(seat.seat))}</small>
      )}
      {seat.kind === "open" && !hasChoice && <small>{stateOf(seat, false)}</small>}
      {canArrange && <SeatButtons {...props} />}
    </li>
  );
}

interface LobbySeatsProps {
  app: App;
  table: TableState;
  controller: TableController;
  game: GameFacts | undefined;
  canArrange: boolean;
}

/** The seats of a table before the match; seated players can reorder, add and remove them. */
function LobbySeats({ app, table, controller, game, canArrange }: LobbySeatsProps) {
  const { facts } = table;
  if (!facts) return null;
  const bot = hasPad(table) ? "" : wanted(usualBot(table.bots), facts.game);
  // This device is one of them if it has no seat.
  const watchers = facts.watchers - (controller.stored().seats.length > 0 ? 0 : 1);
  return (
    <section class="card" aria-label={t("seats.label")}>
      <ol class="people">
        {facts.seats.map((seat) => (
          <SeatLine key={seat.seat} {...{ app, seat, table, controller, game, canArrange }} />
        ))}
      </ol>
      {watchers > 0 && (
        <p class="note">
          <Icon name="eye" />
          {t("lobby.watchers", { n: watchers })}
        </p>
      )}
      {canArrange && game && facts.seats.length < game.seats[1] && (
        <div class="adds">
          <button type="button" class="add" onClick={() => addSeat(controller.wish, game, null)}>
            <Icon name="plus" />
            {t("people.add_open")}
          </button>
          {bot && (
            <button type="button" class="add" onClick={() => addSeat(controller.wish, game, bot)}>
              <Icon name="plus" />
              {t("people.add_bot")}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** Takes a seat, or asks the host of a closed table for one. */
function SitDown({ app, controller, facts }: { app: App; controller: TableController; facts: TableFacts }) {
  const [name, setName] = useState(app.settings.name);
  const guest = ownGuest(controller.state());
  if (guest?.waits) return <p class="note">{rich(t("lobby.waits", { name: hostName(facts) }))}</p>;
  const mustAsk = facts.closed && guest === null;
  function sit(event: Event) {
    event.preventDefault();
    const given = name.trim();
    if (given) app.change({ name: given });
    const shown = given || t("people.player", { number: facts.seats.length });
    if (mustAsk) controller.joinNext(shown);
    else controller.sit(shown);
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
        {t(mustAsk ? "lobby.ask_in" : "lobby.sit")}
      </button>
      {mustAsk && <p class="note">{t("lobby.closed", { name: hostName(facts) })}</p>}
    </form>
  );
}

/** The fewest players for whom the open seats of a table are left out. */
const COMPANY = 2;

/** The button at the bottom: start, or what is still missing. */
function StartButton({ table, controller, game }: Omit<LobbySeatsProps, "app" | "canArrange">) {
  const seats = table.facts?.seats ?? [];
  const open = seats.filter((seat) => seat.kind === "open");
  if (controller.stored().seats.length === 0) return null;
  const isShares = table.facts?.status === "shares";
  // Players may join a running pad.
  const isPad = hasPad(table);
  const canStart = isPad || open.length === 0 || seats.length - open.length >= COMPANY;
  function start() {
    if (!isPad) for (const { seat } of open) controller.wish((facts, seat) => withoutSeat(facts, game, seat), seat);
    controller.start();
  }
  return (
    <div class="acts sticky">
      <button type="button" class="btn go" disabled={!canStart || isShares} onClick={start}>
        {t(isShares ? "lobby.shares" : "lobby.start")}
        {open.length > 0 && (
          <small>{canStart && !isPad ? t("lobby.without_open") : t("lobby.missing", { n: open.length })}</small>
        )}
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

/** The next match of a table begins by itself; only a device that holds its share back has something to tap. */
function Beginning({ app, controller, facts }: { app: App; controller: TableController; facts: TableFacts }) {
  const names = facts.seats.map((seat) => seatName(facts, seat.seat));
  return (
    <div class="plain lobby">
      <AppBar app={app} title={facts.title} />
      <main class="beginning">
        <div role="status">
          <h1>{t("lobby.beginning", { game: facts.title })}</h1>
          <p>{listed(names)}</p>
        </div>
        <Dropped controller={controller} />
      </main>
    </div>
  );
}

export function Lobby({ app, controller }: { app: App; controller: TableController }) {
  const table = controller.state();
  const { facts } = table;
  if (!facts) return null;
  const beginsItself = facts.previous !== null && !facts.seats.some(({ kind }) => kind === "open");
  if (beginsItself) return <Beginning app={app} controller={controller} facts={facts} />;
  const known = app.games?.find((each) => each.name === facts.game);
  const own = controller.stored().seats;
  const canArrange = own.length > 0 && facts.status === "lobby" && facts.challenge === null;
  // Players against bots only spend a moment here.
  const hasOthers = facts.seats.some((seat) => seat.kind !== "bot" && !own.includes(seat.seat));
  const canSit = hasRoom(facts, known?.seats[1]);
  const game = gameText(facts, known);
  return (
    <div class="plain lobby">
      <AppBar app={app} title={facts.title} />
      <main>
        {hasOthers && <Invite facts={facts} isOwn={own.length > 0} game={game} />}
        {own.length === 0 && canSit && <SitDown app={app} controller={controller} facts={facts} />}
        {own.length === 0 && !canSit && <p class="note">{t("lobby.full")}</p>}
        <Knocks controller={controller} />
        <GameChoice app={app} facts={facts} controller={controller} canArrange={canArrange} title={game} />
        <LobbySeats app={app} table={table} controller={controller} game={known} canArrange={canArrange} />
        {facts.slow && <p class="note">{t("lobby.slow")}</p>}
        {own.length > 0 && hasOthers && <LaterOffers app={app} controller={controller} kinds={["call", "feel"]} />}
        <p class="problem" role="alert">
          {table.problem ? reasonText(table.problem) : table.net === "online" ? "" : t(`net.${table.net}`)}
        </p>
        <ShowOnTv app={app} code={facts.code} kind="link" />
        <Dropped controller={controller} />
        <StartButton table={table} controller={controller} game={known} />
      </main>
    </div>
  );
}
