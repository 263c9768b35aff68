// Replays matches and pads that Python has played, one per line, and prints what the translated library shows.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const flow = await load("shared/flow");

const at = ([turn, nth, phase, seat]) => new flow.Place(turn, nth, phase, seat);

/** What an error quotes of another one is English in Python, and an id here. */
function told({ reason: { id, params, rule } }) {
  const { why, message, ...others } = params;
  return { id, rule, params: others };
}

function isCell(match, seat, row, cell) {
  if (match.has_dice || seat < 0 || seat >= match.seats) return true;
  const { rows } = match.sheets[seat];
  return row < rows.length && cell < rows[row].__len__();
}

const STEPS = {
  throw: (match, roll) => match.throw(roll),
  play: (match, seat, move) => match.play(seat, move),
  hold: (match, seat, move) => match.play(seat, move, true),
  enter: (match, seat, text) => match.enter(seat, text),
  "take back": (match, seat) => match.take_back(seat),
  resolve: (match) => match.resolve(),
  note: (match, comment, clock) => match.note(comment, clock),
  correct(match, ...words) {
    const { was, match: made, n_reentered } = match.corrected(at(words), words[4]);
    return { match: made, answer: [was, n_reentered] };
  },
  seek: (match, ...words) => ({ answer: [...match.seek_choices(at(words))] }),
  find: (match, seat, turn, nth, phase) => ({ answer: [...match.find_place(seat, turn, nth, phase)] }),
  later: (match) => ({ answer: [match.enter_later(), match.take_notes()] }),
  "why not": (match, seat, row, cell) => ({ answer: isCell(match, seat, row, cell) ? match.why_not(seat, row, cell) : null }),
  copy: (match) => ({ match: match.copy() }),
  record: (match) => ({ match: flow.final_match(flow.parse_record(match.record())) }),
  "forged record": (_, text) => ({ answer: flow.final_match(flow.parse_record(text)).position() }),
  position: (match) => ({ match: readStand(match, match.position()) }),
  "forged position": (match, text) => ({ answer: readStand(match, text).position() }),
};

const readStand = (match, text) => (match.has_dice ? flow.read_position(text) : flow.Pad.from_position(text));

function handle(match, [kind, ...words]) {
  try {
    return { match, answer: null, ...STEPS[kind](match, ...words) };
  } catch (error) {
    if (!("reason" in error)) throw new Error(`${kind} ${JSON.stringify(words)}: ${error.stack}`);
    return { match, answer: { error: error.constructor.name.slice(1), ...told(error) } };
  }
}

const overview = (match) => [
  match.position(),
  match.record(),
  match.record(false),
  match.n_entries,
  match.n_later,
  match.is_waiting,
];

const entries = (pairs) =>
  [...pairs].map(([place, entry]) => {
    const { text, clock, comment, forced } = entry;
    return [...place, text, clock, comment, forced, flow.is_corrected(place, entry)];
  });

function look(match) {
  const seats = Array.from({ length: match.seats }, (_, seat) => seat);
  return {
    overview: overview(match),
    views: [null, ...seats].map((seat) => flow.view_of(match, seat)),
    history: entries(match.history()),
    walked: entries(match.walk_history()),
    active: [...match.history().keys()].map((place) => match.active_at(place)),
    asked: match.asked.map(({ place, entry, error }) => [...place, entry.text, told(error)]),
    more: [match.throw_number, match.has_dice, match.is_closing, match.names],
  };
}

async function play({ game: name, sheets, first, every, isPad, steps }) {
  const { game } = await load(name);
  const printed = sheets.map((sheet) => flow.parse_sheet(game, sheet));
  let match = isPad
    ? new flow.Pad(game, sheets.length, printed)
    : new flow.Match(game, sheets.length, printed, first);
  const seen = [look(match)];
  for (const [nth, step] of steps.entries()) {
    const done = handle(match, step);
    match = done.match;
    seen.push([done.answer, (nth + 1) % every === 0 ? look(match) : overview(match)]);
  }
  process.stdout.write(`${JSON.stringify([...seen, look(match)])}\n`);
}

for await (const line of createInterface({ input: process.stdin })) await play(JSON.parse(line));
