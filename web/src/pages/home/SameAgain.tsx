// Groups of earlier matches: one tap seats them again.

import { t } from "../../i18n";
import { botShort } from "../../i18n/names";
import { Icon } from "../../parts/Icon";
import type { Group } from "../../state/results";

function nameOf(seat: Group["seats"][number]): string {
  return seat.bot ? botShort(seat.bot) : seat.name;
}

export function SameAgain({ groups, onPick }: { groups: readonly Group[]; onPick: (group: Group) => void }) {
  if (groups.length === 0) return null;
  return (
    <section class="again" aria-label={t("home.same_again")}>
      <h2>{t("home.same_again")}</h2>
      <div class="chips">
        {groups.map((group, i) => (
          <button key={i} type="button" class="chip" onClick={() => onPick(group)}>
            <Icon name="again" />
            {t("home.open_table", { game: t(`game.${group.game}`), names: group.seats.map(nameOf).join(", ") })}
          </button>
        ))}
      </div>
    </section>
  );
}
