// Sheets before a match: as they lie blank, for print.

import { Match, parse_sheet, view_of } from "../../rules/shared/flow.js";
import type { SheetView } from "../net/protocol";
import { loadGame, refusedBy } from "./games";

/** A sheet that nobody has marked, with the most marks of its rows, 0 where these are the usual ones. */
export interface BlankSheet {
  sheet: SheetView;
  most: number;
}

/** Blank sheets of a game, by name or with their printed rows, as in `mine=r2,r3,…/…`. */
export async function blankSheets(name: string, sheets: readonly string[]): Promise<BlankSheet[]> {
  const game = await loadGame(name);
  if (!game) return [];
  try {
    return sheets.map((text) => {
      const match = new Match(game, 1, [parse_sheet(game, text)]);
      return { sheet: view_of(match, null).sheets[0] as SheetView, most: match.sheets[0]?.extras?.most_marks ?? 0 };
    });
  } catch (error) {
    throw refusedBy(error);
  }
}
