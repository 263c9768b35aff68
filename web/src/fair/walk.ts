// The walk through the turns of a record: each throw is made anew, each move is held against the dice.

import { type DiceRecord, need, type RecordLine } from "./record";
import { bytesOf, hmac } from "./sha256";

/** A die of a game, by its name, with its faces. */
export interface NamedDie {
  name: string;
  faces: readonly string[];
}

/** What the check has to know of a game: its dice, its seats, and which throws and phases a turn has. */
export interface Referee {
  dice: readonly NamedDie[];
  mostSeats: number;
  /** Follows the turns to the end of the match, and names why it ended. */
  play(walk: Walk): string;
}

/** Dice with the faces 1 to 6, or to more, in their own color. */
export function plainDice(names: string, most = 6): NamedDie[] {
  return [...names].map((name) => ({ name, faces: Array.from({ length: most }, (_, i) => `${name}${i + 1}`) }));
}

/** The cells of a sheet of somebody's own, which stands in a record as "mine=r2,r3,…/…"; null for one that has a name. */
export function printedRows(sheet: string): string[][] | null {
  const rows = sheet.split("=")[1];
  return rows === undefined ? null : rows.split("/").map((row) => row.split(","));
}

/** Every way to name one or more dice of a roll, in order. */
export function someOf(dice: readonly string[]): string[] {
  let named = [""];
  for (const die of dice) named = [...named, ...named.map((text) => `${text} ${die}`.trim())];
  return named.slice(1);
}

export function pipsOf(face: string): number {
  return Number(face.slice(1));
}

export class Walk {
  turn = 0;
  active: number;
  readonly seats: number;
  readonly sheets: string[];
  /** What happened, by turn and throw or phase. */
  readonly happened = new Map<string, string>();
  throws = 0;
  private readonly lines: RecordLine[];
  private parts: string[] = [];
  private readonly key: Uint8Array;
  private readonly dice: readonly NamedDie[];

  constructor(key: Uint8Array, record: DiceRecord, dice: readonly NamedDie[]) {
    const first = record.header.get("First") ?? "";
    this.seats = Number(record.header.get("Seats"));
    this.sheets = (record.header.get("Sheets") ?? "").split(" ");
    need(/^[0-9]$/.test(first) && Number(first) < this.seats, "seats");
    need(this.sheets.length === this.seats, "seats");
    this.active = Number(first) - 1;
    this.lines = [...record.lines];
    this.key = key;
    this.dice = dice;
  }

  /** The places of the dice with these names, all if none are named. */
  places(isIn: (name: string) => boolean = () => true): number[] {
    return this.dice.flatMap((die, place) => (isIn(die.name) ? [place] : []));
  }

  /** Goes to the next turn, which has to be there. */
  begin(): void {
    need(this.isAtEnd(), "after_end", { turn: this.turn });
    this.turn++;
    this.active = (this.active + 1) % this.seats;
    const line = this.lines.shift();
    need(line?.turn === this.turn && line.active === this.active, "left_out_turn", { turn: this.turn });
    this.parts = [...line.parts];
  }

  /** True if nothing follows in this turn. */
  private isAtEnd(): boolean {
    return this.parts.length === 0;
  }

  /** The match is over: nothing may follow. */
  finish(): void {
    need(this.isAtEnd() && this.lines.length === 0, "after_end", { turn: this.turn });
  }

  private take(place: string): string {
    const part = this.parts.shift();
    need(part !== undefined, "left_out_turn", { turn: this.turn });
    this.happened.set(`${this.turn} ${place}`, part);
    return part;
  }

  /** The faces of the dice that had to be thrown now. */
  throw(nth: 1 | 2, places: readonly number[]): string[] {
    const given = this.take(String(nth));
    const derived = places.map((place) => this.face(nth, place));
    need(given.split(" ").length === places.length, "missing_die", { turn: this.turn });
    need(given === derived.join(" "), "wrong_throw", { turn: this.turn, given, derived: derived.join(" ") });
    this.throws++;
    return derived;
  }

  /** One face: bytes that would favor the low faces are thrown away. */
  private face(nth: number, place: number): string {
    const faces = this.dice[place]?.faces ?? [];
    const limit = 256 - (256 % faces.length);
    for (let n = 0; ; n++) {
      const block = hmac(this.key, bytesOf(`${this.turn} ${nth} ${place} ${n}`));
      const byte = block.find((each) => each < limit);
      if (byte !== undefined) return faces[byte % faces.length] ?? "";
    }
  }

  /** The moves of a phase, one for each of so many seats. */
  moves(phase: string, n: number): string[] {
    const moves = this.take(phase).split(", ");
    need(moves.length === n, "forbidden_move", { turn: this.turn, move: moves.join(", ") });
    return moves;
  }

  /** Refuses a move that the dice do not give. */
  allow(move: string, allowed: readonly string[]): void {
    need(allowed.includes(move), "forbidden_move", { turn: this.turn, move });
  }

  /** The roll after the second throw, if there was one; `choices` maps each choice to the places of its dice. */
  reroll(roll: readonly string[], places: readonly number[], choices: ReadonlyMap<string, number[]>): string[] {
    const [choice = ""] = this.moves("reroll", 1);
    this.allow(choice, [...choices.keys()]);
    const again = choices.get(choice) ?? [];
    const thrown = again.length > 0 ? this.throw(2, again) : [];
    return roll.map((face, i) => thrown[again.indexOf(places[i] ?? -1)] ?? face);
  }
}
