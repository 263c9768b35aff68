// What can be chosen beside the game and the players.

import { t } from "../../i18n";
import { sheetName } from "../../i18n/names";
import type { GameFacts } from "../../net/protocol";
import { GamePicture } from "../../parts/GamePicture";
import type { Draft } from "./draft";

export function Options({
  draft,
  facts,
  onChange,
}: {
  draft: Draft;
  facts: GameFacts;
  onChange: (change: Partial<Draft>) => void;
}) {
  return (
    <details class="card options">
      <summary>{t("home.options")}</summary>
      <div class="fields">
        {draft.sheet && (
          <GamePicture game={facts.name} sheet={facts.sheets.find((each) => each.name === draft.sheet)} />
        )}
        {facts.sheets.length > 1 && (
          <label class="switch">
            <span>{t("option.sheet")}</span>
            <select
              value={draft.sheet ?? ""}
              onChange={(event) => onChange({ sheet: event.currentTarget.value || null })}
            >
              <option value="">{t("option.own_deal")}</option>
              {facts.sheets.map(({ name }) => (
                <option key={name} value={name}>
                  {sheetName(name)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="switch">
          <span>{t("option.clock")}</span>
          <select
            value={draft.clock ?? ""}
            onChange={(event) => onChange({ clock: Number(event.currentTarget.value) || null })}
          >
            <option value="">{t("option.no_clock")}</option>
            {[20, 45, 90].map((n) => (
              <option key={n} value={n}>
                {t("option.seconds", { n })}
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
