// A modal dialog; Escape, Back and a click on the backdrop close it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { openOverlay } from "../state/overlays";
import { Icon } from "./Icon";

interface DialogProps {
  title: string;
  kind?: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, kind = "", onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  // Opened in the same task that adds it, so that a key pressed before the next frame reaches it.
  useLayoutEffect(() => {
    const it = box.current;
    if (it && !it.open) it.showModal();
    const closed = openOverlay(() => it?.close());
    // Closing a dialog, unlike removing it, returns the focus to its previous place.
    return () => {
      it?.close();
      closed();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={`dialog ${kind}`}
      aria-label={title}
      onClose={() => box.current && onClose()}
      onClick={(event) => event.target === box.current && box.current?.close()}
    >
      <div class="inside">
        <header>
          <h2>{title}</h2>
          <button type="button" class="icon" aria-label={t("dialog.close")} onClick={() => box.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
