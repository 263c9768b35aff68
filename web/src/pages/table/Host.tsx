// The rights of the host of a table: removing people, and letting in those who knock.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import type { TableController } from "../../state/controller";
import { isHost } from "../../state/evening";

/** People who wait to be let in, for the host. */
export function Knocks({ controller }: { controller: TableController }) {
  const table = controller.state();
  if (!isHost(table, controller.stored().seats)) return null;
  const waiting = (table.facts?.guests ?? []).filter(({ waits }) => waits);
  return (
    <>
      {waiting.map(({ guest, name }) => (
        <p key={guest} class="knock" role="status">
          <span>{t("lobby.knocks", { name })}</span>
          <button type="button" class="btn" onClick={() => controller.send({ type: "admit", guest })}>
            {t("lobby.let_in")}
          </button>
        </p>
      ))}
    </>
  );
}

interface RemoveProps {
  controller: TableController;
  name: string;
  who: { seat: number } | { guest: number };
}

/** Removes somebody after a question. */
export function RemoveButton({ controller, name, who }: RemoveProps) {
  const [isAsking, setAsking] = useState(false);
  function remove() {
    setAsking(false);
    controller.send({ type: "remove", ...who });
  }
  return (
    <>
      <button type="button" class="icon" aria-label={t("lobby.remove", { name })} onClick={() => setAsking(true)}>
        <Icon name="close" />
      </button>
      {isAsking && (
        <Dialog title={t("lobby.remove_ask", { name })} onClose={() => setAsking(false)}>
          <p>{t("lobby.remove_note", { name })}</p>
          <div class="acts">
            <button type="button" class="btn" onClick={() => setAsking(false)}>
              {t("lobby.remove_keep")}
            </button>
            <button type="button" class="btn go" onClick={remove}>
              {t("lobby.remove_go")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
