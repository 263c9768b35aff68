// What a guided match explains once, game by game; loaded only by who is guided.

import type { Topic } from "./game";
import type { GameName } from "./registry";

const TOPICS = import.meta.glob<Topic[]>("./*/topics.ts", { eager: true, import: "topics" });

export function topicsOf(game: GameName): Topic[] {
  return TOPICS[`./${game}/topics.ts`] ?? [];
}
