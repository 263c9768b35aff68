// Changes to a table before its start, as commands.

import type { Arrange, GameFacts, TableFacts } from "../net/protocol";
import { dealFor, dealOf } from "./deal";

export type ArrangeBody = Omit<Arrange, "id">;

/** Build the command for a change of seats; each seat keeps its chosen sheet, and a new one gets the first. */
function command(
  facts: TableFacts,
  game: GameFacts | undefined,
  seats: (number | null)[],
  change: Partial<ArrangeBody> = {},
): ArrangeBody {
  const sheets = dealFor(dealOf(facts, game), seats);
  return { type: "arrange", game: facts.game, seats, sheets, first: null, ...change };
}

function places(facts: TableFacts): number[] {
  return facts.seats.map((seat) => seat.seat);
}

/** Add an open seat. */
export function withSeat(facts: TableFacts, game: GameFacts | undefined): ArrangeBody {
  return command(facts, game, [...places(facts), null]);
}

export function withoutSeat(facts: TableFacts, game: GameFacts | undefined, seat: number): ArrangeBody {
  return command(
    facts,
    game,
    places(facts).filter((place) => place !== seat),
  );
}

/** Move a seat up; null for the first one. */
export function withSeatUp(facts: TableFacts, game: GameFacts | undefined, seat: number): ArrangeBody | null {
  const seats = places(facts);
  return seat === 0 ? null : command(facts, game, seats.with(seat - 1, seat).with(seat, seat - 1));
}

/** Change the game, with its default deal; excess seats are removed, open ones first, then bots. */
export function withGame(facts: TableFacts, game: string, most: number): ArrangeBody {
  const worth = { person: 0, bot: 1, open: 2 };
  const kept = [...facts.seats]
    .sort((a, b) => worth[a.kind] - worth[b.kind] || a.seat - b.seat)
    .slice(0, most)
    .map((seat) => seat.seat);
  return command(
    facts,
    undefined,
    places(facts).filter((seat) => kept.includes(seat)),
    { game, sheets: null },
  );
}

/** Change the sheets: one for all, one per seat, or null for the default deal. */
export function withSheets(facts: TableFacts, sheets: string[] | null): ArrangeBody {
  return command(facts, undefined, places(facts), { sheets });
}
