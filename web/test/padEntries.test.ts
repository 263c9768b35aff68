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
import { buttonEntry, entriesAt, entriesOf, fieldOf, reopenedBy, rubbedOut, rubbingAt } from "../src/state/padEntries";
import type { Notice } from "../src/state/table";
import { type CellView, readView, seatView } from "../src/state/view";

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

describe("a mark that is rubbed out", () => {
  const viewOf = (pad: Pad) => seatView(readView(open_view(pad)), own_view(pad, 0));

  it("is found by its cell, and opens the cells that it had passed over", () => {
    const pad = new Pad(qwixx, 1, ["classic"]);
    for (const text of ["r2", "miss", "r5"]) pad.enter(0, text);
    const rubbing = rubbingAt(viewOf(pad), 0, "0/3");
    expect(rubbing).toMatchObject({ turn: 3, places: new Set(["0/3"]) });
    expect(rubbingAt(viewOf(pad), 0, "0/1")).toBeNull();
    const after = pad.corrected(pad.find_place(0, 3, 0, ""), "-").match as Pad;
    expect(rubbing && reopenedBy(rubbing, viewOf(after).sheets[0])).toEqual(["3", "4", "5"]);
  });

  it("can be put back until its seat makes another entry", () => {
    const gone: Notice = {
      ...{ type: "corrected", sequence: 1, at: 0, turn: 3, seat: 0 },
      ...{ roll: "", was: "r5", move: "-", phase: "pad" },
    };
    const made = (seat: number, text: string): Notice => ({
      ...{ type: "entered", sequence: 2, at: 0, number: 4 },
      ...{ seat, text },
    });
    expect(rubbedOut([gone, made(1, "r6")], 0)).toEqual({ turn: 3, was: "r5" });
    expect(rubbedOut([gone, made(0, "r6")], 0)).toBeNull();
    expect(rubbedOut([{ ...gone, was: "-", move: "r5" } as Notice], 0)).toBeNull();
    expect(buttonEntry([made(0, "r6"), made(0, "miss")], 0)).toEqual({ turn: 4, was: "miss" });
    expect(buttonEntry([made(0, "miss"), made(0, "r6")], 0)).toBeNull();
  });
});
