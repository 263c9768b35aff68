import type { GameCard } from "../game";
import { ColoredCells, SheetPicture } from "../picture";

export const card: GameCard = {
  Picture: ({ sheet }) => <SheetPicture sheet={sheet} drawRow={(row) => <ColoredCells key={row.index} row={row} />} />,
};
