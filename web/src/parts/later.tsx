// Parts of a page that are loaded, with their texts, when they are drawn for the first time.

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadMore } from "../state/appearance";

/** A part that shows nothing until it is there, and itself at once from then on. */
export function later<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let known: FunctionComponent<P> | null = null;
  async function fetchIt(): Promise<void> {
    [known] = await Promise.all([load(), loadMore("more")]);
  }
  return function Later(props: P) {
    const [, setLoaded] = useState(known !== null);
    useEffect(() => {
      if (!known) void fetchIt().then(() => setLoaded(true));
    }, []);
    const Part = known;
    return Part && <Part {...props} />;
  };
}
