// Shaking the phone instead of tapping the dice, where the device tells its motion.

/** An acceleration that only a shake has, in m/s² without gravity; a shake that went before is not one. */
const SHAKE = 18;
const QUIET_MS = 600;

/** Safari asks for permission, after a tap. */
interface AskedMotion {
  requestPermission?: () => Promise<"granted" | "denied">;
}

/** True if this device may tell its motion: phones and tablets do, over a secure connection. */
export function canShake(): boolean {
  return "DeviceMotionEvent" in globalThis && isSecureContext && matchMedia("(pointer: coarse)").matches;
}

/** Ask for permission where the platform wants that, in a tap; without it, dice are tapped. */
export function askForMotion(): void {
  const motion = DeviceMotionEvent as unknown as AskedMotion;
  void motion.requestPermission?.().catch(() => "denied");
}

/** Call back at the first shake; returns a function that stops this. */
export function watchShakes(shaken: () => void): () => void {
  const since = performance.now();
  function feel({ acceleration }: DeviceMotionEvent) {
    const { x, y, z } = acceleration ?? {};
    const force = Math.hypot(x ?? 0, y ?? 0, z ?? 0);
    if (force < SHAKE || performance.now() - since < QUIET_MS) return;
    stop();
    shaken();
  }
  const stop = () => removeEventListener("devicemotion", feel);
  addEventListener("devicemotion", feel);
  return stop;
}
