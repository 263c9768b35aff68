// The choice of a game and of how to play it: with whom, and on which devices.

import { GAMES, type GameName } from "../../games/registry";
import { t } from "../../i18n";
import { chooseByArrows } from "../../parts/focus";
import { GamePicture } from "../../parts/GamePicture";
import { Icon, type IconName } from "../../parts/Icon";
import type { App } from "../../state/app";
import { printedSheet } from "../../state/sheets";
import { type Draft, draftDeal, PLAYS, type Play } from "./draft";

/** The games to choose from, each with a miniature of its sheet. */
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

const PLAY_ICONS: Record<Play, IconName> = {
  friends: "users",
  bots: "bot",
  solo: "pen",
  pass: "phone",
  tablet: "tablet",
  real: "die",
  pad: "check",
};

interface PlayChoiceProps {
  draft: Draft;
  /** True without a server, which is needed to connect phones. */
  isOffline: boolean;
  onPick: (play: Play) => void;
}

/** How to play: with whom, and on which devices. */
export function PlayChoice({ draft, isOffline, onPick }: PlayChoiceProps) {
  return (
    <div class="plays" role="radiogroup" aria-label={t("home.play")} onKeyDown={chooseByArrows}>
      {PLAYS.map((play) => (
        <button
          key={play}
          type="button"
          role="radio"
          class={play === draft.play ? "play on" : "play"}
          aria-checked={play === draft.play}
          tabIndex={play === draft.play ? 0 : -1}
          disabled={isOffline && play === "friends"}
          onClick={() => onPick(play)}
        >
          <Icon name={PLAY_ICONS[play]} />
          {t(`play.${play}`)}
        </button>
      ))}
    </div>
  );
}
