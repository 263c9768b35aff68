// Plays matches that Python has played, one a line, and puts the same entries right, as the page does without a server.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { choicesAt, courseOf, rebuild } from "../../web/src/local/course.ts";
import * as flow from "../../web/src/local/match.ts";

const [folder] = process.argv.slice(2);

const told = ({ turn, throw: nth, phase, seat, text }) => [turn, nth, phase, seat, text];

function correct(match, course, [turn, nth, phase, seat, text]) {
  const place = { turn, throw: nth, phase, seat };
  const choices = nth > 0 ? [] : choicesAt(match, place);
  try {
    const { match: made, later, asked } = rebuild(match, course, place, text);
    const again = asked.map(({ entry, why }) => [...told(entry), why]);
    const sealed = [...made.sealed.keys()].sort().map((each) => [each, flow.sealedBy(made, each)]);
    return { choices, record: flow.recordOf(made, {}), sealed, later: later.map(told), again };
  } catch (error) {
    return { choices, why: flow.reasonOf(error) };
  }
}

async function play(script) {
  const game = (await import(pathToFileURL(`${folder}/${script.game}.mjs`))).default;
  const match = flow.makeMatch(game, script.sheets, script.first);
  for (const [kind, seat, text] of script.steps) {
    if (kind === "throw") flow.throwDice(match, text, null);
    else {
      flow.sealMove(match, seat, text);
      if (flow.actingIn(match).length === 0) flow.resolve(match, null);
    }
  }
  const course = courseOf(match);
  const corrected = script.corrections.map((each) => correct(match, course, each));
  process.stdout.write(`${JSON.stringify({ course: course.map(told), corrected })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) await play(JSON.parse(line));
