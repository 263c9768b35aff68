// Reactions: a word from somebody at the table, for a moment.

import { t } from "../i18n";
import type { Shout } from "../table";
import type { NameOf } from "./say";

export function Shouts({ shout, nameOf }: { shout: Shout | null; nameOf: NameOf }) {
  return (
    <div class="shouts" role="status">
      {shout && (
        <p key={shout.nth} class="shout">
          <b>{nameOf(shout.seat)}</b> {t(`reaction.${shout.reaction}`)}
        </p>
      )}
    </div>
  );
}
