// The gallery: hand-made positions, for looking at the drawings without a server.

import en from "virtual:texts/en";
import { render } from "preact";
import { makeTexts, setTexts } from "../src/i18n";
import type { OwnSeat } from "../src/state/ownSeat";
import { toggleMark } from "../src/state/pencil";
import "../src/styles";
import { qwantum, qwantumReroll } from "../src/games/qwantum/example";
import { qwixx } from "../src/games/qwixx/example";
import { sixto } from "../src/games/sixto/example";
import { twentyOne } from "../src/games/twenty_one/example";
import { Match } from "../src/pages/table/Match";
import type { View } from "../src/state/view";

setTexts(makeTexts("en", en));
const query = new URLSearchParams(location.search);
if (query.get("theme") === "dark") document.documentElement.dataset.theme = "dark";
const root = document.getElementById("app") ?? document.body;
const NAMES = ["You", "Mia", "Tom", "Ada"];

function ownSeatOf(view: View, pencil: string[], picked: string[] = []): OwnSeat {
  return { seat: 0, view, pencil, picked, inspected: "2", refused: null, fresh: [] };
}

const SEATS: Record<string, OwnSeat> = {
  qwixx: ownSeatOf(qwixx, ["r9"]),
  "twenty-one": ownSeatOf(twentyOne, ["w2"]),
  qwantum: ownSeatOf(qwantumReroll, [], ["1", "2"]),
  pick: ownSeatOf(qwantum, ["b13"]),
  sixto: ownSeatOf(sixto, ["y6", "b3"]),
};
const own = SEATS[query.get("page") ?? "qwixx"] ?? ownSeatOf(qwixx, []);

function draw() {
  render(
    <Match
      own={own}
      net="online"
      nameOf={(seat) => NAMES[seat] ?? ""}
      away={[]}
      showScores
      isTyped={false}
      bots={[]}
      notices={[]}
      deadline={null}
      log={[
        { turn: 11, name: "You", text: "white 4 and 5, red 2, yellow 6, blue 1" },
        { turn: 10, name: "Ada", text: "red 6 with the whites, then blue 8" },
        { turn: 9, name: "Tom", text: "blue 10 with the whites, then yellow 7" },
      ]}
      onMenu={() => {}}
      onSeat={() => {}}
      actions={{
        tap(row, index) {
          const cell = own.view.sheets[0]?.rows[row]?.cells[index];
          own.refused = null;
          if (cell?.mark) own.pencil = toggleMark(own.view.choices, own.pencil, cell.mark);
          else if (cell) own.refused = { at: `${row}/${index}`, why: cell.why };
          draw();
        },
        undo() {
          own.pencil = own.pencil.slice(0, -1);
          draw();
        },
        quiet() {},
        done() {},
        reroll() {},
        takeBack() {},
        throwDice() {},
        correct() {},
        tapDie(name) {
          own.inspected = name;
          draw();
        },
      }}
    />,
    root,
  );
}
draw();
