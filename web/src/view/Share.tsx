// Sharing a result: a picture of the count, and one line of text per player.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { View } from "../view";
import { shareText } from "./count";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";
import { drawPicture, SIDE } from "./picture";
import type { NameOf } from "./say";

interface ShareProps {
  view: View;
  nameOf: NameOf;
  address: string;
  onClose: () => void;
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

export function ShareDialog({ view, nameOf, address, onClose }: ShareProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isCopied, setCopied] = useState(false);
  const text = shareText(view, nameOf, address);
  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, view, nameOf);
  }, []);

  async function share() {
    const blob = canvas.current && (await blobOf(canvas.current));
    const files = blob ? [new File([blob], "paperdice.png", { type: "image/png" })] : [];
    // The person may close the browser's own dialog: that is no fault.
    await navigator.share({ text, ...(navigator.canShare?.({ files }) ? { files } : {}) }).catch(() => {});
  }

  async function save() {
    const blob = canvas.current && (await blobOf(canvas.current));
    if (!blob) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "paperdice.png";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <Dialog title={t("end.share")} kind="share" onClose={onClose}>
      <canvas ref={canvas} width={SIDE} height={SIDE} role="img" aria-label={t("share.picture")} />
      <textarea
        readOnly
        rows={view.seats + 2}
        aria-label={t("share.text")}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="acts wrap">
        <button type="button" class="btn" onClick={() => void save()}>
          {t("share.save")}
        </button>
        {navigator.clipboard && (
          <button
            type="button"
            class="btn"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {isCopied ? <Icon name="check" /> : t("share.copy")}
          </button>
        )}
        {typeof navigator.share === "function" && (
          <button type="button" class="btn go" onClick={() => void share()}>
            {t("end.share")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
