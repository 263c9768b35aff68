// Keyboard focus: kept when the focused element disappears, and moved by the arrow keys in a radio group.

/** The first available target: an open question, the dock if the focus was there, or the page heading. */
function nearestPlace(root: HTMLElement, wasInDock: boolean): HTMLElement | undefined {
  const places = ["dialog[open]", ".handover .btn", ...(wasInDock ? [".dock"] : []), "h1", "main"];
  const found = places.flatMap((place) => [...root.querySelectorAll<HTMLElement>(place)]);
  return found.find((place) => !place.closest("[inert]"));
}

/** True if an element cannot have the focus. */
function isGone(it: Element): boolean {
  return !it.isConnected || it.matches(":disabled");
}

/** Start watching the focus. */
export function keepFocus(root: HTMLElement): void {
  let last: Element | null = null;
  let wasInDock = false;
  addEventListener("focusin", ({ target }) => {
    last = target as Element;
    wasInDock = last.closest(".dock") !== null;
  });
  // A tap outside a button takes its focus away; an element that is gone at the end of this task was removed instead.
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

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Arrow keys in a radio group: they select an option and move the focus to it. */
export function chooseByArrows(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = STEPS[event.key];
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")];
  const at = radios.indexOf(event.target as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = radios[(at + step + radios.length) % radios.length];
  next?.focus();
  next?.click();
}
