// A single request to the server, with its three states.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { reasonText } from "../i18n/reason";
import { isUnreachable, RequestError } from "../net/api";

/** The pause before a request is repeated while the server cannot be reached. */
const RETRY_MS = 10_000;

/** The error messages of browsers for a chunk that fails to load. */
const UNLOADED = /dynamically imported module|module script|preload/i;

export interface RequestState<T> {
  value: T | null;
  /** The error message for the user; empty if there is none. */
  problem: string;
}

/** The message for an error, usually that of a request; it does not promise a retry. */
export function problemText(error: unknown): string {
  if (error instanceof RequestError && error.problem) return reasonText(error.problem.why);
  if (isUnreachable(error) || (error instanceof Error && UNLOADED.test(error.message)))
    return t("reasons.needs_server");
  return t(error instanceof RequestError && error.status >= 500 ? "reasons.server_failed" : "page.failed");
}

/**
 * Send a request, and repeat it while the server cannot be reached: after a pause, and when the device is online again.
 * Return a function that stops this.
 */
export function keepAsking<T>(ask: () => Promise<T>, onState: (state: RequestState<T>) => void): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function stopWaiting(): void {
    clearTimeout(timer);
    removeEventListener("online", attempt);
  }
  function fail(error: unknown): void {
    const isRepeated = isUnreachable(error);
    if (isRepeated) {
      timer = setTimeout(attempt, RETRY_MS);
      addEventListener("online", attempt);
    }
    onState({ value: null, problem: isRepeated ? t("home.unreachable") : problemText(error) });
  }
  function attempt(): void {
    stopWaiting();
    ask().then(
      (value) => !isStopped && onState({ value, problem: "" }),
      (error: unknown) => !isStopped && fail(error),
    );
  }
  attempt();
  return () => {
    isStopped = true;
    stopWaiting();
  };
}

export function useRequest<T>(ask: () => Promise<T>, key: string): RequestState<T> {
  const [request, setRequest] = useState<RequestState<T>>({ value: null, problem: "" });
  useEffect(() => keepAsking(ask, setRequest), [key]);
  return request;
}
