// A finished match at its permanent address.

import { useState } from "preact/hooks";
import { formatReceipt } from "../fair/receipt";
import { t } from "../i18n";
import { botShort } from "../i18n/names";
import { api } from "../net/api";
import type { MatchFacts } from "../net/protocol";
import { AppBar, Link } from "../parts/AppBar";
import { Icon } from "../parts/Icon";
import { ownPaper, PrintButton } from "../parts/PrintButton";
import { CountPanel } from "../parts/result/CountPanel";
import { DiceCheck } from "../parts/result/DiceCheck";
import { WinnerBanner } from "../parts/result/WinnerBanner";
import { saveFile } from "../parts/saveFile";
import { ShareDialog } from "../parts/share/ShareDialog";
import { problemText, useRequest } from "../parts/useRequest";
import type { App } from "../state/app";
import { findTableOf, forgetMatch, loadReceipt } from "../state/storage";
import { readView, type View } from "../state/view";

async function load(match: string) {
  const facts = await api.match(match);
  const replay = facts.record ? await api.replay(facts.record) : null;
  const last = replay?.frames.at(-1);
  return { facts, view: last ? readView(last.view) : null };
}

interface ResultProps {
  app: App;
  facts: MatchFacts;
  view: View;
  onFault: (fault: string) => void;
}

function Result({ app, facts, view, onFault }: ResultProps) {
  const [isSharing, setSharing] = useState(false);
  const { match, record } = facts;
  const receipt = loadReceipt(match);
  const save = (text: string, name: string) => saveFile(new Blob([text], { type: "text/plain" }), name);
  const nameOf = (seat: number) => (facts.bots[seat] ? botShort(facts.bots[seat]) : (facts.names[seat] ?? ""));
  return (
    <>
      <WinnerBanner view={view} nameOf={nameOf} />
      <CountPanel view={view} nameOf={nameOf} />
      <DiceCheck match={match} />
      <div class="acts wrap">
        <button type="button" class="btn" onClick={() => save(record, `${match}.txt`)}>
          {t("match.record")}
        </button>
        {receipt && (
          <button type="button" class="btn" onClick={() => save(formatReceipt(receipt), `${match}-receipt.txt`)}>
            {t("match.receipt")}
          </button>
        )}
        <PrintButton onFault={onFault} file={`${match}.pdf`} load={() => api.printMatch({ record, ...ownPaper() })} />
        <button type="button" class="btn" onClick={() => setSharing(true)}>
          {t("end.share")}
        </button>
        <Link app={app} kind="btn go" to={{ page: "replay", match }}>
          {t("end.replay")}
        </Link>
      </div>
      {isSharing && (
        <ShareDialog view={view} nameOf={nameOf} address={location.href} onClose={() => setSharing(false)} />
      )}
    </>
  );
}

/** Takes the own name out of a match that was played on this device. */
function Forget({ app, match, onFault }: { app: App; match: string; onFault: (fault: string) => void }) {
  const stored = findTableOf(match);
  if (!stored) return null;
  async function forget(token: string) {
    try {
      await api.forget(match, token);
      forgetMatch(match);
      app.go({ page: "history" });
    } catch (error) {
      onFault(problemText(error));
    }
  }
  return (
    <button type="button" class="link" onClick={() => void forget(stored.token)}>
      <Icon name="close" />
      {t("match.forget")}
    </button>
  );
}

export function MatchPage({ app }: { app: App }) {
  const match = app.route.page === "match" ? app.route.match : "";
  const { value, problem } = useRequest(() => load(match), match);
  const [fault, setFault] = useState("");
  const { facts, view } = value ?? {};
  return (
    <div class="plain end">
      <AppBar app={app} />
      <main>
        {facts && view && <Result app={app} facts={facts} view={view} onFault={setFault} />}
        {facts && view && <Forget app={app} match={match} onFault={setFault} />}
        {facts && !view && (
          <Link app={app} kind="btn go" to={{ page: "table", code: facts.code }}>
            {t("match.running")}
          </Link>
        )}
        <p class="problem" role="alert">
          {problem || fault}
        </p>
      </main>
    </div>
  );
}
