// Words for a moment: a reaction from somebody at the table, or why the server refused something.

import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { Shout } from "../../state/table";
import type { Reason } from "../../state/view";

interface ShoutsProps {
  shout: Shout | null;
  problem: Reason | null;
  nameOf: NameOf;
}

export function Shouts({ shout, problem, nameOf }: ShoutsProps) {
  return (
    <div class="shouts" role="status">
      {problem && <p class="shout">{reasonText(problem)}</p>}
      {shout && (
        <p key={shout.nth} class="shout">
          <b>{nameOf(shout.seat)}</b> {t(`reaction.${shout.reaction}`)}
        </p>
      )}
    </div>
  );
}
