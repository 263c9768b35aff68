// The miniature of a game's sheet on cards.

import { pictureOf } from "../games/picture";
import { findGame } from "../games/registry";
import type { PrintedSheet } from "../net/protocol";

export function GamePicture({ game, sheet }: { game: string; sheet: PrintedSheet | undefined }) {
  const name = findGame(game);
  if (name === null) return null;
  const Picture = pictureOf(name);
  return <Picture sheet={sheet} />;
}
