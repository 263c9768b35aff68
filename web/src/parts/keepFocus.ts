// Focus is never lost: when what had it is gone, whoever plays by keys or by ear goes on from the nearest place.

/** The first of these that can be reached: a question, the dock if that was the place, the head of the page. */
function nearestPlace(root: HTMLElement, wasInDock: boolean): HTMLElement | undefined {
  const places = ["dialog[open]", ".handover .btn", ...(wasInDock ? [".dock"] : []), "h1", "main"];
  const found = places.flatMap((place) => [...root.querySelectorAll<HTMLElement>(place)]);
  return found.find((place) => !place.closest("[inert]"));
}

/** True if it cannot have the focus any more. */
function isGone(it: Element): boolean {
  return !it.isConnected || it.matches(":disabled");
}

/** Watches the page from now on. */
export function keepFocus(root: HTMLElement): void {
  let last: Element | null = null;
  let wasInDock = false;
  addEventListener("focusin", ({ target }) => {
    last = target as Element;
    wasInDock = last.closest(".dock") !== null;
  });
  // Who taps beside a button has left it; what is gone by the end of this task was taken away.
  addEventListener("focusout", () => {
    queueMicrotask(() => {
      if (last && !isGone(last) && document.activeElement !== last) last = null;
    });
  });
  new MutationObserver(() => {
    if (!last || !isGone(last) || document.activeElement !== document.body) return;
    const place = nearestPlace(root, wasInDock);
    if (!place) return;
    if (!place.matches("button, dialog")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
