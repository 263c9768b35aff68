// The game and sheets of a table before its match, which its players can still change.

import { useState } from "preact/hooks";
import { GAMES } from "../../games/registry";
import { t } from "../../i18n";
import { seatName } from "../../i18n/names";
import type { TableFacts } from "../../net/protocol";
import { DealChoice } from "../../parts/DealChoice";
import { Dialog } from "../../parts/Dialog";
import { GamePicture } from "../../parts/GamePicture";
import type { App } from "../../state/app";
import { withGame, withSheets } from "../../state/arrange";
import type { TableController } from "../../state/controller";
import { dealOf } from "../../state/deal";
import { ownTexts, printedSheet } from "../../state/ownSheets";

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

export function GameChoice(props: GameChoiceProps) {
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
