// The rules of Twenty One as lessons.

import type { Lesson } from "../game";
import { cut } from "../handmade";
import { twentyOne } from "./example";

export const lessons: Lesson[] = [
  { id: "idea", rules: "Twenty One 1–2", picture: { view: cut(twentyOne, [0]), pencil: [] } },
  { id: "throw", rules: "Twenty One 3" },
  { id: "write", rules: "Twenty One 4–7", picture: { view: cut(twentyOne, [2]), pencil: ["w2"] }, hasDice: true },
  { id: "strike", rules: "Twenty One 8" },
  { id: "score", rules: "Twenty One 9–10" },
  { id: "end", rules: "Twenty One 11" },
];
