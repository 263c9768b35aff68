// Topics that a guided match of Twenty One explains when they first come up.

import type { Topic } from "../game";

export const topics: Topic[] = [
  { id: "aim", targets: ".sheet .row", when: () => true },
  {
    id: "strike",
    targets: "[data-action=quiet], .cell.struck",
    when: ({ choices, sheets }, seat) =>
      (choices.length === 1 && choices[0] === "x") ||
      (sheets[seat]?.rows.some((row) => row.cells.some((cell) => cell.state === "struck")) ?? false),
  },
  { id: "hit", targets: ".sheet .sumbox", when: ({ turn }) => turn > 1 },
];
