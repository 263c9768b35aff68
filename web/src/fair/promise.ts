// The promise about the dice, made before the first share is opened: one text, the same on all devices; and the hashes
// that it is made of. [docs: dice]

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { TableFacts } from "../net/protocol";

// Phones on a local network have no `crypto.subtle`, which browsers offer to secure pages only.

/** The SHA-256 of a text, in hex. */
export function sha256Of(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The HMAC-SHA-256 of a text. */
export function hmacOf(key: Uint8Array, text: string): Uint8Array {
  return hmac(sha256, key, utf8ToBytes(text));
}

/** The commitment to a secret of 32 bytes in hex: the SHA-256 of its bytes, in hex. */
export function commitmentOf(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}

export { bytesToHex, hexToBytes };

export const CONSTRUCTION = "paperdice dice 3";
const NOTHING = "-";

/** Printable characters: a text of the server cannot pass for two lines. */
const SHOWN = /^[!-~][ -~]*$/;

/** Shares are stored by match and hash, so neither may contain a blank. */
const MATCH = /^[\w-]{1,40}$/;
const HASH = /^[0-9a-f]{64}$/;

export interface Promised {
  match: string;
  game: string;
  rules: string;
  seats: number;
  sheets: string;
  first: string;
  /** The hash of the secret that bots draw from; empty if there is none. */
  bots: string;
  attempt: string;
  /** Seats that withheld their share in an earlier attempt, separated by blanks. */
  without: string;
  /** The deals of the table that were dropped after shares were opened, separated by blanks. */
  dropped: string;
  /** The deals of the preceding matches that were stopped before their end, separated by blanks. */
  stopped: string;
  hash: string;
  commitments: ReadonlyMap<number, string>;
}

/** One drawing of shares for one match, as named by promises and records. */
export function dealOf(match: string, attempt: number | string): string {
  return `${match}/${attempt}`;
}

/** The words of a line of a promise. */
export function wordsOf(text: string): string[] {
  return text.split(" ").filter((word) => word !== "" && word !== NOTHING);
}

/** The commitment of a seat to a share, valid for one match, attempt and server hash. */
export function commitmentTo(promised: Promised, seat: number, share: string): string {
  const bound = [promised.match, promised.attempt, promised.hash, String(seat), share];
  return sha256Of([`${CONSTRUCTION} commitment`, ...bound].join("\n"));
}

/** The promise as text, one line per item. */
export function promiseLines(promised: Promised): string[] {
  const seats = [...promised.commitments.keys()].sort((a, b) => a - b);
  return [
    CONSTRUCTION,
    `match ${promised.match}`,
    `game ${promised.game} ${promised.rules}`,
    `seats ${promised.seats}`,
    `sheets ${promised.sheets}`,
    `first ${promised.first}`,
    `bots ${promised.bots || NOTHING}`,
    `attempt ${promised.attempt}`,
    `without ${promised.without || NOTHING}`,
    `dropped ${promised.dropped || NOTHING}`,
    `stopped ${promised.stopped || NOTHING}`,
    `hash ${promised.hash}`,
    ...seats.map((seat) => `commitment ${seat} ${promised.commitments.get(seat)}`),
  ];
}

/** The server's current promise; null if it is malformed. */
export function promisedBy(match: string, facts: TableFacts): Promised | null {
  const { dice } = facts;
  const bound = dice.commitments.flatMap((text, seat) => (text === null ? [] : [[seat, text] as const]));
  const promised: Promised = {
    match,
    game: facts.game,
    rules: String(facts.rules),
    seats: facts.seats.length,
    sheets: facts.seats.map((seat) => seat.sheet).join(" "),
    first: String(facts.first),
    bots: dice.bot_hash ?? "",
    attempt: String(dice.attempt),
    without: dice.without.join(" "),
    dropped: (dice.dropped ?? []).join(" "),
    stopped: (dice.stopped ?? []).join(" "),
    hash: dice.server_hash ?? "",
    commitments: new Map(bound),
  };
  const isNamed = MATCH.test(promised.match) && HASH.test(promised.hash);
  const isReadable = isNamed && promiseLines(promised).every((line) => SHOWN.test(line));
  return isReadable && dice.commitments.length === promised.seats ? promised : null;
}

/** The lines of a promise by their first word, those of commitments by their seat as well. */
export function labeled(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.map((line) => {
      const words = line.split(" ");
      const n = words[0] === "commitment" ? 2 : 1;
      return [words.slice(0, n).join(" "), words.slice(n).join(" ")];
    }),
  );
}
