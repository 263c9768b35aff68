// Topics that a guided match of Longo explains when they first come up.

import type { Topic } from "../game";

export const topics: Topic[] = [
  { id: "aim", targets: ".sheet .row", when: () => true },
  {
    id: "lucky",
    targets: ".lucky-line",
    when: ({ turn, choices }) => turn > 2 || choices.some((move) => move.startsWith("*")),
  },
  {
    id: "lock",
    targets: ".sheet .cell.last, .sheet .lock",
    when: ({ turn, sheets }) => turn > 3 || sheets.some((sheet) => sheet.rows.some((row) => row.locked)),
  },
];
