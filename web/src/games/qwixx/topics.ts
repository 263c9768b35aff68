// Topics that a guided match of Qwixx explains when they first come up.

import type { Topic } from "../game";

export const topics: Topic[] = [
  { id: "aim", targets: ".sheet .row", when: () => true },
  {
    id: "lock",
    targets: ".sheet .cell.last, .sheet .lock",
    when: ({ turn, sheets }) => turn > 3 || sheets.some((sheet) => sheet.rows.some((row) => row.locked)),
  },
  { id: "miss", targets: ".misses", when: ({ turn, sheets }, seat) => turn > 2 || (sheets[seat]?.misses ?? 0) > 0 },
];
