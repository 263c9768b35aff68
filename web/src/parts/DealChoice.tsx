// The sheets of a table: one for all, the deal of the game, or one for each seat of those that can be dealt together.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { sheetName } from "../i18n/names";
import type { GameFacts } from "../net/protocol";
import { type Deal, mixable, mixedDeal, sheetAt, shortDeal } from "../state/deal";
import { printedSheet } from "../state/ownSheets";

const MIXED = "*";

interface DealChoiceProps {
  game: GameFacts;
  deal: Deal;
  /** Who sits there, seat by seat. */
  names: readonly string[];
  /** Sheets of owners, as records write them. */
  own: readonly string[];
  /** Takes what a choice makes of a deal, and the seat that it is about if it is about one. */
  onChange: (change: DealChange, seat?: number) => void;
}

/** The deal that a choice makes of the one there is, for so many seats. */
export type DealChange = (deal: Deal, n: number, seat: number) => string[] | null;

/** Sheets by name; those that differ only in their lucky numbers tell these, too. */
function Options({ game, sheets }: { game: GameFacts; sheets: readonly string[] }) {
  return sheets.map((name) => (
    <option key={name} value={name}>
      {[sheetName(name), ...(printedSheet(game, name)?.lines?.lucky ?? [])].join(" · ")}
    </option>
  ));
}

export function DealChoice({ game, deal, names, own, onChange }: DealChoiceProps) {
  // Who deals seat by seat goes on so, though all may have the same sheet for a moment.
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
