// The coach's advice for a decision: every choice with its value, and why.

import { botShort, type NameOf } from "../../i18n/names";
import type { AdviceView } from "../../net/protocol";
import { change, moveText, s, whyText, worth } from "./texts";

interface AdviceTableProps {
  advice: AdviceView;
  /** The move that is drawn on the sheet. */
  shown: string;
  nameOf: NameOf;
  onShow: (move: string) => void;
}

export function AdviceTable({ advice, shown, nameOf, onShow }: AdviceTableProps) {
  const { unit, choices, best } = advice;
  const said = choices.find((choice) => choice.move === shown) ?? choices[0];
  const isClose = advice.is_close;
  return (
    <section class="advice" aria-label={s("study.coach")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{s("study.choice")}</th>
            <th scope="col">{s(unit === "chance" ? "study.chance" : "study.points")}</th>
            <th scope="col">{s("study.behind")}</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <tr key={choice.move} class={choice.move === best ? "best" : undefined}>
              <th scope="row">
                <button
                  type="button"
                  class="chip"
                  aria-pressed={choice.move === shown}
                  onClick={() => onShow(choice.move)}
                >
                  {moveText(choice.move)}
                </button>
              </th>
              <td>
                {worth(choice.value, unit)} <small>± {change(choice.error, unit).replace("+", "")}</small>
              </td>
              <td>
                {choice.move === best
                  ? s("study.best")
                  : choice.is_close
                    ? s("labels.close")
                    : change(-choice.gap, unit)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="why" aria-live="polite">
        {said && whyText(said.reasons, nameOf)}
      </p>
      {isClose && <p class="note">{s("study.close_note")}</p>}
      {advice.knows_more && <p class="note">{s("study.knows_more", { move: moveText(advice.knows_more) })}</p>}
      <p class="note">{s("study.assumes", { bots: [...new Set(advice.assumes.map(botShort))].join(", ") })}</p>
    </section>
  );
}
