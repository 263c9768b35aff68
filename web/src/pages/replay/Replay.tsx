// The replay of any record: a match on this server, a file, or pasted text.

import { useEffect, useState } from "preact/hooks";
import type { GameName } from "../../games/registry";
import { t } from "../../i18n";
import { library, type Replay as ReplayData } from "../../library";
import { api } from "../../net/api";
import { AppBar } from "../../parts/AppBar";
import { problemText } from "../../parts/useRequest";
import { WithGame } from "../../parts/WithGame";
import type { App } from "../../state/app";
import { ReplayView } from "./ReplayView";

function Import({ onRecord }: { onRecord: (record: Promise<string>) => void }) {
  const [text, setText] = useState("");
  function read(files: FileList | null) {
    const file = files?.[0];
    if (file) onRecord(file.text());
  }
  return (
    <section class="card import">
      <label class="btn">
        {t("replay.file")}
        <input
          class="hidden"
          type="file"
          accept=".txt,text/plain"
          onChange={(event) => read(event.currentTarget.files)}
        />
      </label>
      <label for="record">{t("replay.paste")}</label>
      <textarea id="record" rows={10} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button
        type="button"
        class="btn go"
        disabled={text.trim() === ""}
        onClick={() => onRecord(Promise.resolve(text))}
      >
        {t("replay.show")}
      </button>
    </section>
  );
}

export function Replay({ app }: { app: App }) {
  const match = app.route.page === "replay" ? app.route.match : null;
  const [shown, setShown] = useState<ReplayData | null>(null);
  const [problem, setProblem] = useState("");

  async function show(record: Promise<string>) {
    try {
      setShown(await library.replay(await record));
      setProblem("");
    } catch (error) {
      setProblem(problemText(error));
    }
  }
  useEffect(() => {
    if (match !== null) void show(api.match(match).then((facts) => facts.record));
  }, [match]);

  function leave() {
    setShown(null);
    app.go(match === null ? { page: "home" } : { page: "match", match });
  }

  const game = shown?.frames[0]?.view.game;
  if (shown && game) {
    return (
      <WithGame game={game as GameName}>
        <ReplayView replay={shown} match={match} onLeave={leave} />
      </WithGame>
    );
  }
  return (
    <div class="plain">
      <AppBar app={app} title={t("replay.title")} />
      <main>
        {match === null && <Import onRecord={(record) => void show(record)} />}
        <p class="problem" role="alert">
          {problem}
        </p>
      </main>
    </div>
  );
}
