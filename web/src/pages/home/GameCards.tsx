// The games to choose from.

import { GAMES, type GameName } from "../../games/registry";
import { t } from "../../i18n";
import { chooseByArrows } from "../../parts/arrows";
import { GamePicture } from "../../parts/GamePicture";
import { Icon } from "../../parts/Icon";
import type { App } from "../../state/app";
import { printedSheet } from "../../state/ownSheets";
import { type Draft, draftDeal } from "./draft";

export function GameCards({ app, draft, onPick }: { app: App; draft: Draft; onPick: (game: GameName) => void }) {
  return (
    <div class="games" role="radiogroup" aria-label={t("home.game")} onKeyDown={chooseByArrows}>
      {GAMES.map((game) => {
        const facts = app.games?.find((each) => each.name === game);
        const isOn = game === draft.game;
        const sheet = (isOn && facts && printedSheet(facts, draftDeal(draft)?.[0] ?? null)) || facts?.sheets[0];
        return (
          <button
            key={game}
            type="button"
            class={isOn ? "game on" : "game"}
            role="radio"
            aria-checked={isOn}
            tabIndex={isOn ? 0 : -1}
            onClick={() => onPick(game)}
          >
            <GamePicture game={game} sheet={sheet} />
            <b>{t(`game.${game}`)}</b>
            <small>{facts ? t("home.players", { most: facts.seats[1] }) : "\u00a0"}</small>
            {isOn && (
              <span class="tickon">
                <Icon name="check" />
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
