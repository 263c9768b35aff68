// Topics that a guided match of Qwantum explains when they first come up.

import type { Topic } from "../game";

export const topics: Topic[] = [
  { id: "aim", targets: ".sheet .cols", when: () => true },
  { id: "row", targets: ".sheet .row", when: ({ turn }) => turn > 1 },
  { id: "miss", targets: ".misses", when: ({ turn, sheets }, seat) => turn > 2 || (sheets[seat]?.misses ?? 0) > 0 },
];
