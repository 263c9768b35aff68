// Chooses the sheets of a table: one for all, the default deal, or one per seat among those that can be combined.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { sheetName } from "../i18n/names";
import type { GameFacts } from "../net/protocol";
import { type Deal, mixable, mixedDeal, printedSheet, sheetAt, shortDeal } from "../state/sheets";

const MIXED = "*";

interface DealChoiceProps {
  game: GameFacts;
  deal: Deal;
  /** The names of the players by seat. */
  names: readonly string[];
  /** Custom sheets, in the format of records. */
  own: readonly string[];
  /** Called with the change of the deal, and with the seat if it concerns a single one. */
  onChange: (change: DealChange, seat?: number) => void;
}

/** Returns the deal after a choice, for `n` seats. */
export type DealChange = (deal: Deal, n: number, seat: number) => string[] | null;

/** Options for sheets by name; sheets that differ only in their lucky numbers show these too. */
function Options({ game, sheets }: { game: GameFacts; sheets: readonly string[] }) {
  return sheets.map((name) => (
    <option key={name} value={name}>
      {[sheetName(name), ...(printedSheet(game, name)?.lines?.lucky ?? [])].join(" · ")}
    </option>
  ));
}

export function DealChoice({ game, deal, names, own, onChange }: DealChoiceProps) {
  // While a deal is edited seat by seat, all seats may have the same sheet for a moment.
  const [isSplit, setSplit] = useState(false);
  if (game.sheets.length + own.length < 2) return null;
  const isMixed = isSplit || (deal !== null && deal.length > 1);
  const together = mixable(game, deal?.[0] ?? game.sheets[0]?.name, own);
  function choose(sheet: string) {
    setSplit(sheet === MIXED);
    onChange((deal, n) => (sheet === MIXED ? mixedDeal(game, deal, n, own) : sheet ? [sheet] : null));
  }
  return (
    <>
      <label class="switch">
        <span>{t("option.sheet")}</span>
        <select value={isMixed ? MIXED : (deal?.[0] ?? "")} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{t("option.own_deal")}</option>
          {(isMixed || (names.length > 1 && together.length > 1)) && <option value={MIXED}>{t("option.mixed")}</option>}
          <Options game={game} sheets={[...own, ...game.sheets.map(({ name }) => name)]} />
        </select>
      </label>
      {isMixed &&
        names.map((name, seat) => (
          <label key={seat} class="switch">
            <span>{t("option.sheet_of", { name })}</span>
            <select
              value={sheetAt(game, deal, seat)}
              onChange={(event) => {
                setSplit(true);
                const { value } = event.currentTarget;
                onChange((deal, n, seat) => {
                  const sheets = Array.from({ length: n }, (_, each) => sheetAt(game, deal, each));
                  return [...shortDeal(sheets.with(seat, value))];
                }, seat);
              }}
            >
              <Options game={game} sheets={together} />
            </select>
          </label>
        ))}
    </>
  );
}
