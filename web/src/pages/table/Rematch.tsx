// Another match at this table: starts when all present players have asked for it.

import { t } from "../../i18n";
import { namesOf } from "../../i18n/names";
import type { TableController } from "../../state/controller";

export function Rematch({ controller }: { controller: TableController }) {
  const table = controller.state();
  const nameOf = namesOf(table);
  const asked = table.facts?.rematch ?? [];
  const own = table.ownSeats.map((each) => each.seat);
  const isSlow = table.facts?.slow ?? false;
  const people = (table.facts?.seats ?? []).filter((seat) => seat.kind === "person" && !seat.left);
  const readers = people.filter((seat) => seat.connected || isSlow);
  const awaited = readers.filter((seat) => !asked.includes(seat.seat)).map((seat) => nameOf(seat.seat));
  const hasAsked = own.some((seat) => asked.includes(seat));
  const others = asked.filter((seat) => !own.includes(seat)).map(nameOf);
  return (
    <>
      {others.length > 0 && !hasAsked && (
        <p class="note" role="status">
          {t("end.rematch_asked", { names: others.join(", ") })}
        </p>
      )}
      {hasAsked ? (
        <p class="note" role="status">
          {t("end.rematch_waiting", { names: awaited.join(", ") })}
        </p>
      ) : (
        <button type="button" class="btn go" data-action="rematch" onClick={controller.rematch}>
          {t("end.rematch")}
        </button>
      )}
    </>
  );
}
