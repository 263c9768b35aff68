import type { GameCard } from "../game";
import { Band, HEIGHT, SheetPicture, WIDTH } from "../picture";

export const card: GameCard = {
  Picture: ({ sheet }) => (
    <SheetPicture sheet={sheet} drawRow={(row) => <Band key={row.index} row={row} paleFrom={5 - row.index} />}>
      <rect class="ridgeline" x={(WIDTH * 4) / 6 - 0.4} y={-0.5} width={1.8} height={HEIGHT - 1} />
    </SheetPicture>
  ),
};
