// The moves of all players since the last throw, in a few words beside each name.

import { isQuiet } from "../state/pencil";
import type { Notice } from "../state/table";
import type { View } from "../state/view";
import { moveWords } from "./announce";
import { signed, t } from "./index";
import type { NameOf } from "./names";

/** The move of one seat: "red 9, blue 4", "passes", "passes −5"; `isCost` marks a loss. */
export interface Deed {
  text: string;
  isCost: boolean;
}

function wordsOf(moves: readonly string[], lost: number): string {
  const marks = moves.filter((move) => !isQuiet(move) && !move.startsWith("reroll"));
  const told = marks.length > 0 ? marks : moves.slice(-1);
  const words = told.map(moveWords).join(", ");
  return lost < 0 ? t("recap.cost", { move: words, cost: signed(lost) }) : words;
}

/**
 * Return the moves of all seats since the last throw, by seat; empty right after one. `lost` holds the points of new
 * misses.
 */
export function deedsOf(notices: readonly Notice[], view: View, lost: readonly number[]): (Deed | null)[] {
  const news = notices.slice(notices.findLastIndex((each) => each.type === "thrown") + 1);
  return view.sheets.map(({ seat }) => {
    const moves = news.flatMap((each) => (each.type === "resolved" ? (each.moves[seat] ?? []) : []));
    const cost = lost[seat] ?? 0;
    return moves.length === 0 ? null : { text: wordsOf(moves, cost), isCost: cost < 0 || moves.at(-1) === "x" };
  });
}

/** Join all moves in one line: "Ann: red 9 · Ben: passes, −5". */
export function recapOf(deeds: readonly (Deed | null)[], nameOf: NameOf): string {
  return deeds
    .flatMap((deed, seat) => (deed ? [t("log.move", { name: nameOf(seat), move: deed.text })] : []))
    .join(" · ");
}
