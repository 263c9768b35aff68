// Something asked of the server once, with its three states.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { reasonText } from "../i18n/reason";
import { RequestError } from "./api";

export interface Fetched<T> {
  value: T | null;
  /** Why there is nothing, for a person; empty while all is well. */
  problem: string;
}

/** The sentence for a failed request. */
export function problemText(error: unknown): string {
  return error instanceof RequestError && error.problem ? reasonText(error.problem.why) : t("home.unreachable");
}

export function useFetched<T>(ask: () => Promise<T>, key: string): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>({ value: null, problem: "" });
  useEffect(() => {
    let isStale = false;
    ask().then(
      (value) => !isStale && setFetched({ value, problem: "" }),
      (error: unknown) => !isStale && setFetched({ value: null, problem: problemText(error) }),
    );
    return () => {
      isStale = true;
    };
  }, [key]);
  return fetched;
}
