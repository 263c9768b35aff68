// The tutorial of a guided match, loaded on demand.

import { later } from "../../../parts/later";
import { WithGame } from "../../../parts/WithGame";
import { loadMore } from "../../../state/appearance";
import type { TableController } from "../../../state/controller";
import type { OwnSeat } from "../../../state/ownSeat";

interface GuidedProps {
  controller: TableController;
  own: OwnSeat;
}

const LaterLesson = later<GuidedProps>(
  async () => (await Promise.all([import("./Lesson"), loadMore("aside")]))[0].Lesson,
);

export function Guided(props: GuidedProps) {
  if (props.controller.stored().tips === null) return null;
  return (
    <WithGame game={props.own.view.game} withLessons>
      <LaterLesson {...props} />
    </WithGame>
  );
}
