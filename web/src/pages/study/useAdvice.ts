// Asks the server for advice on a position, or for the review of a match.

import { useEffect, useState } from "preact/hooks";
import { lang } from "../../i18n";
import { api } from "../../net/api";
import type { AdviceView, ReviewState } from "../../net/protocol";
import { problemText } from "../../parts/useRequest";

const RETRY_MS = 1000;

interface AdviceState {
  advice: AdviceView | null;
  /** True while the coach of this game is being compiled. */
  isWaiting: boolean;
  problem: string;
}

const NOTHING: AdviceState = { advice: null, isWaiting: false, problem: "" };

/** The coach's advice for a seat's decision; empty without a position. */
export function useAdvice(position: string | null, seat: number): AdviceState {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState(NOTHING);
    async function ask(longer: boolean) {
      if (position === null || isStale) return;
      try {
        const { advice } = await api.advise({ position, seat, language: lang(), longer });
        if (isStale) return;
        if (advice === null) {
          setState({ ...NOTHING, isWaiting: true });
          timer = setTimeout(() => void ask(longer), RETRY_MS);
          return;
        }
        setState({ ...NOTHING, advice });
        if (!longer) await ask(true);
      } catch (error) {
        if (!isStale) setState({ ...NOTHING, problem: problemText(error) });
      }
    }
    void ask(false);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [position, seat]);
  return state;
}

const AGAIN_MS = 700;

/** Polls for the review of a match until it is finished; leaving the page cancels this. */
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
