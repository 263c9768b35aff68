// One's own name at a table, which can be changed, and one's seat, which can be given up before the match.

import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";
import type { App } from "../../state/app";
import type { TableController } from "../../state/controller";

export interface NameDialogProps {
  app: App;
  controller: TableController;
  seat: number;
  onClose: () => void;
}

export function NameDialog({ app, controller, seat, onClose }: NameDialogProps) {
  const { facts } = controller.state();
  const [name, setName] = useState(facts?.seats[seat]?.name ?? "");
  const isOnly = controller.stored().seats.length === 1;
  function rename(event: Event) {
    event.preventDefault();
    const given = name.trim();
    if (!given) return;
    if (isOnly) app.change({ name: given });
    controller.send({ type: "rename", seat, name: given });
    onClose();
  }
  function stand() {
    controller.stand(seat);
    onClose();
  }
  return (
    <Dialog title={t("lobby.name")} onClose={onClose}>
      <form class="naming" onSubmit={rename}>
        <input
          aria-label={t("lobby.name")}
          value={name}
          maxLength={24}
          required
          autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <div class="acts">
          {facts?.status === "lobby" && (
            <button type="button" class="btn" onClick={stand}>
              {t("lobby.stand")}
            </button>
          )}
          <button type="submit" class="btn go">
            {t("act.done")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
