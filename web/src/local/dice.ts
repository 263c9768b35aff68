// The dice of a match without a server: the faces of a seed that the device draws, as `paperdice.dice` has them.

import type { Die } from "../../rules/shared/flow.js";

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

/** Dice whose faces depend on nothing but seed, turn, throw and die. */
export function seededDice(seed: string) {
  const key = mix(mix(BigInt(seed)) ^ mix(MATCH_SALT));
  return {
    throw(turn: number, nth: number, dice: readonly Die[]): string {
      const faces = dice.map((die) => {
        const bits = mix(key ^ mix(BigInt((turn << 8) | (nth << 4) | die.index)));
        return die.faces[Number(((bits >> 32n) * BigInt(die.faces.length)) >> 32n)];
      });
      return faces.join(" ");
    },
  };
}
