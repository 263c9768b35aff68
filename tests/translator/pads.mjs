// Writes pads that Python has written, one a line, as the page does without a server, and tells what is seen of them.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
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

/** Puts one entry after another right; what was asked once is asked on. */
function correct(pad, corrections) {
  let now = { pad, asked: [] };
  return corrections.map(([seat, turn, move]) =>
    told(() => {
      const choices = flow.padChoicesAt(now.pad, seat, turn);
      now = flow.correctOnPad(now.pad, now.asked, { seat, turn, move });
      const entries = now.pad.entries.map((entry) => [entry.seat, entry.text, entry.isCorrected]);
      return { choices, entries, again: now.asked.map(({ entry, why }) => [entry.turn, entry.seat, entry.text, why]) };
    }),
  );
}

async function write(script) {
  const game = (await import(pathToFileURL(`${folder}/${script.game}.mjs`))).default;
  const pad = flow.makePad(game, script.sheets);
  const frames = [look(pad, script, 0)];
  script.entries.forEach(([seat, text], nth) => {
    flow.enterOnPad(pad, seat, text);
    if (script.looked.includes(nth)) frames.push(look(pad, script, seat));
  });
  const record = recordOf(pad.match, { Paperdice: "2", First: "0", Dice: "unknown" });
  const corrected = correct(pad, script.corrections);
  process.stdout.write(`${JSON.stringify({ frames, corrected, record })}\n`);
}

for await (const line of createInterface({ input: process.stdin })) await write(JSON.parse(line));
