// Asks the coach about a position: first for the quick answer, then for a more accurate one.

import { useEffect, useState } from "preact/hooks";
import { lang } from "../../i18n";
import { api } from "../../net/api";
import type { AdviceView } from "../../net/protocol";
import { problemText } from "../../parts/useRequest";

const RETRY_MS = 1000;

export interface AdviceState {
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
