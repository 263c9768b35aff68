// What a table of this device tells: the facts and states that a server would send, and the record.

import { Match, open_view, own_view, Pad, parse_sheet } from "../../rules/shared/flow.js";
import type { State, TableFacts } from "../net/protocol";
import { afterStep, type Game, type Playing } from "./game";
import type { KeptTable } from "./kept";

/** The match or pad of a table before its first step. */
export function begun(game: Game, { sheets, first, dice, position }: KeptTable): Playing {
  if (position) return Match.from_position(position);
  const printed = sheets.map((text) => parse_sheet(game, text));
  return dice === "unknown" ? new Pad(game, sheets.length, printed) : new Match(game, sheets.length, printed, first);
}

/** The match or pad that the steps of a table tell. */
export function replayed(game: Game, kept: KeptTable): Playing {
  return kept.steps.reduce(afterStep, begun(game, kept));
}

/** The seats that people play. */
export function heldAt(kept: KeptTable): number[] {
  return kept.seats.flatMap(({ bot }, seat) => (bot === null ? [seat] : []));
}

export function statusOf(kept: KeptTable, match: Playing): TableFacts["status"] {
  return kept.startedAt === null ? "lobby" : match.over ? "over" : "playing";
}

/** The seed of the dice, once nobody can look ahead by it any more. */
function seedOf(kept: KeptTable, match: Playing): string | null {
  return kept.dice === "seeded" && match.over ? kept.seed : null;
}

/** What is told of dice that no server throws: nobody has to agree on them. */
export function diceFacts(kind: KeptTable["dice"], seed: string | null, seats: number): TableFacts["dice"] {
  const nobody = Array.from({ length: seats }, () => null);
  return {
    kind,
    stage: "ready",
    attempt: 1,
    server_hash: null,
    commitments: nobody,
    shares: nobody,
    revealed: [],
    without: [],
    seed,
    bot_hash: null,
  };
}

function seatFacts(kept: KeptTable): TableFacts["seats"] {
  return kept.seats.map(({ name, bot }, seat) => ({
    seat,
    kind: bot === null ? "person" : "bot",
    name,
    bot,
    stand_in: null,
    connected: true,
    sheet: kept.sheets[seat] ?? "",
    awaited_ms: 0,
    warming: false,
    left: false,
  }));
}

/** The matches that each seat has won in this row of rematches. */
export function seriesOf(kept: KeptTable, match: Playing): number[] {
  const won = match.winners;
  return kept.series.map((n, seat) => n + Number(won.includes(seat)));
}

export function factsOf(kept: KeptTable, match: Playing): TableFacts {
  const { game } = match;
  return {
    code: kept.code,
    game: game.name,
    rules: game.version,
    title: game.title,
    first: kept.first,
    status: statusOf(kept, match),
    parked: false,
    open: false,
    seats: seatFacts(kept),
    watchers: 0,
    dice: diceFacts(kept.dice, seedOf(kept, match), kept.seats.length),
    clock: null,
    auto_throw: kept.autoThrow,
    auto_pass: kept.autoPass,
    challenge: null,
    previous: kept.previous,
    pace: kept.pace,
    rematch: [],
    series: seriesOf(kept, match),
    again: askedFacts(match),
    later: match.n_later,
    closing: match.is_closing,
  };
}

export function stateOf(kept: KeptTable, match: Playing): State {
  const hasBegun = kept.startedAt !== null;
  const held = heldAt(kept);
  return {
    type: "state",
    match: kept.match,
    sequence: kept.sequence,
    step: kept.step,
    table: factsOf(kept, match),
    held,
    view: hasBegun ? open_view(match) : null,
    own: hasBegun ? held.map((seat) => own_view(match, seat)) : [],
    notices: kept.notices,
  };
}

/** What is asked again after a correction. */
function askedFacts(match: Playing): NonNullable<TableFacts["again"]> {
  return match.asked.map(({ place, entry, error }) => ({
    turn: place.turn,
    throw: place.throw,
    phase: place.phase,
    seat: place.seat,
    text: entry.text,
    why: { ...error.reason },
  }));
}

/** The record with who played and where the dice came from, without what is sealed. */
export function tableRecord(kept: KeptTable, match: Playing): string {
  const started = new Date(kept.startedAt ?? kept.openedAt).toISOString();
  const players = kept.seats.map(({ name, bot }, seat) => [`Player${seat}`, bot === null ? name : `bot ${bot}`]);
  const seed = seedOf(kept, match);
  return match.record(false, {
    Match: kept.match,
    Date: started.slice(0, 19).replace("T", " "),
    ...Object.fromEntries(players),
    Dice: kept.dice,
    ...(seed === null ? {} : { DiceSeed: seed }),
  });
}
