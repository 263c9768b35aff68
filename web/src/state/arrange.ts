// Changes of a table before its start, as the command that asks for them.

import type { Arrange, TableFacts } from "../net/protocol";

export type ArrangeBody = Omit<Arrange, "id">;

/** The sheet that all seats have, or null if each has its own by the deal of the game. */
export function commonSheet(facts: TableFacts): string | null {
  const sheets = new Set(facts.seats.map((seat) => seat.sheet));
  const [sheet] = sheets;
  return sheets.size === 1 && facts.seats.length > 1 && sheet !== undefined ? sheet : null;
}

function command(facts: TableFacts, seats: (number | null)[], change: Partial<ArrangeBody> = {}): ArrangeBody {
  const sheet = commonSheet(facts);
  return { type: "arrange", game: facts.game, seats, sheets: sheet === null ? null : [sheet], first: null, ...change };
}

function places(facts: TableFacts): number[] {
  return facts.seats.map((seat) => seat.seat);
}

/** One more open seat. */
export function withSeat(facts: TableFacts): ArrangeBody {
  return command(facts, [...places(facts), null]);
}

export function withoutSeat(facts: TableFacts, seat: number): ArrangeBody {
  return command(
    facts,
    places(facts).filter((place) => place !== seat),
  );
}

/** A seat one place further up. */
export function withSeatUp(facts: TableFacts, seat: number): ArrangeBody {
  const seats = places(facts);
  return command(facts, seats.with(seat - 1, seat).with(seat, seat - 1));
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
    places(facts).filter((seat) => kept.includes(seat)),
    { game, sheets: null },
  );
}

/** A sheet for all, or null for the deal of the game. */
export function withSheet(facts: TableFacts, sheet: string | null): ArrangeBody {
  return command(facts, places(facts), { sheets: sheet === null ? null : [sheet] });
}
