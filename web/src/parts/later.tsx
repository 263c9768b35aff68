// Pages and parts of pages that are loaded, with their texts, when they are drawn for the first time.

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { loadMore } from "../state/appearance";

/** In place of what did not come: the server is gone, or has another version. */
export function Unloaded() {
  return (
    <>
      <p class="note" role="status">
        {t("home.unreachable")}
      </p>
      <div class="acts">
        <button type="button" class="btn go" onClick={() => location.reload()}>
          {t("page.reload")}
        </button>
      </div>
    </>
  );
}

/** A part that says that it is loaded until it is there, and itself at once from then on; or what stands in its place. */
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

/** A part that takes the whole page. */
export function laterView<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  return later(load, () => (
    <main class="plain">
      <Unloaded />
    </main>
  ));
}
