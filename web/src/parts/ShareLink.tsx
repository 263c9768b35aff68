// A link to share: with the browser's share dialog, by copying, or as text.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";

interface ShareLinkProps {
  link: string;
  /** The text shared with the link. */
  text?: string;
  kind?: "link" | "btn";
}

export function ShareLink({ link, text, kind = "link" }: ShareLinkProps) {
  const [isCopied, setCopied] = useState(false);
  async function share() {
    if (typeof navigator.share === "function")
      return navigator.share({ title: "Paperdice", ...(text ? { text } : {}), url: link }).catch(() => {});
    if (navigator.clipboard) await navigator.clipboard.writeText(text ? `${text}\n${link}` : link);
    setCopied(true);
  }
  const canShare = typeof navigator.share === "function" || !!navigator.clipboard;
  if (!canShare) return <span class="link">{link.replace(/^https?:\/\//, "")}</span>;
  return (
    <button type="button" class={kind === "btn" ? "btn share" : "link"} onClick={() => void share()}>
      <Icon name={isCopied ? "check" : "share"} />
      {t(isCopied ? "lobby.copied" : "lobby.share")}
    </button>
  );
}
