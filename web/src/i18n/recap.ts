// Recent events in words: the moves of all players since the last throw, and the winner.

import { isQuiet } from "../state/pencil";
import type { Notice } from "../state/table";
import type { View } from "../state/view";
import { lang, signed, t } from ".";
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

/** "Mia wins with 84"; alone, only what the number is. */
export function headline(view: View, nameOf: NameOf): string {
  if (view.seats === 1) return t("end.solo");
  const [name = "", ...others] = view.winners.map(nameOf);
  const score = view.scores[view.winners[0] ?? 0] ?? 0;
  if (others.length > 0) return t("end.shared_with", { names: listed([name, ...others]), score });
  return name === t("turn.you") ? t("end.you_with", { score }) : t("end.wins_with", { name, score });
}

/** "Mia, Tom and Ben" in the language of the page. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(lang(), { type: "conjunction" }).format(names);
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(lang()) + text.slice(1);
}

/** The player who took the last miss: "Ben took a fourth miss: the match is over." */
function missesText(view: View, nameOf: NameOf): string {
  const full = view.sheets.filter((sheet) => sheet.max_misses > 0 && sheet.misses >= sheet.max_misses);
  const [first, ...others] = full;
  if (!first || others.length > 0) return t("over.misses", { names: listed(full.map(({ seat }) => nameOf(seat))) });
  const [id, name] = [`over.misses_${first.max_misses}`, nameOf(first.seat)];
  return name === t("turn.you") ? t(`${id}_own`) : t(id, { name });
}

function locksText(view: View): string {
  const rows = view.sheets[0]?.rows.filter((row) => row.locked_by.length > 0) ?? [];
  const colors = rows.flatMap(({ color }) => (color ? [t(`colors.${color}`)] : []));
  return colors.length > 1 ? capital(t("over.locks_of", { colors: capital(listed(colors)) })) : t("over.locks");
}

function fullText(view: View, nameOf: NameOf): string {
  const isFree = (state: string) => ["free", "markable", "far"].includes(state);
  const full = view.sheets.filter(({ rows }) => !rows.some(({ cells }) => cells.some(({ state }) => isFree(state))));
  const [first, ...others] = full;
  if (!first || others.length > 0) return t("over.full");
  const name = nameOf(first.seat);
  return name === t("turn.you") ? t("over.full_own") : t("over.full_of", { name });
}

/** Say who or what ended a match, or after which turn it was `stopped`. */
export function endText(view: View, nameOf: NameOf, stopped: number | null = null): string {
  const reason = view.end_reason ?? "";
  if (stopped !== null || reason === "stopped") return t("over.stopped", { n: stopped ?? view.turn });
  if (reason === "misses") return missesText(view, nameOf);
  if (reason === "locks") return locksText(view);
  return reason === "full" ? fullText(view, nameOf) : t(`over.${reason}`);
}
