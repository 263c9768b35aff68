// Makes a PDF and saves it; says what is wrong instead where that fails, and lets the browser print where no server is.

import { useState } from "preact/hooks";
import type { PrintedPages } from "../../rules/drawn/pictures.js";
import { lang, t } from "../i18n";
import { RequestError } from "../net/api";
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
  /** The same sheets as the browser itself can print them, where no server answers. */
  draw: () => Promise<PrintedPages>;
  onFault: (fault: string) => void;
  kind?: string;
}

export function PrintButton({ file, load, draw, onFault, kind = "btn" }: PrintButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [isAlone, setAlone] = useState(false);
  async function run(deed: () => Promise<void>) {
    setBusy(true);
    onFault("");
    try {
      await deed();
      setAlone(false);
    } catch (error) {
      const isUnanswered = !(error instanceof RequestError);
      setAlone(isUnanswered);
      onFault(isUnanswered ? t("print.here_note") : problemText(error));
    }
    setBusy(false);
  }
  const save = () => run(async () => saveFile(await load(), file));
  const printHere = () =>
    run(async () => {
      const { printPages } = await import("./print/here");
      printPages(await draw());
    });
  return (
    <>
      <button type="button" class={kind} disabled={isBusy} onClick={() => void save()}>
        <Icon name="print" />
        {isBusy ? t("page.loading") : t("print.go")}
      </button>
      {isAlone && (
        <button type="button" class={kind} disabled={isBusy} onClick={() => void printHere()}>
          <Icon name="print" />
          {t("print.here")}
        </button>
      )}
    </>
  );
}
