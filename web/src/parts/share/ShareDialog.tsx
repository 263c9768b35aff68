// Shares a result: a picture of the count, and one line of text per player.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { shareText } from "../../state/count";
import type { View } from "../../state/view";
import { Dialog } from "../Dialog";
import { Icon } from "../Icon";
import { saveFile } from "../saveFile";

/** The side length of the picture. */
const SIDE = 1080;

interface ShareProps {
  heading?: string;
  /** The name of the picture's file. */
  name?: string;
  view: View;
  nameOf: NameOf;
  address: string;
  onClose: () => void;
  children?: ComponentChildren;
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function savePicture(canvas: HTMLCanvasElement | null, name: string): Promise<void> {
  const blob = canvas && (await blobOf(canvas));
  if (blob) saveFile(blob, `${name}.png`);
}

/** Share picture and text with the browser's dialog; the user may close it, which is not an error. */
async function shareAll(canvas: HTMLCanvasElement | null, text: string, name: string): Promise<void> {
  const blob = canvas && (await blobOf(canvas));
  const files = blob ? [new File([blob], `${name}.png`, { type: "image/png" })] : [];
  await navigator.share({ text, ...(navigator.canShare?.({ files }) ? { files } : {}) }).catch(() => {});
}

interface ButtonsProps {
  name: string;
  text: string;
  /** Resolves to the canvas with the picture, or to null after an error was shown. */
  drawn: () => Promise<HTMLCanvasElement | null>;
}

function Buttons({ name, text, drawn }: ButtonsProps) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }
  return (
    <div class="acts wrap">
      <button type="button" class="btn" onClick={() => void drawn().then((canvas) => savePicture(canvas, name))}>
        {t("share.save")}
      </button>
      {navigator.clipboard && (
        <button type="button" class="btn" onClick={() => void copy()}>
          {isCopied ? <Icon name="check" /> : t("share.copy")}
        </button>
      )}
      {typeof navigator.share === "function" && (
        <button
          type="button"
          class="btn go"
          onClick={() => void drawn().then((canvas) => shareAll(canvas, text, name))}
        >
          {t("end.share")}
        </button>
      )}
    </div>
  );
}

/** Draw a picture at once; if that fails, the user can try again. */
function usePicture(view: View, nameOf: NameOf) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<Promise<HTMLCanvasElement | null> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  async function draw(): Promise<HTMLCanvasElement | null> {
    if (!canvas.current) return null;
    try {
      const { drawPicture } = await import("./picture");
      await drawPicture(canvas.current, view, nameOf);
      setFailed(false);
      return canvas.current;
    } catch {
      setFailed(true);
      return null;
    }
  }
  useEffect(() => {
    drawing.current = draw();
  }, []);
  return { canvas, hasFailed, drawn: async () => (await drawing.current) ?? (await draw()) };
}

export function ShareDialog(props: ShareProps) {
  const { heading = t("end.share"), name = "paperdice", view, nameOf, address, onClose, children } = props;
  const { canvas, hasFailed, drawn } = usePicture(view, nameOf);
  const text = shareText(view, nameOf, address);
  return (
    <Dialog title={heading} kind="share" onClose={onClose}>
      <canvas ref={canvas} width={SIDE} height={SIDE} role="img" aria-label={t("share.picture")} />
      <textarea
        readOnly
        rows={view.seats + 2}
        aria-label={t("share.text")}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p class="problem" role="alert">
        {hasFailed && t("share.failed")}
      </p>
      <Buttons name={name} text={text} drawn={drawn} />
      {children}
    </Dialog>
  );
}
