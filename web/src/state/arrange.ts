// Changes of a table before its start, as the command that asks for them.

import type { Arrange, GameFacts, TableFacts } from "../net/protocol";
import { dealFor, dealOf } from "./deal";

export type ArrangeBody = Omit<Arrange, "id">;

/** A change of the seats; what somebody has chosen to play on goes with the seat, and a new one has the first sheet. */
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

/** One more open seat. */
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

/** A seat one place further up; null for the one that is at the top already. */
export function withSeatUp(facts: TableFacts, game: GameFacts | undefined, seat: number): ArrangeBody | null {
  const seats = places(facts);
  return seat === 0 ? null : command(facts, game, seats.with(seat - 1, seat).with(seat, seat - 1));
}

/** Another game, with the deal of that game; seats that it does not have go, open ones first, then bots. */
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

/** One sheet for all, one for each seat, or null for the deal of the game. */
export function withSheets(facts: TableFacts, sheets: string[] | null): ArrangeBody {
  return command(facts, undefined, places(facts), { sheets });
}
