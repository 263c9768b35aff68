// A dialog over the page; Escape and the veil close it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";

interface DialogProps {
  title: string;
  kind?: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, kind = "", onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  // In the same task that adds it: a key pressed before the next frame must find it open.
  useLayoutEffect(() => {
    const it = box.current;
    if (it && !it.open) it.showModal();
    // One that is closed, not only taken away, gives the focus back to where it came from.
    return () => it?.close();
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
