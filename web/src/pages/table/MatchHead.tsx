// What stands over a match: its game, the button of the menu, sheet and turn.

import { t } from "../../i18n";
import { sheetName } from "../../i18n/names";
import { Icon, Wordmark } from "../../parts/Icon";
import type { View } from "../../state/view";

interface MatchHeadProps {
  view: View;
  seat: number;
  onMenu: () => void;
}

export function MatchHead({ view, seat, onMenu }: MatchHeadProps) {
  return (
    <>
      <h1 class="hidden">{view.title}</h1>
      <button type="button" class="menu icon" aria-label={t("menu.open")} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <div class="brand">
        <Wordmark />
        <span>
          {t("match.brand", { title: view.title, sheet: sheetName(view.sheets[seat]?.name ?? ""), turn: view.turn })}
        </span>
      </div>
    </>
  );
}
