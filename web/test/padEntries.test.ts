import { describe, expect, it } from "vitest";
import { game as longo } from "../rules/longo.js";
import { game as qwantum } from "../rules/qwantum.js";
import { game as qwixx } from "../rules/qwixx.js";
import { open_view, own_view, Pad } from "../rules/shared/flow.js";
import { game as sixto } from "../rules/sixto.js";
import { game as twentyOne } from "../rules/twenty_one.js";
import { loadTable, tableOf } from "../src/games";
import type { GameName } from "../src/games/registry";
import { GAMES } from "../src/games/registry";
import { entriesAt, entriesOf, fieldOf } from "../src/state/padEntries";
import type { CellView } from "../src/state/view";

await Promise.all(GAMES.map(loadTable));

const BUTTONS = ["miss", "x", "stall"];

/** All entries that can be made by taps on the sheet or the buttons below it. */
function tappable(pad: Pad, choices: readonly string[]): Set<string> {
  const { writesNumbers } = tableOf(pad.game.name as GameName).words;
  const sheet = open_view(pad).sheets[0];
  const marks = own_view(pad, 0).cells;
  const inRows = (sheet?.rows ?? []).flatMap((row, r) =>
    row.cells.flatMap((cell, c) =>
      entriesAt(choices, { ...cell, mark: marks[`${r}/${c}`]?.mark ?? null } as CellView, writesNumbers),
    ),
  );
  const inLines = (sheet?.lines ?? []).flatMap((line) =>
    line.cells.flatMap((cell, i) => {
      const field = line.name.length === 2 ? line.name + cell.text : fieldOf(line.name, i);
      return field === null ? [] : entriesOf(choices, field);
    }),
  );
  return new Set([...inRows, ...inLines, ...BUTTONS.filter((text) => choices.includes(text))]);
}

describe("a pad on the page", () => {
  for (const game of [qwixx, longo, twentyOne, qwantum, sixto]) {
    it(`lets every entry of every sheet of ${game.name} be tapped`, () => {
      Object.keys(game.sheets).forEach((name, nth) => {
        const pad = new Pad(game, 1, [name]);
        for (let step = 0; step < 40 && !pad.over; step++) {
          const { choices } = own_view(pad, 0);
          if (step % 8 === 0) expect([...tappable(pad, choices)].sort(), name).toEqual([...choices].sort());
          const open = choices.filter((text) => text !== "miss");
          const next = open[(7 * step + nth) % Math.min(open.length, 5)];
          if (next === undefined) break;
          pad.enter(0, next);
        }
      });
    });
  }
});
