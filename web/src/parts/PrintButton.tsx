// Makes a PDF and saves it; says what is wrong instead where that fails.

import { useState } from "preact/hooks";
import { lang, t } from "../i18n";
import { Icon } from "./Icon";
import { saveFile } from "./saveFile";
import { problemText } from "./useRequest";

export const PAPERS = ["a4", "letter"] as const;
export type Paper = (typeof PAPERS)[number];

/** The paper that printers hold where this browser is at home, and the language of the page. */
export function ownPaper(): { paper: Paper; language: string } {
  const isLetter = /-(US|CA|MX|PH|CL|CO)$/.test(navigator.language);
  return { paper: isLetter ? "letter" : "a4", language: lang() };
}

interface PrintButtonProps {
  file: string;
  load: () => Promise<Blob>;
  onFault: (fault: string) => void;
  kind?: string;
}

export function PrintButton({ file, load, onFault, kind = "btn" }: PrintButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function print() {
    setBusy(true);
    onFault("");
    try {
      saveFile(await load(), file);
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
