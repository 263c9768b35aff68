// Keeps the screen awake during a match, if the browser supports it.

/** Create the function that requests or releases the wake lock. */
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
