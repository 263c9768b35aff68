// A single request to the server, with its three states.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { reasonText } from "../i18n/reason";
import { RequestError } from "../net/api";

export interface RequestState<T> {
  value: T | null;
  /** The error message for the user; empty if there is none. */
  problem: string;
}

/** The message for a failed request. */
export function problemText(error: unknown): string {
  return error instanceof RequestError && error.problem ? reasonText(error.problem.why) : t("home.unreachable");
}

export function useRequest<T>(ask: () => Promise<T>, key: string): RequestState<T> {
  const [request, setRequest] = useState<RequestState<T>>({ value: null, problem: "" });
  useEffect(() => {
    let isStale = false;
    ask().then(
      (value) => !isStale && setRequest({ value, problem: "" }),
      (error: unknown) => !isStale && setRequest({ value: null, problem: problemText(error) }),
    );
    return () => {
      isStale = true;
    };
  }, [key]);
  return request;
}
