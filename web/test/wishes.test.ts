import { beforeEach, describe, expect, it } from "vitest";
import type { CommandBody } from "../src/net/connection";
import type { GameFacts, TableFacts } from "../src/net/protocol";
import { addSeat, makeWishes, type Wishes, withoutSeat, withSeat, withSeatUp, withSheets } from "../src/state/arrange";
import { makeTable, type TableState } from "../src/state/table";

/** Seats of one letter each; an underscore is an open seat. */
const seatsOf = (names: string) =>
  [...names].map((name, seat) => ({ seat, name, kind: name === "_" ? "open" : "person", bot: null, sheet: "classic" }));

/** A table, and the commands it was sent. */
let table: TableState;
let sent: CommandBody[];
let wishes: Wishes;

function become(names: string, step: number): void {
  const facts = { game: "qwixx", seats: seatsOf(names) } as unknown as TableFacts;
  table = { ...makeTable("ABCDEF"), facts, match: "m1", step };
}

/** The answer to the last command: the new table, and that the command is done. */
function answer(names: string, step: number): void {
  become(names, step);
  wishes.answered(`c${sent.length}`, true);
}

beforeEach(() => {
  sent = [];
  become("ABCD", 0);
  wishes = makeWishes(
    () => table,
    (command) => `c${sent.push(command)}`,
  );
});

const up = (seat: number) => wishes.add((facts, seat) => withSeatUp(facts, undefined, seat), seat);

describe("two quick wishes", () => {
  it("go one after the other, the second from what the first has made", () => {
    wishes.add((facts) => withSeat(facts, undefined));
    wishes.add((facts) => withSheets(facts, ["mixx-a"]));
    expect(sent).toMatchObject([{ seats: [0, 1, 2, 3, null], step: 0 }]);
    answer("ABCD_", 1);
    expect(sent[1]).toMatchObject({ seats: [0, 1, 2, 3, 4], sheets: ["mixx-a"], step: 1 });
  });
  it("follow a seat that the first has moved", () => {
    up(3);
    up(3);
    expect(sent).toMatchObject([{ seats: [0, 1, 3, 2] }]);
    answer("ABDC", 1);
    expect(sent[1]).toMatchObject({ seats: [0, 2, 1, 3] });
  });
  it("follow it once, if the table was seen anew before the second", () => {
    up(3);
    become("ABDC", 1);
    up(2);
    wishes.answered("c1", true);
    expect(sent[1]).toMatchObject({ seats: [0, 2, 1, 3] });
  });
  it("leave out what can no longer be done, and go on with the next", () => {
    wishes.add((facts, seat) => withoutSeat(facts, undefined, seat), 1);
    up(1);
    up(0);
    wishes.add(() => ({ type: "start" }));
    answer("ACD", 1);
    expect(sent[1]).toEqual({ type: "start", step: 1 });
  });
  it("go on if the first seat is gone and they are about none", () => {
    wishes.add((facts, seat) => withoutSeat(facts, undefined, seat), 0);
    wishes.add((facts) => withSeat(facts, undefined));
    answer("BCD", 1);
    expect(sent[1]).toMatchObject({ seats: [0, 1, 2, null] });
  });
  it("end with a refusal, since they rest on what was refused", () => {
    up(1);
    up(2);
    wishes.answered("c7", false);
    expect(sent).toHaveLength(1);
    wishes.answered("c1", false);
    expect(sent).toHaveLength(1);
    up(3);
    expect(sent[1]).toMatchObject({ seats: [0, 1, 3, 2] });
  });
  it("do not undo what somebody else has arranged meanwhile", () => {
    wishes.add(() => ({ type: "seat_bot", seat: 3, bot: "steady" }));
    wishes.add((facts) => withSeat(facts, undefined));
    become("DCBA", 8);
    wishes.answered("c1", true);
    expect(sent[1]).toMatchObject({ type: "arrange", step: 0 });
  });
  it("do not take for their own what somebody else has arranged before the answer is read", () => {
    up(1);
    wishes.add((facts, seat) => withoutSeat(facts, undefined, seat), 2);
    wishes.add(() => ({ type: "start" }));
    answer("DABC", 2);
    expect(sent.slice(1)).toEqual([{ type: "start", step: 0 }]);
  });
  it("are forgotten with a seat that somebody else has removed", () => {
    up(1);
    up(3);
    answer("BA", 2);
    expect(sent).toHaveLength(1);
  });
  it("give no bot to a seat that somebody else has put there", () => {
    const bot = (_: TableFacts, seat: number): CommandBody => ({ type: "seat_bot", seat, bot: "steady" });
    become("A__D", 0);
    wishes.add(bot, 1);
    wishes.add(bot, 2);
    wishes.add(() => ({ type: "start" }));
    answer("AD__", 1);
    expect(sent.slice(1)).toEqual([{ type: "start", step: 0 }]);
  });
});

describe("one more seat for a bot", () => {
  const game = { seats: [1, 5], sheets: [] } as unknown as GameFacts;
  it("is added, and given to the bot", () => {
    addSeat(wishes.add, game, "steady");
    answer("ABCD_", 1);
    expect(sent).toMatchObject([{ seats: [0, 1, 2, 3, null] }, { type: "seat_bot", seat: 4, bot: "steady" }]);
  });
  it("leaves alone an open seat that was added before, if there is no room for both", () => {
    addSeat(wishes.add, game, null);
    addSeat(wishes.add, game, "steady");
    answer("ABCD_", 1);
    expect(sent).toHaveLength(1);
  });
});
