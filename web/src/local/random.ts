// Random draws for tables of this device, and the names of its tables and matches.

import type { Random } from "../../rules/local/table.js";
import { LOCAL_MATCH, LOCAL_TABLE } from "../net/local";
import { randomHex } from "../state/storage";

const draw = (n: number) => crypto.getRandomValues(new Uint32Array(n));

export const random: Random = {
  below: (n) => (draw(1)[0] ?? 0) % n,
  code: () => LOCAL_TABLE + randomHex(3).toUpperCase(),
  id: () => LOCAL_MATCH + randomHex(9),
  /** An unguessable seed of 53 bits. */
  seed() {
    const [high = 0, low = 0] = draw(2);
    return String((BigInt(high & 0x1fffff) << 32n) | BigInt(low));
  },
};
