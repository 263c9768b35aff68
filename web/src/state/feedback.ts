// Sound, vibration, notification, title and wake lock: each only if enabled and supported.

import { t } from "../i18n";
import type { Settings } from "./settings";
import { type Cue, makeSound } from "./sound";
import { makeWakeLock } from "./wakeLock";

const BUZZ: Partial<Record<Cue, number>> = { throw: 30, refused: 60, turn: 120, end: 200, pencil: 12 };

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
      const ms = BUZZ[cue];
      if (settings().vibration && ms !== undefined && "vibrate" in navigator) navigator.vibrate(ms);
    },
    showTurn(isWanted, table) {
      document.title = isWanted ? `● ${t("turn.own")} · ${table.title}` : `${table.title} · Paperdice`;
      if (isWanted && !wasWanted) void notify(table);
      wasWanted = isWanted;
    },
    stayAwake: makeWakeLock(),
  };
}
