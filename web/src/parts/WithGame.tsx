// Renders its children once the code of a game is loaded, or an error with a way to retry.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { areLessonsLoaded, isTableLoaded, loadLessons, loadTable } from "../games";
import type { GameName } from "../games/registry";
import { t } from "../i18n";
import { Unloaded } from "./later";

interface WithGameProps {
  game: GameName;
  /** True if the lessons of the game are needed too. */
  withLessons?: boolean;
  children: ComponentChildren;
}

export function WithGame({ game, withLessons = false, children }: WithGameProps) {
  const isLoaded = isTableLoaded(game) && (!withLessons || areLessonsLoaded(game));
  const [, setTried] = useState(0);
  const [failed, setFailed] = useState<GameName | null>(null);
  useEffect(() => {
    if (isLoaded) return;
    const all = [loadTable(game), ...(withLessons ? [loadLessons(game)] : [])];
    Promise.all(all).then(
      () => setTried((n) => n + 1),
      () => setFailed(game),
    );
  }, [game, isLoaded, withLessons]);
  if (isLoaded) return <>{children}</>;
  if (failed === game) return <Unloaded />;
  return (
    <p class="hidden" aria-busy="true">
      {t("page.loading")}
    </p>
  );
}
