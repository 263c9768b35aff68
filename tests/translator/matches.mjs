// Plays matches that Python has played, one a line, as the page does without a server, and tells what every seat sees.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import * as flow from "../../web/src/local/match.ts";
import { openView, ownView } from "../../web/src/local/view.ts";

const [folder] = process.argv.slice(2);

/** Why some moves and rolls are refused, null for those that are not. */
function refusals(match, { moves, rolls }) {
  const told = (ask) => {
    try {
      ask();
      return null;
    } catch (error) {
      return flow.reasonOf(error);
    }
  };
  const seats = flow.seatsOf(match);
  const refused = seats.map((seat) => moves.map((move) => told(() => flow.readMove(match, seat, move))));
  return [...refused, rolls.map((roll) => told(() => flow.readRoll(match, roll)))];
}

function look(match, script) {
  const seats = flow.seatsOf(match);
  const reasons = seats.map((seat) =>
    match.sheets[seat].rows.map(({ colors }, row) => colors.map((_, cell) => flow.whyNot(match, seat, row, cell))),
  );
  return { open: openView(match), own: seats.map((seat) => ownView(match, seat)), reasons, refused: refusals(match, script) };
}

async function play(script) {
  const game = (await import(pathToFileURL(`${folder}/${script.game}.mjs`))).default;
  const match = flow.makeMatch(game, script.sheets, script.first);
  const frames = [look(match, script)];
  for (const [nth, [kind, seat, text]] of script.steps.entries()) {
    if (kind === "throw") flow.throwDice(match, text, null);
    else {
      flow.sealMove(match, seat, text);
      if (flow.actingIn(match).length === 0) flow.resolve(match, null);
    }
    if (nth + 1 === script.steps.length || (nth + 1) % script.every === 0) frames.push(look(match, script));
  }
  process.stdout.write(`${JSON.stringify({ frames, record: flow.recordOf(match, { Player0: 'A "b" \\' }) })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) await play(JSON.parse(line));
