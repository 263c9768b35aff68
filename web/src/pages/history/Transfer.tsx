// Transfer of all matches to another device: export to a file or a table, and import.

import { useState } from "preact/hooks";
import type { Receipt } from "../../fair/receipt";
import { t } from "../../i18n";
import { brokenNames } from "../../i18n/broken";
import { api } from "../../net/api";
import { saveFile } from "../../parts/saveFile";
import type { App } from "../../state/app";
import { archiveOf, csvOf, importArchive, readArchive } from "../../state/archive";
import { loadReceipt } from "../../state/receipts";
import { loadBroken, loadResults } from "../../state/storage";

/** Fetch the records that the server still has, one request at a time. */
async function fetchRecords(matches: readonly string[]): Promise<Record<string, string>> {
  const records: Record<string, string> = {};
  for (const match of matches) {
    const facts = await api.match(match).catch(() => null);
    if (facts?.record) records[match] = facts.record;
  }
  return records;
}

function receiptsOf(matches: readonly string[]): Record<string, Receipt> {
  return Object.fromEntries(
    matches.flatMap((match) => {
      const receipt = loadReceipt(match);
      return receipt ? [[match, receipt]] : [];
    }),
  );
}

const saveText = (text: string, name: string, type: string) =>
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name);

export function Transfer({ app, onNews }: { app: App; onNews: (news: string) => void }) {
  const [isBusy, setBusy] = useState(false);
  const results = loadResults();

  async function exportAll() {
    setBusy(true);
    const matches = results.map((result) => result.match);
    const records = await fetchRecords(matches);
    const text = await archiveOf({ results, receipts: receiptsOf(matches), records }, loadBroken());
    saveText(text, "paperdice-matches.txt", "text/plain");
    const missing = matches.length - Object.keys(records).length;
    onNews(missing > 0 ? t("history.missing", { n: missing }) : t("history.exported", { n: matches.length }));
    setBusy(false);
  }

  async function importAll(file: File) {
    const archive = await readArchive(await file.text().catch(() => ""));
    if (!archive) return onNews(t("history.unreadable"));
    const { n_added, broken, dropped } = await importArchive(archive);
    const left = broken.length > 0 ? t("history.left_out", { n: broken.length, names: brokenNames(broken) }) : "";
    const old = dropped.length > 0 ? t("history.no_room", { n: dropped.length, names: brokenNames(dropped) }) : "";
    onNews([t("history.imported", { n: n_added }), left, old].filter(Boolean).join(" "));
    app.redraw();
  }

  return (
    <div class="acts wrap">
      <button
        type="button"
        class="btn"
        disabled={isBusy || results.length + loadBroken().length === 0}
        onClick={() => void exportAll()}
      >
        {t("history.export")}
        <small>{t("history.export_note")}</small>
      </button>
      <button
        type="button"
        class="btn"
        disabled={results.length === 0}
        onClick={() => saveText(csvOf(results), "paperdice-matches.csv", "text/csv")}
      >
        {t("history.table")}
        <small>{t("history.table_note")}</small>
      </button>
      <label class="btn file">
        {t("history.import")}
        <small>{t("history.import_note")}</small>
        <input
          type="file"
          accept=".txt"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void importAll(file);
          }}
        />
      </label>
    </div>
  );
}
