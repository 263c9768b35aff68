// Announcements of the live region: the throw, what can be marked, and who played what.

import type { AskedAgain, CorrectedNotice, ResolvedNotice, ReturnedNotice } from "../net/protocol";
import type { OwnSeat } from "../state/ownSeat";
import { isQuiet, marksOf } from "../state/pencil";
import type { Notice, TableState, Urge } from "../state/table";
import type { Color, View } from "../state/view";
import { priceOf } from "./buttons";
import { t } from "./index";
import { colorName, markName } from "./labels";
import type { NameOf } from "./names";
import { botShort } from "./names";
import type { Prompt } from "./prompt";
import { reasonText } from "./reason";

export interface LogLine {
  turn: number;
  name: string;
  text: string;
}

/** "white 4, white 1, red 2". */
export function rollWords(roll: string): string {
  return roll
    .split(" ")
    .filter(Boolean)
    .map((face) => t("mark.name", { color: colorName(face.charAt(0) as Color), number: face.slice(1) }))
    .join(", ");
}

/** A move in words: "red 5", "passes", "throws again". */
export function moveWords(move: string): string {
  if (move === "-") return t("move.pass");
  if (move === "x") return t("move.strike");
  if (move === "miss") return t("move.miss");
  if (move === "close" || move === "stall") return t(`move.${move}`);
  if (move === "keep") return t("move.keep");
  return move.startsWith("reroll") ? t("move.reroll") : markName(move);
}

/** The moves of a phase, without the quiet ones of passive seats. */
function resolvedWords(moves: readonly (string | null)[], nameOf: NameOf): string {
  const words = moves.flatMap((move, seat) =>
    move === null || isQuiet(move) ? [] : [t("log.move", { name: nameOf(seat), move: moveWords(move) })],
  );
  return words.join(" · ");
}

function movesWords(moves: readonly { move: string }[]): string {
  return moves.map((each) => moveWords(each.move)).join(" · ");
}

/** Reports that a player has returned, and what a bot played in the meantime. */
function returnedWords({ moves }: ReturnedNotice): string {
  return moves.length === 0 ? t("log.returned") : t("log.returned_after", { moves: movesWords(moves) });
}

/**
 * For a returning player: one line about the moves of a bot in their seat; empty if there were none, or once play
 * continues.
 */
export function meanwhileWords(notices: readonly Notice[], ownSeats: readonly number[]): string {
  const news = notices.slice(notices.findLastIndex((each) => each.type === "resolved") + 1);
  const back = news.findLast((each) => each.type === "returned" && ownSeats.includes(each.seat));
  if (back?.type !== "returned" || back.moves.length === 0) return "";
  return t("say.meanwhile", { bot: botShort(back.bot), moves: movesWords(back.moves) });
}

/** The corrected move; on a pad there is no passing, but an entry may be removed. */
export function insteadWords(move: string, phase: string | undefined): string {
  return phase === "pad" && move === "-" ? t("paper.leave_out") : moveWords(move);
}

/** "Turn 3", or at a pad, where there are no turns, "Entry 3". */
export function numberWords(turn: number, phase: string | undefined): string {
  return t(phase === "pad" ? "paper.entry" : "turn.number", { turn });
}

/** Describe the moves that a correction made impossible, and why. */
export function againWords(again: readonly AskedAgain[], nameOf: NameOf): string[] {
  return again.map(({ turn, throw: throwNumber, seat, text, why }) =>
    throwNumber > 0
      ? t("entries.again_roll", { turn, why: reasonText(why) })
      : t("entries.again", { turn, name: nameOf(seat), move: moveWords(text), why: reasonText(why) }),
  );
}

/** Describe the impossible entries of a pad, one line per seat; the holders of a sheet are addressed directly. */
export function padAgainWords(again: readonly AskedAgain[], nameOf: NameOf | null): string[] {
  const seats = [...new Set(again.map(({ seat }) => seat))];
  return seats.map((seat) => {
    const asked = again.filter((each) => each.seat === seat);
    const moves = asked.map(({ text }) => moveWords(text));
    if (nameOf) return t("paper.again", { name: nameOf(seat), moves: moves.join(", ") });
    // The next mark replaces the first of them, and phones have no room for all.
    const next = [moves[0] ?? "", ...(moves.length > 1 ? [`+${moves.length - 1}`] : [])].join(" ");
    return t("paper.again_own", { moves: next, why: asked[0] ? reasonText(asked[0].why) : "" });
  });
}

/** The last correction by another player, until the next move. */
export function correctionWords(notices: readonly Notice[], nameOf: NameOf): string {
  const last = notices.findLast((each) => each.type !== "ended");
  const line = last?.type === "corrected" ? logLine(last, nameOf) : null;
  return line ? t("log.move", { name: line.name, move: line.text }) : "";
}

/** Describe the players on other devices who have left or are away, and who plays for them. */
export function goneWords({ facts, ownSeats }: Pick<TableState, "facts" | "ownSeats">, nameOf: NameOf): string[] {
  const own = ownSeats.map(({ seat }) => seat);
  const gone = (facts?.seats ?? []).filter(
    (each) => each.kind === "person" && !each.connected && !own.includes(each.seat),
  );
  return gone.map(({ seat, name, left, stand_in }) =>
    stand_in
      ? t(left ? "gone.left_bot" : "gone.away_bot", { name, bot: botShort(stand_in) })
      : t("log.move", { name: nameOf(seat), move: t(left ? "log.left" : "presence.away") }),
  );
}

/** Describe who would like hints while a player on this device has not agreed; empty otherwise. */
export function hintWish({ facts, ownSeats }: TableState, nameOf: NameOf): string {
  const agreed = facts?.hints ?? [];
  if (agreed.length === 0 || ownSeats.every((own) => agreed.includes(own.seat))) return "";
  return t("menu.hints_wanted", { names: agreed.map(nameOf).join(", ") });
}

/** Describe a corrected move: what it is instead, or on a pad that a mark was rubbed out or put back. */
function correctedMove({ turn, was, phase }: CorrectedNotice, to: string): string {
  const move = insteadWords(to, phase);
  if (phase !== "pad") return t("log.corrected_move", { turn, move, was: moveWords(was) });
  if (to === "-") return t("paper.rubs", { was: moveWords(was) });
  return was === "-" ? t("paper.puts_back", { move }) : t("paper.corrected", { turn, move, was: moveWords(was) });
}

/** Return the log line of a notice, or null if it has none. */
function logLine(notice: Notice, nameOf: NameOf): LogLine | null {
  if (notice.type === "resolved") {
    const text = resolvedWords(notice.moves, nameOf);
    return text ? { turn: notice.turn, name: "", text } : null;
  }
  switch (notice.type) {
    case "thrown":
      return {
        turn: notice.turn,
        name: nameOf(notice.seat),
        text: t("log.thrown", { roll: rollWords(notice.roll) }),
      };
    case "corrected":
      return {
        turn: notice.turn,
        name: nameOf(notice.seat),
        text: notice.move ? correctedMove(notice, notice.move) : t("log.corrected", { roll: rollWords(notice.roll) }),
      };
    case "hinted":
      return { turn: notice.turn, name: nameOf(notice.seat), text: t("log.hinted") };
    case "entered":
      return { turn: notice.number, name: nameOf(notice.seat), text: moveWords(notice.text) };
    case "left":
      return { turn: 0, name: nameOf(notice.seat), text: t("log.left") };
    case "seat_offered":
      return { turn: 0, name: nameOf(notice.by), text: t("log.seat_offered", { name: nameOf(notice.seat) }) };
    case "stood_in":
      return { turn: 0, name: nameOf(notice.seat), text: t("log.stood_in") };
    case "returned":
      return { turn: 0, name: nameOf(notice.seat), text: returnedWords(notice) };
    default:
      return null;
  }
}

/** Return the log, newest first. */
export function logLines(notices: readonly Notice[], nameOf: NameOf, max = 12): LogLine[] {
  return notices
    .slice(-3 * max)
    .flatMap((each) => logLine(each, nameOf) ?? [])
    .slice(-max)
    .reverse();
}

/** The last entry, shown on a pad instead of a prompt, since all seats may mark at any time. */
export function padPrompt(notices: readonly Notice[], nameOf: NameOf): Prompt {
  const last = notices.findLast((each) => each.type === "entered");
  const text =
    last?.type === "entered"
      ? t("log.move", { name: nameOf(last.seat), move: moveWords(last.text) })
      : t("dice_kind.unknown");
  return { tag: t("play.pad"), text, isRefusal: false };
}

/** Describe what this seat can mark now, or what it costs if nothing fits. */
export function optionWords(view: View): string {
  const marks = marksOf(view);
  if (view.choices.length === 0) return "";
  if (marks.length > 0) return t("hear.options", { marks: markName(marks.join(" ")) });
  return t("log.move", { name: t("say.nothing"), move: priceOf(view).note });
}

/** Describe who has to act: the player's own seat first, then the others by name. */
export function awaitedWords(view: View, nameOf: NameOf): string {
  if (view.phase === "roll" && !view.over)
    return view.active === view.seat ? t("say.roll") : t("say.roll_other", { name: nameOf(view.active) });
  const names = view.acting
    .filter((seat) => seat !== view.seat)
    .map(nameOf)
    .join(", ");
  if (view.seat !== null && view.acting.includes(view.seat))
    return names ? t("hear.awaited_too", { names }) : t("hear.awaited");
  return names ? t("say.waiting", { names }) : t("hear.nobody");
}

/** Describe what the player has just pencilled, erased, sent or taken back. */
export function ownNews(before: OwnSeat, after: OwnSeat, nameOf: NameOf): string {
  if (before.seat !== after.seat || before.view.phase !== after.view.phase) return "";
  const { sealed } = after.view;
  if (sealed !== null && before.view.sealed === null) {
    const others = after.view.acting.length > 0 ? [awaitedWords(after.view, nameOf)] : [];
    return [t("hear.sent", { move: moveWords(sealed) }), ...others].join(". ");
  }
  if (sealed === null && before.view.sealed !== null) return t("hear.taken_back");
  const added = after.pencil.filter((mark) => !before.pencil.includes(mark));
  const gone = before.pencil.filter((mark) => !after.pencil.includes(mark));
  if (added.length > 0) return t("hear.pencilled", { marks: markName(added.join(" ")) });
  return gone.length > 0 && sealed === null ? t("hear.erased", { marks: markName(gone.join(" ")) }) : "";
}

/** Say that everyone is waiting, and who has nudged. */
export function urgeWords({ by }: Urge, nameOf: NameOf): string {
  return [t("turn.urged"), by === null ? "" : t("say.nudged", { name: nameOf(by) })].filter(Boolean).join(". ");
}

/** Describe who has taken a miss since a view. */
function missWords(before: View, after: View, nameOf: NameOf): string[] {
  const missed = after.sheets.filter(({ seat, misses }) => misses > (before.sheets[seat]?.misses ?? misses));
  return missed.map(({ seat, misses, max_misses }) =>
    t("log.move", { name: nameOf(seat), move: t("miss.label", { n: misses, max: max_misses }) }),
  );
}

function turnWords(view: View, nameOf: NameOf): string {
  return view.active === view.seat ? t("turn.own") : t("turn.other", { name: nameOf(view.active) });
}

/** Say that time ran out for the player. */
function timeWords({ timed_out, moves }: ResolvedNotice, { seat }: View): string[] {
  const move = seat !== null && timed_out.includes(seat) ? moves[seat] : null;
  return move ? [t("turn.time_up", { move: moveWords(move) })] : [];
}

/**
 * Describe the changes between two views for the live region; a pad has neither turns nor throws, and almost all cells
 * can be marked.
 */
export function newsOf(
  before: View | null,
  after: View,
  notices: readonly Notice[],
  nameOf: NameOf,
  isPad = false,
): string {
  const news: string[] = [];
  for (const each of notices)
    if (each.type === "resolved")
      news.push(...timeWords(each, after), resolvedWords(each.moves, nameOf) || t("log.nobody"));
  for (const each of notices) {
    const told = each.type !== "resolved" && each.type !== "thrown" ? logLine(each, nameOf) : null;
    if (told) news.push(t("log.move", { name: told.name, move: told.text }));
  }
  if (before) news.push(...missWords(before, after, nameOf));
  if (after.over && !before?.over) news.push(t("say.over"));
  if (isPad) return news.join(". ");
  if (!after.over && before && (before.active !== after.active || before.turn !== after.turn))
    news.push(turnWords(after, nameOf));
  if (after.roll && after.roll !== before?.roll) news.push(rollWords(after.roll));
  if (after.choices.length > 0 && (before?.phase !== after.phase || before?.turn !== after.turn))
    news.push(optionWords(after));
  return news.join(". ");
}
