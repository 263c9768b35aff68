// Verification of the dice of a finished match.

import { useEffect, useState } from "preact/hooks";
import type { Proof } from "../../fair/proof";
import { t } from "../../i18n";
import { api } from "../../net/api";
import { isLocal } from "../../net/local";
import { loadReceipt } from "../../state/receipts";
import { loadMore } from "../../state/settings";
import { Icon } from "../Icon";

function proofText(proof: Proof, match: string): string {
  if (proof.kind === "broken") return t(`proof.${proof.fault}`, proof.params);
  if ("throws" in proof) {
    const dropped = proof.dropped.length;
    if (dropped === 0) return t(`proof.${proof.kind}`, { n: proof.throws });
    if (proof.kind === "checked") return t("proof.checked_but", { n: dropped });
    return `${t(`proof.${proof.kind}`, { n: proof.throws })} ${t("proof.dropped", { n: dropped })}`;
  }
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
  const isBad = proof?.kind === "broken";
  const isPlain = proof?.kind === "checked" && proof.dropped.length === 0;
  const icon = isBad ? "close" : isPlain ? "check" : "die";
  return (
    <p class={isBad ? "proof bad" : "proof"} role="status">
      <Icon name={icon} />
      <span>{proof ? proofText(proof, match) : t(isLost ? "proof.lost" : "proof.checking")}</span>
    </p>
  );
}
