// The lesson of a guided match, loaded only where there is one.

import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
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
    if (isGuided && !loaded) void import("./Lesson").then(({ Lesson }) => setLoaded({ Lesson }));
  }, [isGuided]);
  return isGuided && loaded ? <loaded.Lesson {...props} /> : null;
}
