// Prints sheets with the browser, which can also save a PDF; shows an error if that fails.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";
import { problemText } from "./useRequest";

export const PAPERS = ["a4", "letter"] as const;
export type Paper = (typeof PAPERS)[number];

/** The paper size common in the region of this browser. */
export function ownPaper(): Paper {
  return /-(US|CA|MX|PH|CL|CO)$/.test(navigator.language) ? "letter" : "a4";
}

interface PrintButtonProps {
  draw: (draw: typeof import("./print/draw")) => Promise<import("./print/draw").PrintJob>;
  onFault: (fault: string) => void;
  kind?: string;
}

export function PrintButton({ draw, onFault, kind = "btn" }: PrintButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function print() {
    setBusy(true);
    onFault("");
    try {
      const paper = await import("./print/draw");
      paper.printPages(await draw(paper));
    } catch (error) {
      onFault(problemText(error));
    }
    setBusy(false);
  }
  return (
    <button type="button" class={kind} disabled={isBusy} onClick={() => void print()}>
      <Icon name="print" />
      {isBusy ? t("page.loading") : t("print.go")}
    </button>
  );
}
