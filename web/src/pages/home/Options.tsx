// Options beside the game and the players.

import { t } from "../../i18n";
import type { GameFacts } from "../../net/protocol";
import { DealChoice } from "../../parts/DealChoice";
import { GamePicture } from "../../parts/GamePicture";
import { ownTexts, printedSheet } from "../../state/sheets";
import { type Draft, draftDeal, withDeal } from "./draft";

const DAY = 86_400;
const SLOW = "slow";

/** A clock of days, or a table over days without a clock, does not require players to be connected. */
function clockOf(value: string): Pick<Draft, "clock" | "isSlow"> {
  const clock = Number(value) || null;
  return { clock: value === SLOW ? null : clock, isSlow: value === SLOW || (clock ?? 0) >= DAY };
}

export function Options({
  draft,
  facts,
  onChange,
}: {
  draft: Draft;
  facts: GameFacts;
  onChange: (change: Partial<Draft>) => void;
}) {
  const deal = draftDeal(draft);
  return (
    <details class="card options">
      <summary>{t("home.options")}</summary>
      <div class="fields">
        {deal && <GamePicture game={facts.name} sheet={printedSheet(facts, deal[0] ?? null)} />}
        <DealChoice
          key={facts.name}
          game={facts}
          deal={deal}
          names={draft.seats.map(
            (seat, i) => (seat.kind === "here" && seat.name) || t("people.player", { number: i + 1 }),
          )}
          own={facts.own_sheets ? ownTexts(facts.name) : []}
          onChange={(change, seat = 0) => onChange(withDeal(draft, change(deal, draft.seats.length, seat)))}
        />
        <label class="switch">
          <span>{t("option.clock")}</span>
          <select
            value={draft.isSlow && draft.clock === null ? SLOW : (draft.clock ?? "")}
            onChange={(event) => onChange(clockOf(event.currentTarget.value))}
          >
            <option value="">{t("option.no_clock")}</option>
            {[20, 45, 90].map((n) => (
              <option key={n} value={n}>
                {t("option.seconds", { n })}
              </option>
            ))}
            {[1, 3, 7].map((n) => (
              <option key={n} value={n * DAY}>
                {t("option.days", { n })}
              </option>
            ))}
            <option value={SLOW}>{t("option.over_days")}</option>
          </select>
        </label>
        {(["autoThrow", "autoPass", "isOpen"] as const).map((flag) => (
          <label key={flag} class="switch">
            <span>{t(`option.${flag}`)}</span>
            <input
              type="checkbox"
              role="switch"
              checked={draft[flag]}
              onChange={(event) => onChange({ [flag]: event.currentTarget.checked })}
            />
          </label>
        ))}
      </div>
    </details>
  );
}
