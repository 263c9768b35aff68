// The check of the dice of a finished match.

import { useEffect, useState } from "preact/hooks";
import { checkDice, type Proof } from "../../fair/proof";
import { t } from "../../i18n";
import { api } from "../../net/api";
import type { View } from "../../state/view";
import { Icon } from "../Icon";

function proofText(proof: Proof): string {
  if (proof.kind === "checked") return t("proof.checked", { n: proof.throws });
  if (proof.kind === "broken") return t("proof.broken", { turn: proof.turn });
  return t(`proof.${proof.kind}`);
}

/** Checks the dice of a finished match as soon as its record is there. */
export function DiceCheck({ match, view, seal }: { match: string; view: View; seal: string | null }) {
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
