// The header of a match: game, menu button, sheet and turn.

import { t } from "../../i18n";
import { sheetName } from "../../i18n/names";
import { Icon, Wordmark } from "../../parts/Icon";
import type { View } from "../../state/view";

interface MatchHeadProps {
  view: View;
  seat: number;
  /** True on a pad, which has no turns. */
  isPad?: boolean;
  onMenu: () => void;
}

export function MatchHead({ view, seat, isPad = false, onMenu }: MatchHeadProps) {
  const { title, turn } = view;
  const sheet = sheetName(view.sheets[seat]?.name ?? "");
  return (
    <>
      <h1 class="hidden">{title}</h1>
      <button type="button" class="menu icon" aria-label={t("menu.open")} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <div class="brand">
        <Wordmark />
        <span>{isPad ? t("lobby.variant", { game: title, sheet }) : t("match.brand", { title, sheet, turn })}</span>
      </div>
    </>
  );
}
