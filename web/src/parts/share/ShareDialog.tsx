// Sharing a result: a picture of the count, and one line of text per player.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { shareText } from "../../state/count";
import type { View } from "../../state/view";
import { Dialog } from "../Dialog";
import { Icon } from "../Icon";
import { saveFile } from "../saveFile";

/** The side of the picture. */
const SIDE = 1080;

interface ShareProps {
  view: View;
  nameOf: NameOf;
  address: string;
  onClose: () => void;
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function savePicture(canvas: HTMLCanvasElement): Promise<void> {
  const blob = await blobOf(canvas);
  if (blob) saveFile(blob, "paperdice.png");
}

/** Hands picture and text to the browser's own dialog, which the person may close: that is no fault. */
async function shareAll(canvas: HTMLCanvasElement, text: string): Promise<void> {
  const blob = await blobOf(canvas);
  const files = blob ? [new File([blob], "paperdice.png", { type: "image/png" })] : [];
  await navigator.share({ text, ...(navigator.canShare?.({ files }) ? { files } : {}) }).catch(() => {});
}

function Buttons({ text, canvas }: { text: string; canvas: () => HTMLCanvasElement | null }) {
  const [isCopied, setCopied] = useState(false);
  function withCanvas(use: (canvas: HTMLCanvasElement) => Promise<void>) {
    const drawn = canvas();
    if (drawn) void use(drawn);
  }
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }
  return (
    <div class="acts wrap">
      <button type="button" class="btn" onClick={() => withCanvas(savePicture)}>
        {t("share.save")}
      </button>
      {navigator.clipboard && (
        <button type="button" class="btn" onClick={() => void copy()}>
          {isCopied ? <Icon name="check" /> : t("share.copy")}
        </button>
      )}
      {typeof navigator.share === "function" && (
        <button type="button" class="btn go" onClick={() => withCanvas((drawn) => shareAll(drawn, text))}>
          {t("end.share")}
        </button>
      )}
    </div>
  );
}

export function ShareDialog({ view, nameOf, address, onClose }: ShareProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = shareText(view, nameOf, address);
  useEffect(() => {
    void import("./picture").then(({ drawPicture }) => {
      if (canvas.current) drawPicture(canvas.current, view, nameOf);
    });
  }, []);
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
      <Buttons text={text} canvas={() => canvas.current} />
    </Dialog>
  );
}
