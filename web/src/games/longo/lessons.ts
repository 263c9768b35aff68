// The rules of Longo as lessons.

import type { Lesson } from "../game";
import { cut } from "../handmade";
import { longo } from "./example";

export const lessons: Lesson[] = [
  { id: "idea", rules: "Longo 1", picture: { view: cut(longo, [0]), pencil: [] } },
  { id: "white", rules: "Qwixx 3–4", picture: { view: cut(longo, [1, 3]), pencil: ["y12"] }, hasDice: true },
  { id: "lucky", rules: "Longo 3", picture: { view: cut(longo, [2]), pencil: ["*g15"] } },
  { id: "color", rules: "Qwixx 5–7" },
  { id: "lock", rules: "Longo 2" },
  { id: "end", rules: "Qwixx 11–12, Longo 4" },
  { id: "ours", rules: "V-LO6, V-LO7" },
];
