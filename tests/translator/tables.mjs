// Hosts tables with the translated flow, one per line, and prints what is seen of them after each step.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const flow = await load("shared/flow");
const device = await load("local/table");
const BOT_PAUSE_MS = 900;

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
  constructor({ wish, match, log, now, drawn }) {
    this.now = now;
    this.lots = lots(drawn);
    if (wish) {
      const opening = device.new_opening(device.readWish(wish), null, ["casual"], now, this.lots);
      this.events = opening.events.map(device.tagged);
      this.table = opening.table();
    } else {
      this.events = log;
      this.table = device.Table.replay(match, log.map(device.readEvent));
    }
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

  listEntries(held, { seat = null, turn = null, phase = "" }) {
    const place = device.requested_place(this.table, held, seat, turn, phase);
    const choices = place ? [...this.table.match.seek_choices(place)].find((found) => found !== null) : [];
    return [[...device.listed_entries(this.table)], choices];
  }

  execute({ command, held, bot, move, there }) {
    if (command?.type === "list_entries") return this.listEntries(held, command);
    if (command) {
      const who = new device.Who(new Set(held), this.attendance, this.moment(), this.lots, ["casual"]);
      this.write(device.decide(this.table, device.readCommand(command), who).events);
    } else if (move !== undefined) {
      this.write([device.readEvent({ type: "sealed", at: this.now, seat: bot, move, by: "bot" })]);
    } else {
      this.attendance = device.attend(this.table, this.attendance, new Set(there), there.length, this.now);
    }
    return null;
  }

  handle(step) {
    this.now += step.ms;
    this.events = [];
    let answer = null;
    try {
      answer = this.execute(step);
    } catch (error) {
      if (!("reason" in error)) throw new Error(`${JSON.stringify(step)}: ${error.stack}`);
      answer = { error: error.constructor.name.slice(1), ...told(error) };
    }
    for (;;) {
      const due = device.find_due(this.table, this.attendance, this.moment(), this.lots);
      if (due.events.length === 0) return [this.events, answer, due.bots, due.look_at];
      this.write(due.events);
    }
  }

  look() {
    const { table } = this;
    const { match, sequence, step, status, notices } = table;
    const facts = device.device_facts(table, this.attendance, this.now);
    const pause = device.bot_pause_ms(table, BOT_PAUSE_MS);
    const shown = [sequence, step, status, match.position(), match.n_entries, device.record_of(table), pause, facts];
    if (this.events.length === 0) return shown;
    const isNew = this.events.some(({ type }) => type === "opened");
    const since = isNew ? 0 : sequence - this.events.length;
    const told = notices.filter((notice) => notice.sequence > since).map(device.tagged);
    return [...shown, notices.length, told, this.views()];
  }

  views() {
    const { match, has_begun } = this.table;
    if (!has_begun) return [];
    const seats = Array.from({ length: match.seats }, (_, seat) => seat);
    return [flow.open_view(match), ...seats.map((seat) => flow.own_view(match, seat))];
  }
}

async function play(script) {
  await load(script.name);
  const host = new Host(script);
  const seen = [[host.events, host.look()]];
  for (const step of script.steps) seen.push([host.handle(step), host.look()]);
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}

for await (const line of createInterface({ input: process.stdin })) await play(JSON.parse(line));
