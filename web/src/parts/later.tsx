// Pages and components that are loaded lazily, together with their texts.

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { loadMore } from "../state/settings";

/** Shown if a chunk fails to load: the server is unreachable or has another version. */
export function Unloaded() {
  return (
    <>
      <p class="note" role="status">
        {t("reasons.needs_server")}
      </p>
      <div class="acts">
        <button type="button" class="btn go" onClick={() => location.reload()}>
          {t("page.reload")}
        </button>
      </div>
    </>
  );
}

/** A lazy component that shows a loading message first, and `Missing` if loading fails. */
export function later<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  Missing: FunctionComponent<P> = Unloaded,
): FunctionComponent<P> {
  let known: FunctionComponent<P> | null = null;
  return function Later(props: P) {
    const [Part, setPart] = useState({ it: known });
    useEffect(() => {
      if (Part.it) return;
      Promise.all([load(), loadMore("more")]).then(
        ([part]) => {
          known = part;
          setPart({ it: part });
        },
        () => setPart({ it: Missing }),
      );
    }, []);
    if (Part.it) return <Part.it {...props} />;
    return (
      <p class="hidden" aria-busy="true">
        {t("page.loading")}
      </p>
    );
  };
}

/** A lazy component that fills the whole page. */
export function laterView<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  return later(load, () => (
    <main class="plain">
      <Unloaded />
    </main>
  ));
}
