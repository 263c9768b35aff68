// How to play: with whom, and on which devices.

import { t } from "../../i18n";
import { chooseByArrows } from "../../parts/arrows";
import { Icon, type IconName } from "../../parts/Icon";
import { type Draft, PLAYS, type Play } from "./draft";

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
