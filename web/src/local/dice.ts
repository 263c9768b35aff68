// The dice of a match without a server: the faces of a seed that the device draws, as `paperdice.dice` has them.

import { type Match, wantedDice } from "./match.ts";

const MASK = (1n << 64n) - 1n;
const MATCH_SALT = 0x6d61746368n;

/** Mixes 64 bits, as SplitMix64 ends. */
function mix(bits: bigint): bigint {
  let mixed = (bits + 0x9e3779b97f4a7c15n) & MASK;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ (mixed >> 31n);
}

/** A seed of 53 bits that nobody can guess. */
export function drawSeed(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return String((BigInt(high & 0x1fffff) << 32n) | BigInt(low));
}

/** The wanted dice as they fall: it depends on nothing but seed, turn, throw and die. */
export function rollFor(match: Match, seed: string): string {
  const key = mix(mix(BigInt(seed)) ^ mix(MATCH_SALT));
  const { turn } = match.state;
  const nth = match.game.rules.throw_number(match.state);
  const faces = wantedDice(match).map(({ die, index }) => {
    const bits = mix(key ^ mix(BigInt((turn << 8) | (nth << 4) | index)));
    return die.faces[Number(((bits >> 32n) * BigInt(die.faces.length)) >> 32n)];
  });
  return faces.join(" ");
}
