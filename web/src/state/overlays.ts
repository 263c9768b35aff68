// Menus, dialogs and overlays as entries of the browser's history: Back closes the topmost one.

const open: (() => void)[] = [];
/** The number of history entries that stand for overlays. */
let entries = 0;
let isGoingBack = false;

interface OverlayState {
  overlays: number;
}

function entriesOf(state: unknown): number {
  return (state as OverlayState | null)?.overlays ?? 0;
}

/** Bring the history in line with what is open; an overlay that replaces another one takes over its entry. */
function settle(): void {
  if (isGoingBack) return;
  while (entries < open.length) {
    entries += 1;
    history.pushState({ overlays: entries }, "");
  }
  if (entries > open.length) {
    isGoingBack = true;
    history.go(open.length - entries);
  }
}

/** Open an overlay, which `close` closes; return a function to call once it is closed. */
export function openOverlay(close: () => void): () => void {
  open.push(close);
  queueMicrotask(settle);
  return () => {
    const i = open.lastIndexOf(close);
    if (i >= 0) open.splice(i, 1);
    // Not at once: the overlay may have been closed by one that opens, or by a link that is being followed.
    setTimeout(settle);
  };
}

/** Forget the overlays that were open before the page was loaded again. */
export function forgetOverlays(): void {
  if (entriesOf(history.state) > 0) history.replaceState(null, "");
}

/** After a step through the history, close the overlays that it has left. */
export function stepThroughOverlays(state: unknown): void {
  entries = entriesOf(state);
  if (!isGoingBack) while (open.length > entries) open.pop()?.();
  isGoingBack = false;
  settle();
}

/** Add a page to the history; it replaces the overlays that led to it. */
export function pushPage(path: string): void {
  if (entries > 0) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  entries = 0;
  open.length = 0;
}
