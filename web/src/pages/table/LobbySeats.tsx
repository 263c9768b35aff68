// The seats of a table before the match; seated players can reorder, add and remove them.

import { t } from "../../i18n";
import { botName, seatName } from "../../i18n/names";
import type { GameFacts, SeatFacts } from "../../net/protocol";
import { Icon } from "../../parts/Icon";
import { withoutSeat, withSeatUp } from "../../state/arrange";
import { kindOf, offered } from "../../state/bots";
import type { TableController } from "../../state/controller";
import { usualBot, wanted } from "../../state/mirror";
import type { TableState } from "../../state/table";
import { addSeat } from "../../state/wishes";

function stateOf(seat: SeatFacts, isOwn: boolean): string {
  if (seat.kind === "open") return t("lobby.waiting");
  if (isOwn) return t("lobby.you");
  return seat.connected ? t("lobby.here") : t("presence.away");
}

interface SeatProps {
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
  const canRemove = own.includes(seat.seat) ? own.length > 1 : isGone;
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
      {canRemove && facts.seats.length > 1 && (
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

function SeatLine(props: SeatProps) {
  const { seat, table, controller, canArrange } = props;
  const own = controller.stored().seats;
  const hasChoice = own.length > 0 && seat.kind !== "person" && table.bots.length > 0 && canArrange;
  return (
    <li class={`person ${seat.kind}`}>
      <i>
        <Icon name={seat.kind === "bot" ? "bot" : seat.kind === "open" ? "users" : "phone"} />
      </i>
      {!(hasChoice && seat.kind === "bot") && (
        <span class="label">{seat.kind === "open" ? t("people.open") : seatName(table.facts, seat.seat)}</span>
      )}
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
  table: TableState;
  controller: TableController;
  game: GameFacts | undefined;
  canArrange: boolean;
}

export function LobbySeats({ table, controller, game, canArrange }: LobbySeatsProps) {
  const { facts } = table;
  if (!facts) return null;
  const bot = wanted(usualBot(table.bots), facts.game);
  return (
    <section class="card" aria-label={t("seats.label")}>
      <ol class="people">
        {facts.seats.map((seat) => (
          <SeatLine key={seat.seat} {...{ seat, table, controller, game, canArrange }} />
        ))}
      </ol>
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
