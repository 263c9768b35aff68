// Options beside the game and the players.

import { t } from "../../i18n";
import type { GameFacts } from "../../net/protocol";
import { DealChoice } from "../../parts/DealChoice";
import { GamePicture } from "../../parts/GamePicture";
import { ownTexts, printedSheet } from "../../state/sheets";
import { type Draft, draftDeal, withDeal } from "./draft";

const DAY = 86_400;
/** Clocks for one sitting in seconds, and for a table over days. */
const CLOCKS = { short: [20, 45, 90], long: [DAY, 3 * DAY, 7 * DAY] };

function clockText(seconds: number): string {
  return seconds < DAY ? t("option.seconds", { n: seconds }) : t("option.days", { n: seconds / DAY });
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
          <span>
            {t("option.over_days")}
            <small>{t("option.over_days_note")}</small>
          </span>
          <input
            type="checkbox"
            role="switch"
            checked={draft.isSlow}
            onChange={(event) => onChange({ isSlow: event.currentTarget.checked, clock: null })}
          />
        </label>
        <label class="switch">
          <span>{t("option.clock")}</span>
          <select
            value={draft.clock ?? ""}
            onChange={(event) => onChange({ clock: Number(event.currentTarget.value) || null })}
          >
            <option value="">{t("option.no_clock")}</option>
            {CLOCKS[draft.isSlow ? "long" : "short"].map((seconds) => (
              <option key={seconds} value={seconds}>
                {clockText(seconds)}
              </option>
            ))}
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
