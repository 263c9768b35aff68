// What is played at a table before its match: the game and its sheet, which those who sit there can still change.

import { useState } from "preact/hooks";
import { GAMES } from "../../games/registry";
import { t } from "../../i18n";
import { sheetName } from "../../i18n/names";
import type { TableFacts } from "../../net/protocol";
import { Dialog } from "../../parts/Dialog";
import { GamePicture } from "../../parts/GamePicture";
import type { App } from "../../state/app";
import { commonSheet, withGame, withSheet } from "../../state/arrange";
import type { TableController } from "../../state/controller";
import { loadSheets, printedSheet } from "../../state/ownSheets";

interface GameChoiceProps {
  app: App;
  facts: TableFacts;
  controller: TableController;
  canArrange: boolean;
  title: string;
}

function Choices({ app, facts, controller, onClose }: GameChoiceProps & { onClose: () => void }) {
  const printed = app.games?.find((each) => each.name === facts.game);
  const kept = printed?.own_sheets ? loadSheets().filter((sheet) => sheet.game === facts.game) : [];
  // Another device may have brought the sheet that the table has now.
  const now = commonSheet(facts) ?? "";
  const own = [...new Set([...kept.map(({ text }) => text), ...(now.includes("=") ? [now] : [])])];
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
              if (game !== facts.game) controller.send(withGame(facts, game, most));
            }}
          >
            {t(`game.${game}`)}
          </button>
        ))}
      </div>
      <GamePicture
        game={facts.game}
        sheet={printed && printedSheet(printed, commonSheet(facts) ?? facts.seats[0]?.sheet ?? null)}
      />
      {printed && (printed.sheets.length > 1 || own.length > 0) && (
        <label class="switch">
          <span>{t("option.sheet")}</span>
          <select
            value={commonSheet(facts) ?? ""}
            onChange={(event) => controller.send(withSheet(facts, event.currentTarget.value || null))}
          >
            <option value="">{t("option.own_deal")}</option>
            {[...own, ...printed.sheets.map(({ name }) => name)].map((name) => (
              <option key={name} value={name}>
                {sheetName(name)}
              </option>
            ))}
          </select>
        </label>
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
