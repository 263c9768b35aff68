"""A custom bot for Qwixx, and a duel against `casual`."""

import paperdice
from paperdice.view import SheetView, View


class Careful:
    """A bot that makes the move that skips the fewest cells, and passes if that is more than two."""

    def choose(self, view: View) -> str:
        marks = [move for move in view["choices"] if move != "-"]
        gaps = self.count_gaps(view["sheets"][view["seat"] or 0])
        best = min(marks, key=lambda move: gaps[move], default="-")
        return best if gaps.get(best, 0) <= 2 else "-"

    def count_gaps(self, sheet: SheetView) -> dict[str, int]:
        gaps = {}
        for row in sheet["rows"]:
            open_cells = [cell for cell in row["cells"] if cell["state"] in ("free", "markable")]
            gaps |= {cell["mark"]: gap for gap, cell in enumerate(open_cells) if cell["mark"]}
        return gaps


if __name__ == "__main__":
    print(paperdice.duel(Careful(), "casual", game="qwixx", matches=100, seed=1))
