// The lesson of a guided match, loaded only where there is one.

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadMore } from "../../../state/appearance";
import type { TableController } from "../../../state/controller";
import type { OwnSeat } from "../../../state/ownSeat";

interface GuidedProps {
  controller: TableController;
  own: OwnSeat;
}

export function Guided(props: GuidedProps) {
  const isGuided = props.controller.stored().tips !== null;
  const [loaded, setLoaded] = useState<{ Lesson: FunctionComponent<GuidedProps> } | null>(null);
  useEffect(() => {
    if (!isGuided || loaded) return;
    void Promise.all([import("./Lesson"), loadMore("aside")]).then(([{ Lesson }]) => setLoaded({ Lesson }));
  }, [isGuided]);
  return isGuided && loaded ? <loaded.Lesson {...props} /> : null;
}
