// Hints in a running match: first all players agree, then the coach is asked, and all players are informed.

import { useState } from "preact/hooks";
import { lang } from "../../i18n";
import type { NameOf } from "../../i18n/names";
import { reasonText } from "../../i18n/reason";
import type { TableController } from "../../state/controller";
import { AdviceTable } from "./AdviceTable";
import { Board } from "./Board";
import { s, useStudyTexts } from "./texts";

export interface HintProps {
  controller: TableController;
  nameOf: NameOf;
}

/** The coach's advice for the current decision. */
function Hint({ controller, nameOf, seat }: HintProps & { seat: number }) {
  const { advised, match, step, ownSeats } = controller.state();
  const [shown, setShown] = useState<string | null>(null);
  const view = ownSeats.find((own) => own.seat === seat)?.view;
  if (!advised || advised.match !== match || advised.step !== step || advised.seat !== seat || !view) return null;
  if (advised.why) return <p class="problem">{reasonText(advised.why)}</p>;
  const { advice } = advised;
  if (!advice) return <p class="note">{s("study.getting_ready")}</p>;
  const move = shown ?? advice.best;
  return (
    <>
      <AdviceTable advice={advice} shown={move} nameOf={nameOf} onShow={setShown} />
      <Board view={view} seat={seat} move={move} nameOf={nameOf} />
      {!advised.is_final && <p class="note">{s("study.looking")}</p>}
    </>
  );
}

export function HintPanel({ controller, nameOf }: HintProps) {
  const isThere = useStudyTexts();
  const { facts, holder, ownSeats, step } = controller.state();
  const own = ownSeats.find((each) => each.seat === holder) ?? ownSeats[0];
  if (!isThere || !facts || !own) return null;
  const { seat } = own;
  const agreed = facts.hints ?? [];
  const missing = facts.seats.filter((each) => each.kind === "person" && !agreed.includes(each.seat));
  const mine = ownSeats.filter((each) => !agreed.includes(each.seat));
  const agree = (isAgreed: boolean) => {
    for (const each of isAgreed ? mine : ownSeats)
      controller.send({ type: "set_hints", seat: each.seat, agreed: isAgreed });
  };
  return (
    <section class="hints" aria-label={s("study.hints")} data-agreed={missing.length === 0}>
      <h2>{s("study.hints")}</h2>
      {mine.length > 0 && (
        <button type="button" class="btn" data-action="agree" onClick={() => agree(true)}>
          {s("study.agree")}
          <small>{s("study.agree_note")}</small>
        </button>
      )}
      {mine.length === 0 && missing.length > 0 && (
        <p class="note" role="status">
          {s("study.missing", { names: missing.map((each) => nameOf(each.seat)).join(", ") })}
        </p>
      )}
      {missing.length === 0 && (
        <button
          type="button"
          class="btn go"
          data-action="hint"
          disabled={own.view.choices.length === 0}
          onClick={() => controller.send({ type: "hint", seat, step, language: lang() })}
        >
          {s("study.ask")}
          <small>{s("study.ask_note")}</small>
        </button>
      )}
      <Hint controller={controller} nameOf={nameOf} seat={seat} />
      {mine.length === 0 && (
        <button type="button" class="link" onClick={() => agree(false)}>
          {s("study.disagree")}
        </button>
      )}
    </section>
  );
}
