// The choices for the next match: its game and sheets, and who plays. The countdown waits while a dialog is open.

import { useState } from "preact/hooks";
import { GAMES } from "../../../games/registry";
import { t } from "../../../i18n";
import { candidateName } from "../../../i18n/evening";
import { botName, type NameOf } from "../../../i18n/names";
import type { NextMatch, TableFacts } from "../../../net/protocol";
import { DealChoice } from "../../../parts/DealChoice";
import { Dialog } from "../../../parts/Dialog";
import { GamePicture } from "../../../parts/GamePicture";
import { Icon } from "../../../parts/Icon";
import type { App } from "../../../state/app";
import { kindOf, offered } from "../../../state/bots";
import type { TableController } from "../../../state/controller";
import { candidatesOf, isHost, nextSize } from "../../../state/evening";
import { usualBot, wanted } from "../../../state/mirror";
import { ownTexts, printedSheet } from "../../../state/sheets";
import { hasPad, type TableState } from "../../../state/table";
import { RemoveButton } from "../Host";
import { standingText } from "./Candidates";

interface ChooseProps {
  app: App;
  controller: TableController;
  next: NextMatch;
  facts: TableFacts;
  nameOf: NameOf;
  /** Closes the dialog without a choice. */
  onClose: () => void;
  /** Closes the dialog after the plan was sent. */
  onDone: () => void;
}

/** The seats that sit out: own ones, and those of people who have said so before they left a moment ago. */
function seatsOut(table: TableState): number[] {
  const out = candidatesOf(table).filter(({ seat, isOwn, standing }) => {
    const isJustGone = standing === "away" && (table.facts?.seats[seat ?? -1]?.awaited_ms ?? 0) > 0;
    return (isOwn && standing === "out") || isJustGone;
  });
  return out.flatMap(({ seat }) => (seat === null ? [] : [seat]));
}

export function NextGame({ app, controller, next, facts, nameOf, onClose, onDone }: ChooseProps) {
  const [game, setGame] = useState(next.game);
  const [sheets, setSheets] = useState<string[] | null>(next.sheets);
  const table = controller.state();
  const printed = app.games?.find((each) => each.name === game);
  const playing = candidatesOf(table).filter(({ standing }) => standing === "in" || standing === "joins");
  function choose(chosen: string) {
    setGame(chosen);
    setSheets(chosen === next.game ? next.sheets : null);
  }
  function plan() {
    controller.send({ type: "plan_next", game, sheets, bots: next.bots, out: seatsOut(table), step: table.step });
    onDone();
  }
  return (
    <Dialog title={t("evening.other_game")} onClose={onClose}>
      <div class="chips" role="group" aria-label={t("home.game")}>
        {GAMES.map((each) => (
          <button
            key={each}
            type="button"
            class={each === game ? "chip on" : "chip"}
            aria-pressed={each === game}
            onClick={() => choose(each)}
          >
            {t(`game.${each}`)}
          </button>
        ))}
      </div>
      {printed && <GamePicture game={printed.name} sheet={printedSheet(printed, sheets?.[0] ?? null)} />}
      {printed && (
        <DealChoice
          key={game}
          game={printed}
          deal={sheets}
          names={playing.map((each) => candidateName(facts, each, nameOf))}
          own={printed.own_sheets ? ownTexts(game) : []}
          onChange={(change, seat = 0) => setSheets(change(sheets, nextSize(next), seat))}
        />
      )}
      <button type="button" class="btn go" onClick={plan}>
        {t("act.done")}
      </button>
    </Dialog>
  );
}

interface BotsProps {
  bots: readonly string[];
  chosen: readonly string[];
  hasRoom: boolean;
  game: string;
  onChange: (bots: string[]) => void;
}

function Bots({ bots, chosen, hasRoom, game, onChange }: BotsProps) {
  const usual = wanted(usualBot(bots), game);
  return (
    <>
      <ol class="people">
        {chosen.map((bot, i) => (
          <li key={i} class="person bot">
            <i>
              <Icon name="bot" />
            </i>
            <select
              aria-label={t("people.bot", { number: i + 1 })}
              value={kindOf(bot)}
              onChange={(event) => onChange(chosen.with(i, wanted(event.currentTarget.value, game)))}
            >
              {offered(bots, bot).map((each) => (
                <option key={each} value={each}>
                  {botName(each)}
                </option>
              ))}
            </select>
            <button
              type="button"
              class="icon"
              aria-label={t("lobby.remove", { name: botName(bot) })}
              onClick={() => onChange(chosen.toSpliced(i, 1))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      {hasRoom && (
        <button type="button" class="add" onClick={() => onChange([...chosen, usual])}>
          <Icon name="plus" />
          {t("people.add_bot")}
        </button>
      )}
    </>
  );
}

export function NextPlayers({ app, controller, next, facts, nameOf, onClose, onDone }: ChooseProps) {
  const table = controller.state();
  const held = controller.stored().seats;
  const [out, setOut] = useState(seatsOut(table));
  const [bots, setBots] = useState(next.bots);
  const most = app.games?.find((each) => each.name === next.game)?.seats[1] ?? facts.seats.length;
  const isHosting = isHost(table, held);
  const people = candidatesOf(table).filter(({ bot }) => bot === null);
  function plan() {
    const { game, sheets } = next;
    controller.send({ type: "plan_next", game, sheets, bots, out, step: table.step });
    onDone();
  }
  return (
    <Dialog title={t("evening.who")} onClose={onClose}>
      <ul class="people">
        {people.map((each) => {
          const { seat, guest, isOwn, standing } = each;
          const name = candidateName(facts, each, nameOf);
          const isAway = seat !== null && !(facts.seats[seat]?.connected ?? false);
          const isMine = seat !== null && (isOwn || (isAway && standing !== "away"));
          return (
            <li key={`${seat}/${guest}`} class="person">
              <i aria-hidden="true">
                <Icon name="phone" />
              </i>
              <span class="label">{name}</span>
              {isMine ? (
                <input
                  type="checkbox"
                  role="switch"
                  aria-label={t("evening.plays", { name })}
                  checked={!out.includes(seat)}
                  onChange={(event) =>
                    setOut(event.currentTarget.checked ? out.filter((other) => other !== seat) : [...out, seat])
                  }
                />
              ) : (
                <small>{standingText(standing)}</small>
              )}
              {isHosting && !isOwn && (
                <RemoveButton
                  controller={controller}
                  name={name}
                  who={seat === null ? { guest: guest ?? 0 } : { seat }}
                />
              )}
            </li>
          );
        })}
      </ul>
      {!hasPad(table) && table.bots.length > 0 && (
        <Bots
          bots={table.bots}
          chosen={bots}
          game={next.game}
          hasRoom={next.seats.length + next.guests.length + bots.length < most}
          onChange={setBots}
        />
      )}
      <button type="button" class="btn go" onClick={plan}>
        {t("act.done")}
      </button>
    </Dialog>
  );
}
