// The topics of guided matches by game, loaded only for them.

import type { Topic } from "./game";
import type { GameName } from "./registry";

const TOPICS = import.meta.glob<Topic[]>("./*/topics.ts", { eager: true, import: "topics" });

export function topicsOf(game: GameName): Topic[] {
  return TOPICS[`./${game}/topics.ts`] ?? [];
}
