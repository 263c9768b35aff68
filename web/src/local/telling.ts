// What a table of this device tells: the facts and states that a server would send, and the record.

import type { State, TableFacts } from "../net/protocol";
import { askedFacts } from "./course";
import type { LocalGame } from "./game";
import type { KeptTable } from "./kept";
import {
  actingIn,
  isOver,
  type Match,
  makeMatch,
  recordOf,
  resolve,
  sealMove,
  throwDice,
  wantedDice,
  winnersOf,
} from "./match";
import { type Pad, padView } from "./pad";
import { openView, ownView } from "./view";

/** The match that the turns of a table tell. */
export function replayed(game: LocalGame, kept: KeptTable): Match {
  const match = makeMatch(game, kept.sheets, kept.first);
  for (const { parts } of kept.turns) {
    for (const { text, clock, comment } of parts) {
      if (wantedDice(match).length > 0) {
        throwDice(match, text, clock, comment);
        continue;
      }
      const moves = text.split(", ");
      actingIn(match).forEach((seat, i) => {
        sealMove(match, seat, moves[i] ?? "");
      });
      resolve(match, clock, comment);
    }
  }
  for (const [seat, move] of kept.sealed) sealMove(match, seat, move);
  return match;
}

/** The seats that people play. */
export function heldAt(kept: KeptTable): number[] {
  return kept.seats.flatMap(({ bot }, seat) => (bot === null ? [seat] : []));
}

export function statusOf(kept: KeptTable, match: Match): TableFacts["status"] {
  return kept.startedAt === null ? "lobby" : isOver(match) ? "over" : "playing";
}

/** The seed of the dice, once nobody can look ahead by it any more. */
function seedOf(kept: KeptTable, match: Match): string | null {
  return kept.dice === "seeded" && isOver(match) ? kept.seed : null;
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
export function seriesOf(kept: KeptTable, match: Match): number[] {
  const won = winnersOf(match);
  return kept.series.map((n, seat) => n + Number(won.includes(seat)));
}

export function factsOf(kept: KeptTable, match: Match, pad: Pad | null = null): TableFacts {
  const { facts } = match.game;
  return {
    code: kept.code,
    game: facts.name,
    rules: facts.version,
    title: facts.title,
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
    again: askedFacts(kept.asked),
    later: isOver(match) ? 0 : kept.later.filter((entry) => entry.turn >= match.state.turn).length,
    closing: pad?.isClosing ?? false,
  };
}

export function stateOf(kept: KeptTable, match: Match, pad: Pad | null): State {
  const hasBegun = kept.startedAt !== null;
  const held = heldAt(kept);
  return {
    type: "state",
    match: kept.match,
    sequence: kept.sequence,
    step: kept.step,
    table: factsOf(kept, match, pad),
    held,
    view: hasBegun ? openView(match) : null,
    own: hasBegun ? held.map((seat) => (pad ? padView(pad, seat) : ownView(match, seat))) : [],
    notices: kept.notices,
  };
}

/** The newest format of records: marks without dice; a match with dice has format 1. */
export const PAD_FORMAT = 2;

/** The record with who played and where the dice came from. */
export function tableRecord(kept: KeptTable, match: Match): string {
  const started = new Date(kept.startedAt ?? kept.openedAt).toISOString();
  const players = kept.seats.map(({ name, bot }, seat) => [`Player${seat}`, bot === null ? name : `bot ${bot}`]);
  const seed = seedOf(kept, match);
  return recordOf(match, {
    ...(kept.dice === "unknown" ? { Paperdice: String(PAD_FORMAT), First: "0" } : {}),
    Match: kept.match,
    Date: started.slice(0, 19).replace("T", " "),
    ...Object.fromEntries(players),
    Dice: kept.dice,
    ...(seed === null ? {} : { DiceSeed: seed }),
  });
}
