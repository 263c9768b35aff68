// Twenty One for the check of the dice: a second throw of all but the ones, then every seat fills. [Twenty One 3-11]

import { pipsOf, plainDice, type Referee, someOf, type Walk } from "../../fair/walk";

const CELLS = 30;

function play(walk: Walk): string {
  const filled = walk.sheets.map(() => 0);
  const places = walk.places();
  for (;;) {
    walk.begin();
    const thrown = walk.throw(1, places);
    const again = places.filter((place) => pipsOf(thrown[place] ?? "") !== 1);
    const choices = new Map([["keep", []], ...(again.length > 0 ? [["reroll", again] as const] : [])]);
    const roll = walk.reroll(thrown, places, choices);
    walk.moves("fill", walk.seats).forEach((move, seat) => {
      walk.allow(move, ["x", ...someOf(roll)]);
      filled[seat] = (filled[seat] ?? 0) + move.split(" ").length;
    });
    if (Math.max(...filled) >= CELLS) return "rows";
  }
}

export const referee: Referee = { dice: plainDice("wkrygb"), mostSeats: 6, play };
