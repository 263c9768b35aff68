// The rules of Qwantum as lessons.

import type { Lesson } from "../game";
import { cut } from "../handmade";
import { qwantum } from "./example";

export const lessons: Lesson[] = [
  { id: "idea", rules: "Qwantum 1–2", picture: { view: cut(qwantum, [0, 1]), pencil: [] } },
  { id: "throw", rules: "Qwantum 3–4", hasDice: true, diceOnly: true, picture: { view: qwantum, pencil: [] } },
  { id: "pick", rules: "Qwantum 5–6", picture: { view: cut(qwantum, [1]), pencil: ["b13"] } },
  { id: "miss", rules: "Qwantum 7" },
  { id: "score", rules: "Qwantum 8" },
  { id: "end", rules: "Qwantum 9–10" },
];
