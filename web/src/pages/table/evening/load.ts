// Loads the end of a match together with its texts.

import { loadMore } from "../../../state/settings";

export async function loadEvening() {
  const [evening] = await Promise.all([import("."), loadMore("aside")]);
  return evening;
}
