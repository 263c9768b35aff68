// Leaving a running match: asks for confirmation, and offers a bot to the remaining players.

import { t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";
import type { App } from "../../state/app";
import type { TableController } from "../../state/controller";
import { usualBot } from "../../state/table";

interface LeaveProps {
  app: App;
  controller: TableController;
  onClose: () => void;
}

export function Leave({ app, controller, onClose }: LeaveProps) {
  const table = controller.state();
  const own = table.ownSeats.map((each) => each.seat);
  const hasCompany = (table.facts?.seats ?? []).some((seat) => seat.kind === "person" && !own.includes(seat.seat));
  const bot = usualBot(table);
  function go(played: string | null) {
    controller.leave(played);
    void app.go({ page: "home" });
  }
  return (
    <Dialog title={t("leave.title")} onClose={onClose}>
      <p>{t(hasCompany ? "leave.company" : "leave.alone")}</p>
      <div class="acts wrap">
        {hasCompany && bot && (
          <button type="button" class="btn go" onClick={() => go(bot)}>
            {t("leave.bot")}
          </button>
        )}
        <button type="button" class={hasCompany ? "btn" : "btn go"} onClick={() => go(null)}>
          {t("leave.go")}
        </button>
        <button type="button" class="btn" onClick={onClose}>
          {t("leave.stay")}
        </button>
      </div>
    </Dialog>
  );
}
