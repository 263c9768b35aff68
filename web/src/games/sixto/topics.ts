// Topics that a guided match of Sixto explains when they first come up.

import type { Topic } from "../game";

export const topics: Topic[] = [
  { id: "aim", targets: ".sheet .row", when: () => true },
  {
    id: "column",
    targets: ".colsum, .rpts",
    when: ({ turn, sheets }, seat) => turn > 1 || (sheets[seat]?.score ?? 0) < 0,
  },
  {
    id: "goal",
    targets: ".sheet .cell.goal, .sheet .pips",
    when: ({ turn, sheets }) => turn > 2 || sheets.some((sheet) => sheet.rows.some((row) => row.locked)),
  },
];
