// Shown instead of a table: loading, or why it cannot be opened, with a next step.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { reasonText } from "../../i18n/reason";
import { AppBar, Link } from "../../parts/AppBar";
import type { App } from "../../state/app";
import { UNKNOWN_TABLE } from "../../state/table";
import type { Reason } from "../../state/view";
import { JoinForm } from "../home/JoinForm";

/** After this time without an answer the server counts as unreachable. */
const PATIENCE_MS = 3_000;

/** True once the server has not answered for a while. */
function useUnreachable(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate || !navigator.onLine;
}

export function Waiting({ app, gone }: { app: App; gone: Reason | null }) {
  const isUnreachable = useUnreachable();
  const isUnknown = gone?.id === UNKNOWN_TABLE.id;
  const why = gone ? reasonText(gone) : t(isUnreachable ? "home.unreachable" : "page.loading");
  return (
    <div class="plain">
      <AppBar app={app} />
      <main>
        <h1 class="hidden">{t("lobby.guest")}</h1>
        <p class="note" role="status">
          {why}
        </p>
        {isUnknown && <p class="note">{t("page.no_table")}</p>}
        {isUnknown && <JoinForm app={app} />}
        {(gone || isUnreachable) && (
          <div class="acts">
            {!isUnknown && (
              <button type="button" class="btn go" onClick={() => location.reload()}>
                {t("page.reload")}
              </button>
            )}
            <Link app={app} kind="btn" to={{ page: "home" }}>
              {t("page.new_table")}
            </Link>
          </div>
        )}
      </main>
    </div>
  );
}
