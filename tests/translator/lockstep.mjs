// Plays scripts that Python has played, one a line, and tells after each step all that the rules answer.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const { makeTwin } = await load("shared/runtime");
const plain = (value) => (typeof value === "number" || typeof value === "boolean" ? Number(value) : Array.from(value));

/** Everything that the rules answer about a state. */
function answers({ rules, rate }, sheets, state, script) {
  const { MAX_MOVES: maxMoves, N_TALLY: nTally } = rules;
  const [, nRows] = sheets.n_cells.shape;
  const told = [rules.dice_wanted(state), rules.end_reason(sheets, state), rules.faults(sheets, state)];
  for (let seat = 0; seat < script.seats; seat++) {
    const moves = new Int32Array(maxMoves);
    const n = rules.legal_moves(sheets, state, seat, moves);
    const tally = new Int32Array(nTally);
    rules.tally(sheets, state, seat, tally);
    const seen = new Int32Array(script.observed);
    rules.observe(sheets, state, seat, seen);
    const ratings = new Float64Array(maxMoves);
    if (n) rate(null, sheets, state, seat, moves, n, ratings);
    told.push(rules.acts(state, seat), moves.slice(0, n), tally, seen, ratings.slice(0, n));
    told.push(rules.score(sheets, state, seat), rules.tie_break(sheets, state, seat));
    for (let row = 0; row < sheets.n_rows[seat]; row++)
      for (let cell = 0; cell < sheets.n_cells[seat * nRows + row]; cell++)
        told.push(rules.refusal(sheets, state, seat, row, cell), rules.cell_state(sheets, state, seat, row, cell));
    for (const move of script.asked) told.push(rules.is_legal(sheets, state, seat, move));
  }
  return told.map(plain);
}

function dump(twin) {
  return Object.fromEntries(Object.entries(twin).map(([name, value]) => [name, plain(value)]));
}

async function play(script) {
  const { game } = await load(script.game);
  const { rules } = game;
  const sheets = game.lay_out(script.sheets.map((name) => game.sheets[name]));
  const state = makeTwin(rules.STATE);
  rules.start(state, script.seats, script.first);
  const lines = [[dump(sheets)], [dump(state), answers(game, sheets, state, script)]];
  for (const [nth, [kind, values]] of script.steps.entries()) {
    if (kind === "roll") rules.apply_roll(sheets, state, Int32Array.from(values));
    else rules.apply_moves(sheets, state, Int32Array.from(values));
    if (nth + 1 === script.steps.length || (nth + 1) % script.every === 0)
      lines.push([dump(state), answers(game, sheets, state, script)]);
  }
  for (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`);
}

for await (const line of createInterface({ input: process.stdin })) await play(JSON.parse(line));
