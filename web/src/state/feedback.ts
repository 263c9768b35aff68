// Sound, vibration, notification, title and wake lock: each only if enabled and supported.

import { t } from "../i18n";
import type { Settings } from "./settings";

export type Cue = "throw" | "pencil" | "ink" | "refused" | "turn" | "urge" | "end";

/** The short tones of each cue: pitch in hertz, start and length in seconds. */
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
  turn: [
    [660, 0, 0.08],
    [880, 0.1, 0.12],
  ],
  urge: [
    [880, 0, 0.09],
    [880, 0.16, 0.09],
    [1175, 0.32, 0.14],
  ],
  end: [
    [523, 0, 0.12],
    [659, 0.14, 0.12],
    [784, 0.28, 0.25],
  ],
};

/**
 * Create the function that plays cues; the audio context is created on first use, since browsers require a tap before.
 */
function makeSound(): (cue: Cue) => void {
  let audio: AudioContext | null = null;
  return (cue) => {
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
  };
}

/** Create the function that requests or releases the wake lock, which keeps the screen awake if the browser has one. */
function makeWakeLock(): (isWanted: boolean) => void {
  let lock: WakeLockSentinel | null = null;
  let wantsLock = false;

  async function hold(): Promise<void> {
    if (!("wakeLock" in navigator) || lock || document.hidden) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => {
        lock = null;
      });
    } catch {
      // The browser may refuse, e.g. on low battery: the match continues without it.
      lock = null;
    }
  }

  // The browser releases the lock of a hidden page.
  document.addEventListener("visibilitychange", () => {
    if (wantsLock) void hold();
  });

  return (isWanted) => {
    wantsLock = isWanted;
    if (isWanted) void hold();
    else void lock?.release();
  };
}

const BUZZ: Partial<Record<Cue, number | number[]>> = {
  ...{ throw: 30, refused: 60, turn: 120, end: 200, pencil: 12 },
  urge: [160, 90, 160, 90, 260],
};

export interface Feedback {
  cue(cue: Cue): void;
  /** Show in the title and, if allowed, in a notification that the player has to act. */
  showTurn(isWanted: boolean, table: { code: string; title: string }): void;
  stayAwake(isWanted: boolean): void;
}

export function makeFeedback(settings: () => Settings): Feedback {
  const play = makeSound();
  let wasWanted = false;

  /** Phones only show notifications through the service worker. */
  async function notify({ code, title }: { code: string; title: string }): Promise<void> {
    const isAllowed = "Notification" in window && Notification.permission === "granted";
    if (!settings().notify || !document.hidden || !isAllowed) return;
    const worker = await navigator.serviceWorker?.getRegistration();
    const words = { body: t("turn.own"), tag: `table-${code}`, icon: "/icon-192.png", data: { code } };
    if (worker) await worker.showNotification(title, words);
    else new Notification(title, words);
  }

  return {
    cue(cue) {
      if (settings().sound) play(cue);
      const buzz = BUZZ[cue];
      if (settings().vibration && buzz !== undefined && "vibrate" in navigator) navigator.vibrate(buzz);
    },
    showTurn(isWanted, table) {
      document.title = isWanted ? `● ${t("turn.own")} · ${table.title}` : `${table.title} · Paperdice`;
      if (isWanted && !wasWanted) void notify(table);
      wasWanted = isWanted;
    },
    stayAwake: makeWakeLock(),
  };
}
