// The end of a match: the winner, the count, the check of the dice, and what comes next.

import { useEffect, useState } from "preact/hooks";
import { checkDice, type Proof } from "../../fair/proof";
import { t } from "../../i18n";
import { seatName } from "../../i18n/names";
import { type NameOf, reasonText } from "../../i18n/sentence";
import { api } from "../../net/api";
import { Bar, Link } from "../../parts/AppBar";
import { CountPanel } from "../../parts/CountPanel";
import { Icon } from "../../parts/Icon";
import { ShareDialog } from "../../parts/share/ShareDialog";
import { HandNumber, Ring } from "../../parts/sheet/strokes";
import type { App } from "../../state/app";
import type { TableCtrl } from "../../state/controller";
import { pathOf } from "../../state/route";
import type { View } from "../../state/view";

/** "Mia wins", "You win", "Mia and Tom share the win". */
export function winnerText(view: View, nameOf: NameOf): string {
  if (view.seats === 1) return t("end.solo");
  const names = view.winners.map(nameOf);
  if (names.length > 1) return t("end.shared", { names: names.join(", ") });
  return nameOf(view.winners[0] ?? 0) === t("turn.you") ? t("end.you") : t("end.wins", { name: names[0] ?? "" });
}

function proofText(proof: Proof): string {
  if (proof.kind === "checked") return t("proof.checked", { n: proof.throws });
  if (proof.kind === "broken") return t("proof.broken", { turn: proof.turn });
  return t(`proof.${proof.kind}`);
}

/** Checks the dice of a finished match as soon as its record is there. */
export function ProofLine({ match, view, seal }: { match: string; view: View; seal: string | null }) {
  const [proof, setProof] = useState<Proof | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    api
      .match(match)
      .then((facts) => setProof(checkDice(facts.record, view.dice, seal)))
      .catch(() => setLost(true));
  }, [match]);
  const isBad = proof !== null && ["broken", "wrong_seed", "wrong_seal"].includes(proof.kind);
  return (
    <p class={isBad ? "proof bad" : "proof"} role="status">
      <Icon name={isBad ? "close" : "check"} />
      <span>{proof ? proofText(proof) : t(isLost ? "proof.lost" : "proof.checking")}</span>
    </p>
  );
}

export function Hero({ view, nameOf }: { view: View; nameOf: NameOf }) {
  const best = view.scores[view.winners[0] ?? 0] ?? 0;
  return (
    <div class="hero">
      <h1>{winnerText(view, nameOf)}</h1>
      <span class="bestscore">
        <HandNumber value={best} />
        <Ring />
        <span class="hidden">{best}</span>
      </span>
      <p>{t("end.reason", { reason: t(`ends.${view.end_reason}`), n: view.turn })}</p>
    </div>
  );
}

/** What comes next: the results of a challenge, or another match at this table. */
function Next({ app, ctrl }: { app: App; ctrl: TableCtrl }) {
  const { facts, desks } = ctrl.state();
  const challenge = facts?.challenge;
  return (
    <div class="acts sticky">
      {challenge && (
        <Link app={app} kind="btn go" to={{ page: "challenge", challenge }}>
          {t("end.results")}
        </Link>
      )}
      {!challenge && desks.length > 0 && (
        <button type="button" class="btn go" onClick={ctrl.rematch}>
          {t("end.rematch")}
        </button>
      )}
    </div>
  );
}

interface EndProps {
  app: App;
  ctrl: TableCtrl;
  view: View;
  nameOf: NameOf;
  onSheets: () => void;
}

export function End({ app, ctrl, view, nameOf, onSheets }: EndProps) {
  const [isSharing, setSharing] = useState(false);
  const table = ctrl.state();
  const match = table.match ?? "";
  const address = `${location.origin}${pathOf({ page: "match", match })}`;
  const publicName = (seat: number) => seatName(table.facts, seat);
  return (
    <div class="plain end">
      <Bar app={app} />
      <main>
        <Hero view={view} nameOf={nameOf} />
        <CountPanel view={view} nameOf={nameOf} />
        <ProofLine match={match} view={view} seal={ctrl.kept().seals[match] ?? null} />
        <div class="acts wrap">
          <button type="button" class="btn" onClick={onSheets}>
            {t("end.sheets")}
          </button>
          <Link app={app} kind="btn" to={{ page: "replay", match }}>
            {t("end.replay")}
          </Link>
          <button type="button" class="btn" onClick={() => setSharing(true)}>
            {t("end.share")}
          </button>
        </div>
        <p class="problem" role="alert">
          {table.problem ? reasonText(table.problem) : ""}
        </p>
        <Next app={app} ctrl={ctrl} />
        {isSharing && (
          <ShareDialog view={view} nameOf={publicName} address={address} onClose={() => setSharing(false)} />
        )}
      </main>
    </div>
  );
}
