// The check of the dice after a match: every throw again, from the seed and the shares. [docs: dice]

import { bytesOf, commitmentOf, fromHex, hmac } from "./sha256";

/** The dice of a game in order, each with its six faces. */
export interface NamedDie {
  name: string;
  faces: readonly string[];
}

export type Proof =
  | { kind: "checked"; throws: number }
  | { kind: "typed" | "seeded" | "unfinished" }
  | { kind: "broken"; turn: number; given: string; derived: string }
  | { kind: "wrong_seed" }
  | { kind: "wrong_seal" };

interface RecordParts {
  header: Map<string, string>;
  turns: { turn: number; parts: string[] }[];
}

/** The header and the turns of a record, without clocks and comments. */
function readParts(record: string): RecordParts {
  const header = new Map<string, string>();
  for (const [, name = "", value = ""] of record.matchAll(/^\[(\w+) "(.*)"\]$/gm)) header.set(name, value);
  const turns = [...record.matchAll(/^(\d+)\. \d+: (.*)$/gm)].map(([, turn = "0", line = ""]) => ({
    turn: Number(turn),
    parts: line.split(" | ").map((part) => part.replace(/ [@{].*/, "")),
  }));
  return { header, turns };
}

/** One face, 0 to 5: bytes of 252 and more are thrown away, so that no face is favored. */
function faceIndex(key: Uint8Array, turn: number, nth: number, die: number): number {
  for (let n = 0; ; n++) {
    const block = hmac(key, bytesOf(`${turn} ${nth} ${die} ${n}`));
    const byte = block.find((each) => each < 252);
    if (byte !== undefined) return byte % 6;
  }
}

function isThrown(die: NamedDie, dice: readonly NamedDie[], given: readonly string[], named: string): boolean {
  if (named) return named.includes(die.name);
  const isMixed = dice.some((each) => /\d/.test(each.name));
  return isMixed || given.some((face) => face.charAt(0) === die.name);
}

/** The key of all dice of a match. */
function keyOf(header: Map<string, string>): Uint8Array {
  const shares = (header.get("DiceShares") ?? "").split(" ").filter(Boolean);
  const lines = ["paperdice dice 1", header.get("DiceMatch") ?? "", ...shares.map((share) => share.replace(":", " "))];
  return hmac(fromHex(header.get("DiceSeed") ?? ""), bytesOf(lines.join("\n")));
}

function checkTurns(parts: RecordParts, dice: readonly NamedDie[]): Proof {
  const key = keyOf(parts.header);
  let throws = 0;
  for (const { turn, parts: steps } of parts.turns) {
    for (const [i, step] of steps.entries()) {
      const before = steps[i - 1] ?? "";
      const nth = i === 0 ? 1 : before.startsWith("reroll") ? 2 : 0;
      if (nth === 0) continue;
      const given = step.split(" ");
      const named = nth === 2 ? before.slice("reroll ".length) : "";
      const thrown = dice.map((die, place) => ({ die, place })).filter(({ die }) => isThrown(die, dice, given, named));
      const derived = thrown.map(({ die, place }) => die.faces[faceIndex(key, turn, nth, place)]);
      if (given.join(" ") !== derived.join(" "))
        return { kind: "broken", turn, given: step, derived: derived.join(" ") };
      throws++;
    }
  }
  return { kind: "checked", throws };
}

/** The result of the check; `seal` is the server's hash that this device saw before the first roll, if it was there. */
export function checkDice(record: string, dice: readonly NamedDie[], seal: string | null): Proof {
  const parts = readParts(record);
  const kind = parts.header.get("Dice");
  if (kind === "typed" || kind === "seeded") return { kind };
  const seed = parts.header.get("DiceSeed");
  const hash = parts.header.get("DiceHash");
  if (!seed || !hash) return { kind: "unfinished" };
  if (commitmentOf(seed) !== hash) return { kind: "wrong_seed" };
  if (seal !== null && seal !== hash) return { kind: "wrong_seal" };
  return checkTurns(parts, dice);
}
