// Writes pads that Python has written, one a line, as the page does without a server, and tells what is seen of them.

import { createInterface } from "node:readline";
import { reasonOf, recordOf } from "../../web/src/local/match.ts";
import * as flow from "../../web/src/local/pad.ts";
import { openView } from "../../web/src/local/view.ts";

const [folder] = process.argv.slice(2);

function told(ask) {
  try {
    return ask() ?? null;
  } catch (error) {
    return reasonOf(error);
  }
}

function look(pad, { cells, tries }, seat) {
  return {
    open: openView(pad.match),
    closing: pad.isClosing,
    own: flow.padView(pad, seat),
    reasons: cells.map(([row, cell]) => flow.whyNotOnPad(pad, seat, row, cell)),
    refused: tries.map((text) => told(() => void flow.checkEntry(pad, seat, text))),
  };
}

function correct(pad, [seat, number, text]) {
  return told(() => {
    const choices = flow.padChoicesAt(pad, seat, number);
    const { pad: made, asked } = flow.correctOnPad(pad, seat, number, text);
    const again = asked.map(({ entry, why }) => [entry.turn, entry.seat, entry.text, why]);
    return { choices, entries: made.entries.map((entry) => [entry.seat, entry.text]), again };
  });
}

async function write(script) {
  const game = (await import(`file://${folder}/${script.game}.mjs`)).default;
  const pad = flow.makePad(game, script.sheets);
  const frames = [look(pad, script, 0)];
  script.entries.forEach(([seat, text], nth) => {
    flow.enterOnPad(pad, seat, text);
    if (script.looked.includes(nth)) frames.push(look(pad, script, seat));
  });
  const record = recordOf(pad.match, { Paperdice: "2", First: "0", Dice: "unknown" });
  const corrected = script.corrections.map((each) => correct(pad, each));
  process.stdout.write(`${JSON.stringify({ frames, corrected, record })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) await write(JSON.parse(line));
