// A screen that stays awake while a match is played, where the browser can do that.

/** Gives what switches the wish for a wakeful screen on and off. */
export function makeWakeLock(): (isWanted: boolean) => void {
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
      // The browser may refuse, e.g. on low battery: the match goes on without it.
      lock = null;
    }
  }

  // The browser drops the lock of a hidden page.
  document.addEventListener("visibilitychange", () => {
    if (wantsLock) void hold();
  });

  return (isWanted) => {
    wantsLock = isWanted;
    if (isWanted) void hold();
    else void lock?.release();
  };
}
