// The rules of Qwixx as lessons.

import type { RowView } from "../../state/view";
import type { Lesson } from "../game";
import { cut } from "../handmade";
import { qwixx } from "./example";

/** A red row with five marks, so that its last cell can be marked. */
function nearLock(row: RowView): RowView {
  const cells = row.cells.map((cell, i) => {
    if (i === 10) return { ...cell, state: "markable" as const, mark: "r12", ways: [["w6", "w6"]] };
    if (i === 7) return { ...cell, state: "marked" as const, written: 1, mark: null, ways: [] };
    return i === 6 ? { ...cell, state: "skipped" as const } : { ...cell, mark: null };
  });
  return { ...row, score: 15, cells };
}

export const lessons: Lesson[] = [
  { id: "idea", rules: "Qwixx 1–2", picture: { view: cut(qwixx, [0]), pencil: [] } },
  { id: "white", rules: "Qwixx 3–4", picture: { view: cut(qwixx, [1, 3]), pencil: ["y9"] }, hasDice: true },
  { id: "color", rules: "Qwixx 5–6" },
  { id: "miss", rules: "Qwixx 7" },
  { id: "lock", rules: "Qwixx 8–10", picture: { view: cut(qwixx, [0], nearLock), pencil: ["r12"] } },
  { id: "end", rules: "Qwixx 11–12" },
];
