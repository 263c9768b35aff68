// A record as the check of the dice reads it; what it cannot read is a fault of the record.

/** What is wrong with a record; the id names a sentence, `params` fill it. */
export class Fault extends Error {
  readonly id: string;
  readonly params: Record<string, string | number>;
  constructor(id: string, params: Record<string, string | number> = {}) {
    super(id);
    this.id = id;
    this.params = params;
  }
}

export function need(isSo: unknown, id: string, params: Record<string, string | number> = {}): asserts isSo {
  if (!isSo) throw new Fault(id, params);
}

export interface RecordLine {
  turn: number;
  active: number;
  parts: string[];
}

export interface DiceRecord {
  header: ReadonlyMap<string, string>;
  lines: RecordLine[];
  closing: string;
}

const LONGEST = 1_000_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a record must not hold
const HIDDEN = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]/;
const HEADER = /^\[([A-Z][A-Za-z0-9]{0,31}) "((?:[^"\\]|\\["\\])*)"\]$/;
const TURN = /^([1-9][0-9]{0,5})\. ([0-9]): (.+)$/;

/** The parts of a turn without comments and clocks. */
function partsOf(line: string): string[] {
  const parts = line.replaceAll(/ \{[^{}]*\}/g, "").split(" | ");
  return parts.map((part) => part.replace(/ @[0-9]+(\.[0-9]+)?$/, ""));
}

export function readRecord(text: string): DiceRecord {
  const plain = text.replaceAll("\r\n", "\n");
  need(plain.length <= LONGEST && !HIDDEN.test(plain), "unreadable", { text: "" });
  const header = new Map<string, string>();
  const lines: RecordLine[] = [];
  let closing = "";
  for (const line of plain.split("\n").map((each) => each.trimEnd())) {
    if (line === "") continue;
    const [, name = "", value = ""] = HEADER.exec(line) ?? [];
    const [, turn = "", active = "", rest = ""] = TURN.exec(line) ?? [];
    const isHeader = name !== "" && lines.length === 0;
    need(closing === "" && (isHeader || turn !== "" || line.startsWith("* ")), "unreadable", {
      text: line.slice(0, 60),
    });
    need(!isHeader || !header.has(name), "doubled", { name });
    if (isHeader) header.set(name, value.replaceAll(/\\(.)/g, "$1"));
    else if (turn !== "") lines.push({ turn: Number(turn), active: Number(active), parts: partsOf(rest) });
    else closing = line;
  }
  return { header, lines, closing };
}
