// A finished match at its permanent address.

import { useState } from "preact/hooks";
import { formatReceipt } from "../fair/receipt";
import { t } from "../i18n";
import { longDate } from "../i18n/evening";
import { botShort } from "../i18n/names";
import { library } from "../library";
import { api } from "../net/api";
import { isLocal } from "../net/local";
import type { MatchFacts } from "../net/protocol";
import { AppBar, Link } from "../parts/AppBar";
import { Icon } from "../parts/Icon";
import { ownPaper, PrintButton } from "../parts/PrintButton";
import { DiceCheck } from "../parts/result/DiceCheck";
import { FinalCount } from "../parts/result/FinalCount";
import { Outcome } from "../parts/result/Outcome";
import { saveFile } from "../parts/saveFile";
import { ShareDialog } from "../parts/share/ShareDialog";
import { problemText, useRequest } from "../parts/useRequest";
import type { App } from "../state/app";
import { bgStatsLink } from "../state/count";
import { againRequest, openTable } from "../state/openTable";
import { findTableOf, loadReceipt } from "../state/receipts";
import { forgetMatch, loadResults, randomHex } from "../state/storage";
import { readView, type View } from "../state/view";

async function load(match: string) {
  const facts = await api.match(match);
  return { facts, view: facts.record ? readView(await library.finalView(facts.record)) : null };
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
  const date = longDate(facts.finished ?? Date.now());
  const results = loadResults();
  const result = results.find((each) => each.match === match);
  const publicName = (seat: number) =>
    facts.bots[seat] ? botShort(facts.bots[seat]) : facts.names[seat] || t("people.player", { number: seat + 1 });
  const mine = result?.own.length === 1 ? result.own[0] : undefined;
  const nameOf = (seat: number) => (seat === mine ? t("turn.you") : publicName(seat));
  return (
    <>
      <FinalCount view={view} nameOf={nameOf} isLive={false}>
        {result && <Outcome result={result} earlier={results} name={app.settings.name} nameOf={nameOf} />}
        <DiceCheck match={match} />
      </FinalCount>
      <div class="acts wrap">
        <button type="button" class="btn" onClick={() => save(record, `${match}.txt`)}>
          {t("match.record")}
        </button>
        {receipt && (
          <button type="button" class="btn" onClick={() => save(formatReceipt(receipt), `${match}-receipt.txt`)}>
            {t("match.receipt")}
          </button>
        )}
        <PrintButton
          draw={async ({ drawMatch }) => ({
            ...(await drawMatch(view, publicName, ownPaper(), date)),
            title: `Paperdice – ${facts.title}, ${date}`,
          })}
          onFault={onFault}
        />
        <button type="button" class="btn" onClick={() => setSharing(true)}>
          {t("end.share")}
        </button>
        <Link app={app} kind="btn" to={{ page: "replay", match }}>
          {t("end.replay")}
        </Link>
        {!isLocal(match) && facts.dice.kind !== "unknown" && (
          <Link app={app} kind="btn" to={{ page: "review", match }}>
            {t("end.review")}
          </Link>
        )}
        {result && (
          <a class="btn" href={bgStatsLink(result, facts.title, publicName)} target="_blank" rel="noreferrer">
            {t("match.log_play")}
          </a>
        )}
      </div>
      {!facts.challenge && <Again app={app} facts={facts} own={result?.own ?? []} />}
      {isSharing && (
        <ShareDialog view={view} nameOf={publicName} address={location.href} onClose={() => setSharing(false)} />
      )}
    </>
  );
}

/** A button for another match like this one, at a new table. */
function Again({ app, facts, own }: { app: App; facts: MatchFacts; own: readonly number[] }) {
  const [fault, setFault] = useState("");
  async function open() {
    const token = randomHex(24);
    const way = own.length > 1 ? "pass" : "own";
    const opened = openTable(app, againRequest(facts, own, token), { token, way });
    await opened.catch((error: unknown) => setFault(problemText(error)));
  }
  return (
    <>
      <p class="problem" role="alert">
        {fault}
      </p>
      <div class="acts sticky">
        <button type="button" class="btn go" onClick={() => void open()}>
          {t("match.again")}
        </button>
      </div>
    </>
  );
}

/** A button that removes the player's name from a match played on this device. */
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
