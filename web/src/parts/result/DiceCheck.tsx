// Verification of the dice of a finished match.

import { useEffect, useState } from "preact/hooks";
import type { Proof } from "../../fair/proof";
import { t } from "../../i18n";
import { api } from "../../net/api";
import { isLocal } from "../../net/local";
import { loadReceipt } from "../../state/receipts";
import { loadMore } from "../../state/settings";
import { Icon } from "../Icon";

type Recomputed = Extract<Proof, { throws: number }>;

/** The sentences about dice that fit the secrets: what was checked, and which deals were not played to their end. */
function recomputedText({ kind, throws, dropped, stopped, stoppedAfter, agreesToStop }: Recomputed): string {
  const isBut = kind === "checked" && stoppedAfter === null && dropped.length > 0;
  const isStopped = stoppedAfter !== null;
  const told = isBut
    ? t("proof.checked_but", { n: dropped.length })
    : kind === "checked" && isStopped
      ? t("proof.checked_stopped", { n: throws, turn: stoppedAfter })
      : t(`proof.${kind}`, { n: throws });
  const others = [
    isStopped && kind !== "checked" && t("proof.stopped", { turn: stoppedAfter }),
    isStopped && kind === "checked" && !agreesToStop && t("proof.not_agreed"),
    !isBut && dropped.length > 0 && t("proof.dropped", { n: dropped.length }),
    stopped.length > 0 && t("proof.stopped_before", { n: stopped.length }),
  ];
  return [told, ...others.filter((each) => each !== false)].join(" ");
}

/** True if nothing about the dice of a match or of those before it needs a second look. */
function isPlain(proof: Proof | null): proof is Recomputed {
  if (proof?.kind !== "checked") return false;
  return proof.dropped.length === 0 && proof.stopped.length === 0 && proof.stoppedAfter === null;
}

function proofText(proof: Proof, match: string): string {
  if (proof.kind === "broken") return t(`proof.${proof.fault}`, proof.params);
  if ("throws" in proof) return recomputedText(proof);
  return t(`proof.${proof.kind === "seeded" && isLocal(match) ? "own_device" : proof.kind}`);
}

/** Verify the dice of a finished match as soon as its record is loaded. */
export function DiceCheck({ match }: { match: string }) {
  const [proof, setProof] = useState<Proof | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    // Verification code, its texts and the rules are loaded only now, since playing does not need them.
    Promise.all([api.match(match), import("../../fair/proof"), loadMore("aside")])
      .then(([{ record }, { checkDice }]) => checkDice(record, { match, receipt: loadReceipt(match) }))
      .then(setProof)
      .catch(() => setLost(true));
  }, [match]);
  if (isPlain(proof)) {
    return (
      <details class="proof" aria-live="polite">
        <summary>
          <Icon name="check" />
          <span>{t("proof.fair", { n: proof.throws })}</span>
          <u>{t("proof.details")}</u>
        </summary>
        <p>{proofText(proof, match)}</p>
      </details>
    );
  }
  const isBad = proof?.kind === "broken";
  return (
    <p class={isBad ? "proof bad" : "proof"} role="status">
      <Icon name={isBad ? "close" : "die"} />
      <span>{proof ? proofText(proof, match) : t(isLost ? "proof.lost" : "proof.checking")}</span>
    </p>
  );
}
