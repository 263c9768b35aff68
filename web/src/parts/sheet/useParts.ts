// Components for sheets that print more than rows: loaded with the first such sheet, and cached.

import { useEffect, useState } from "preact/hooks";
import { loadTable, tableOf } from "../../games";
import type { SheetParts } from "../../games/game";
import type { View } from "../../state/view";
import { Unloaded } from "../later";

/** Used if the components fail to load: a sheet without its lines cannot be played. */
const nothing = () => null;
const MISSING: SheetParts = { Sign: nothing, Line: nothing, Below: Unloaded, Foot: nothing };
const loaded = new Map<string, SheetParts>();

/** Load the components of a game unless they are cached; immediate for games that have none. */
export async function loadParts(game: View["game"]): Promise<void> {
  if (loaded.has(game)) return;
  await loadTable(game);
  const parts = await tableOf(game).sheet.loadParts?.();
  if (parts) loaded.set(game, parts);
}

/** The components for the sheets of a view; null if none are needed, or until loading has succeeded or failed. */
export function useParts(view: View | null): SheetParts | null {
  const [known, setKnown] = useState<{ game: View["game"]; parts: SheetParts | null } | null>(null);
  const game = view?.sheets.some((sheet) => sheet.lines) ? view.game : null;
  useEffect(() => {
    if (!game || loaded.has(game)) return;
    loadParts(game).then(
      () => setKnown({ game, parts: loaded.get(game) ?? null }),
      () => setKnown({ game, parts: MISSING }),
    );
  }, [game]);
  if (!game) return null;
  return loaded.get(game) ?? (known?.game === game ? known.parts : null);
}
