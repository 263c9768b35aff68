// The candidates for the next match, as chips.

import { lang, t } from "../../../i18n";
import { candidateName } from "../../../i18n/evening";
import type { NameOf } from "../../../i18n/names";
import { Icon, type IconName } from "../../../parts/Icon";
import { candidatesOf, initialOf, type Standing } from "../../../state/evening";
import type { TableState } from "../../../state/table";

const ICONS: Record<Standing, IconName> = {
  in: "check",
  joins: "plus",
  out: "pause",
  away: "clock",
  waits: "lock",
  watches: "eye",
  full: "eye",
};

export function standingText(standing: Standing): string {
  return t(`evening.${standing}`);
}

export function Candidates({ table, nameOf }: { table: TableState; nameOf: NameOf }) {
  const { facts } = table;
  if (!facts?.next) return null;
  return (
    <ul class="candidates" aria-label={t("evening.next")}>
      {candidatesOf(table).map((each) => {
        const name = candidateName(facts, each, nameOf);
        return (
          <li key={`${each.seat}/${each.guest}/${each.bot}`} class={`wh ${each.standing}`}>
            <i aria-hidden="true">{each.bot ? <Icon name="bot" /> : initialOf(name, lang())}</i>
            <b>{name}</b>
            <small>
              <Icon name={ICONS[each.standing]} />
              {standingText(each.standing)}
            </small>
          </li>
        );
      })}
    </ul>
  );
}
