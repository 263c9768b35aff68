// Sound, vibration, notification, title and a wakeful screen: each only where it is wished and the browser has it.

import { t } from "../i18n";
import type { Settings } from "./settings";

export type Cue = "throw" | "pencil" | "ink" | "refused" | "lock" | "turn" | "end";

/** Each cue as short tones: pitch in hertz, start and length in seconds. */
const TONES: Record<Cue, readonly (readonly [number, number, number])[]> = {
  throw: [
    [220, 0, 0.03],
    [180, 0.06, 0.03],
    [240, 0.12, 0.03],
    [160, 0.2, 0.05],
  ],
  pencil: [
    [1200, 0, 0.02],
    [900, 0.03, 0.02],
  ],
  ink: [[520, 0, 0.05]],
  refused: [[150, 0, 0.09]],
  lock: [
    [330, 0, 0.05],
    [247, 0.07, 0.09],
  ],
  turn: [
    [660, 0, 0.08],
    [880, 0.1, 0.12],
  ],
  end: [
    [523, 0, 0.12],
    [659, 0.14, 0.12],
    [784, 0.28, 0.25],
  ],
};
const BUZZ: Partial<Record<Cue, number>> = { throw: 30, refused: 60, turn: 120, end: 200, pencil: 12 };

export interface Feedback {
  cue(cue: Cue): void;
  /** Shows in title and, where allowed, in a notification that the seat is wanted. */
  showTurn(isWanted: boolean, title: string): void;
  stayAwake(isWanted: boolean): void;
}

export function makeFeedback(settings: () => Settings): Feedback {
  let audio: AudioContext | null = null;
  let lock: WakeLockSentinel | null = null;
  let wantsLock = false;
  let wasWanted = false;

  function play(cue: Cue): void {
    audio ??= new AudioContext();
    for (const [pitch, start, length] of TONES[cue]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const from = audio.currentTime + start;
      tone.frequency.value = pitch;
      tone.type = cue === "pencil" || cue === "throw" ? "triangle" : "sine";
      volume.gain.setValueAtTime(0.12, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(from + length);
    }
  }

  /** Phones show notifications through the service worker only. */
  async function notify(title: string): Promise<void> {
    const isAllowed = "Notification" in window && Notification.permission === "granted";
    if (!settings().notify || !document.hidden || !isAllowed) return;
    const worker = await navigator.serviceWorker?.getRegistration();
    const words = { body: t("turn.own"), tag: "paperdice", icon: "/icon-192.png" };
    if (worker) await worker.showNotification(title, words);
    else new Notification(title, words);
  }

  async function holdLock(): Promise<void> {
    if (!("wakeLock" in navigator) || lock || document.hidden) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        lock = null;
      });
    } catch {
      // The browser may refuse, e.g. on low battery: the match goes on without it.
      lock = null;
    }
  }

  document.addEventListener("visibilitychange", () => {
    if (wantsLock) void holdLock();
  });

  return {
    cue(cue) {
      if (settings().sound) play(cue);
      const ms = BUZZ[cue];
      if (settings().vibration && ms !== undefined && "vibrate" in navigator) navigator.vibrate(ms);
    },
    showTurn(isWanted, title) {
      document.title = isWanted ? `● ${t("turn.own")} · ${title}` : `${title} · Paperdice`;
      if (isWanted && !wasWanted) void notify(title);
      wasWanted = isWanted;
    },
    stayAwake(isWanted) {
      wantsLock = isWanted;
      if (isWanted) void holdLock();
      else void lock?.release();
    },
  };
}
