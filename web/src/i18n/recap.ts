// Recent events in words: the moves of all players since the last throw, and the winner.

import { isQuiet } from "../state/pencil";
import type { Notice } from "../state/table";
import type { View } from "../state/view";
import { signed, t } from ".";
import { moveWords } from "./announce";
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

/** "Mia wins", "You win", "Mia and Tom share the win". */
export function winnerText(view: View, nameOf: NameOf): string {
  if (view.seats === 1) return t("end.solo");
  const names = view.winners.map(nameOf);
  if (names.length > 1) return t("end.shared", { names: names.join(", ") });
  return nameOf(view.winners[0] ?? 0) === t("turn.you") ? t("end.you") : t("end.wins", { name: names[0] ?? "" });
}

/** "After 12 turns: two rows are locked"; for a pad, which ends without dice, the number of turns is unknown. */
export function endText(view: View): string {
  const reason = t(`ends.${view.end_reason}`);
  const isPad = view.dice.every(({ face }) => face === null);
  return isPad ? t("end.reason_pad", { reason }) : t("end.reason", { reason, n: view.turn });
}
