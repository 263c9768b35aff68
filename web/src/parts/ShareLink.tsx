// A link to hand on: by the browser's own dialog, by the clipboard, or to read.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";

export function ShareLink({ link }: { link: string }) {
  const [isCopied, setCopied] = useState(false);
  async function share() {
    if (typeof navigator.share === "function")
      return navigator.share({ title: "Paperdice", url: link }).catch(() => {});
    if (navigator.clipboard) await navigator.clipboard.writeText(link);
    setCopied(true);
  }
  const canShare = typeof navigator.share === "function" || !!navigator.clipboard;
  if (!canShare) return <span class="link">{link.replace(/^https?:\/\//, "")}</span>;
  return (
    <button type="button" class="link" onClick={() => void share()}>
      <Icon name={isCopied ? "check" : "share"} />
      {t(isCopied ? "lobby.copied" : "lobby.share")}
    </button>
  );
}
