import type { GameCard } from "../game";
import { Band, SheetPicture } from "../picture";

export const card: GameCard = {
  Picture: ({ sheet }) => (
    <SheetPicture sheet={sheet} drawRow={(row) => <Band key={row.index} row={row} goals={3} />} />
  ),
};
