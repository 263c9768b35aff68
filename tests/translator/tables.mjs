// Hosts tables with the translated flow, one per line, and prints what is seen of them after each step.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const flow = await load("shared/flow");
const device = await load("local/table");

/** What an error quotes of another one is English in Python, and an id here. */
function told({ reason: { id, params, rule } }) {
  const { why, message, ...others } = params;
  return { id, rule, params: others };
}

function lots(drawn) {
  const next = () => drawn.shift();
  return { below: next, code: next, id: next, seed: next };
}

class Host {
  constructor({ wish, now, drawn }) {
    this.now = now;
    this.lots = lots(drawn);
    const opening = device.new_opening(device.readWish(wish), null, ["casual"], now, this.lots);
    this.events = opening.events.map(device.tagged);
    this.table = opening.table();
    this.attendance = device.first_attendance(this.table, this.moment());
  }

  moment() {
    return new device.Moment(this.now, this.now);
  }

  write(events) {
    const { step } = this.table;
    for (const event of events) this.table.apply(event);
    this.events.push(...events.map(device.tagged));
    this.attendance = device.keep_time(this.attendance, step, this.table, this.now);
    if (this.table.next_match === null) return;
    const opening = device.next_opening(this.table, this.table.next_match);
    this.table = opening.table();
    this.events.push(...opening.events.map(device.tagged));
  }

  step({ command, held, bot, move, there }) {
    if (command) {
      const who = new device.Who(new Set(held), this.attendance, this.moment(), this.lots, ["casual"]);
      this.write(device.decide(this.table, device.readCommand(command), who).events);
    } else if (move !== undefined) {
      this.write([device.readEvent({ type: "sealed", at: this.now, seat: bot, move, by: "bot" })]);
    } else {
      this.attendance = device.attend(this.table, this.attendance, new Set(there), there.length, this.now);
    }
  }

  obey(step) {
    this.now += step.ms;
    this.events = [];
    let refused = null;
    try {
      this.step(step);
    } catch (error) {
      if (!("reason" in error)) throw new Error(`${JSON.stringify(step)}: ${error.stack}`);
      refused = { error: error.constructor.name.slice(1), ...told(error) };
    }
    for (;;) {
      const due = device.find_due(this.table, this.attendance, this.moment(), this.lots);
      if (due.events.length === 0) return [this.events, refused, due.bots, due.look_at];
      this.write(due.events);
    }
  }

  glance() {
    const { table } = this;
    const { match, sequence, step, status } = table;
    const facts = device.table_facts(table, this.attendance, this.now);
    return [sequence, step, status, match.position(), match.n_entries, facts];
  }

  look() {
    const { table } = this;
    const seats = [null, ...Array.from({ length: table.match.seats }, (_, seat) => seat)];
    return {
      glance: this.glance(),
      notices: table.notices.map(device.tagged),
      record: device.record_of(table),
      views: table.has_begun ? seats.map((seat) => flow.view_of(table.match, seat)) : [],
      entry_list: [...device.listed_entries(table)],
    };
  }
}

async function play(script) {
  await load(script.wish.game);
  const host = new Host(script);
  const seen = [host.events, host.look()];
  for (const [nth, step] of script.steps.entries()) {
    const answer = host.obey(step);
    seen.push([answer, (nth + 1) % script.every === 0 ? host.look() : host.glance()]);
  }
  process.stdout.write(`${JSON.stringify([...seen, host.look()])}\n`);
}

for await (const line of createInterface({ input: process.stdin })) await play(JSON.parse(line));
