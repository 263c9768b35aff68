// In place of a table: one moment until it is there, or why it will not come.

import { t } from "../../i18n";
import { reasonText } from "../../i18n/reason";
import { AppBar } from "../../parts/AppBar";
import type { App } from "../../state/app";
import { UNKNOWN_TABLE } from "../../state/table";
import type { Reason } from "../../state/view";

export function Waiting({ app, gone }: { app: App; gone: Reason | null }) {
  const mayHelpToReload = gone !== null && gone.id !== UNKNOWN_TABLE.id;
  return (
    <div class="plain">
      <AppBar app={app} />
      <main>
        <h1 class="hidden">{t("lobby.guest")}</h1>
        <p class="note" role="status">
          {gone ? reasonText(gone) : t("page.loading")}
        </p>
        {mayHelpToReload && (
          <div class="acts">
            <button type="button" class="btn go" onClick={() => location.reload()}>
              {t("page.reload")}
            </button>
          </div>
        )}
      </main>
    </div>
  );
}
