// The rules of Sixto as lessons.

import type { Lesson } from "../game";
import { cut } from "../handmade";
import { sixto } from "./example";

export const lessons: Lesson[] = [
  { id: "idea", rules: "Sixto 1–2", picture: { view: cut(sixto, [1]), pencil: ["o1"] } },
  { id: "throw", rules: "Sixto 4–6" },
  { id: "goal", rules: "Sixto 3, 7–8", picture: { view: cut(sixto, [0]), pencil: ["r4"] } },
  { id: "score", rules: "Sixto 10–11" },
  { id: "end", rules: "Sixto 9, 12, S-A9" },
  { id: "ours", rules: "Sixto 1–3, S-A9" },
];
