// Polls for the review of a match until it is finished; leaving the page cancels this.

import { useEffect, useState } from "preact/hooks";
import { api } from "../../net/api";
import type { ReviewState } from "../../net/protocol";
import { problemText } from "../../parts/useRequest";

const AGAIN_MS = 700;

export function useReview(match: string): { state: ReviewState | null; problem: string } {
  const [found, setFound] = useState<{ state: ReviewState | null; problem: string }>({ state: null, problem: "" });
  useEffect(() => {
    let isStale = false;
    let isDone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function ask() {
      try {
        const state = await api.review(match);
        if (isStale) return;
        setFound({ state, problem: "" });
        isDone = state.status === "done";
        if (!isDone) timer = setTimeout(() => void ask(), AGAIN_MS);
      } catch (error) {
        isDone = true;
        if (!isStale) setFound({ state: null, problem: problemText(error) });
      }
    }
    void ask();
    return () => {
      isStale = true;
      clearTimeout(timer);
      if (!isDone) void api.review(match, true).catch(() => {});
    };
  }, [match]);
  return found;
}
