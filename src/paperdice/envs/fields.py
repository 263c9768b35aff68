"""The meaning of each number in an observation, and a generator for the tables in docs/envs.md.

`python -m paperdice.envs.fields docs/envs.md` updates the tables.
"""

from __future__ import annotations

import sys
from pathlib import Path

from paperdice.game import Game
from paperdice.games import GAMES

START, END = "<!-- fields: made by paperdice.envs.fields -->\n", "<!-- end of fields -->\n"

MEANINGS = {
    "phase": "number of the phase, in the order {phases}",
    "is_active": "1 if the seat itself is active",
    "wrote": "1 once the active seat has marked in this turn",
    "rerolled": "1 if the dice have been thrown twice in this turn",
    "again": "1 while the second throw is wanted, which throws itself: always 0 here",
    "reroll": "1 while the second throw is wanted, which throws itself: always 0 here",
    "picked": "1 + the color that the active seat has written in this turn, 0 for none; colors are {colors}",
    "turn": "number of the turn, from 1",
    "n_seats": "number of seats",
    "idle": "turns in a row in which nobody has marked",
    "dice": "face of each die from 1 to {faces} in the order {dice}, 0 where none lies",
    "sums": "what the dice make in each color, {colors}",
    "locked": "1 for each locked row, by its color, {colors}",
    "misses": "misses, for each seat",
    "scores": "points if the match ended now, for each seat",
    "current_row": "rows that are complete, for each seat",
    "row_sum": "sum of the numbers in the current row, for each seat",
    "row_hits": "hits in the current row, for each seat",
    "open": "printed number of the empty cell of each color in the current row, else 0, for each seat; colors {colors}",
    "numbers": "printed numbers of the seat's own sheet, {numbers}",
    "places": "place of each color in each row of the seat's own sheet, from 1",
    "n_marks": "marks in each row, for each seat",
    "n_goals": "goals marked in each row, for each seat",
    "n_column_marks": "marks in each column, for each seat",
    "next_cell": "first cell of each row that can still be marked, from 0, for each seat",
    "written": "number written in each cell, row by row, 0 if empty, for each seat",
    "swap": "last swap field used, from 1, 0 for none, for each seat",
    "used": "1 for each used field of the strip, for each seat",
    "bonus": "1 for each marked cell of the two bonus rows, for each seat",
}


def describe(game: Game) -> list[tuple[int, int, str, str]]:
    """Return the first index, the last index, the name and the meaning of each field of a game's observations."""
    words = {
        "phases": ", ".join(f"{number} {phase}" for number, phase in enumerate(game.phases)),
        "dice": " ".join(die.name for die in game.dice),
        "faces": str(len(game.dice[0].faces)),
        "colors": " ".join(game.shape.colors),
        # If another field has the place of each color, the sheet is encoded by color.
        "numbers": "by row and color" if "places" in dict(game.rules.OBSERVED) else "row by row",
    }
    fields = []
    at = 0
    for name, size in game.rules.OBSERVED:
        fields.append((at, at + size - 1, name, MEANINGS[name].format(**words)))
        at += size
    return fields


def tables() -> str:
    """Return the generated part of `docs/envs.md`: a section with a Markdown table for each game."""
    parts = []
    known = [each for game in GAMES for each in (game, game.family)]
    for game in filter(None, known):
        rows = [
            f"| {first if first == last else f'{first}–{last}'} | `{name}` | {meaning} |\n"
            for first, last, name, meaning in describe(game)
        ]
        head = f"{game.rules.N_OBSERVED} numbers; {game.rules.N_CODES} move codes.\n\n"
        title = game.title if game.base is None else f"{game.title}, sheets of the family"
        parts.append(f"### {title}\n\n{head}| place | field | meaning |\n|---|---|---|\n{''.join(rows)}")
    return "\n" + "\n".join(parts) + "\n"


def fill_page(text: str) -> str:
    """Return the text of `docs/envs.md` with its generated tables updated."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}{tables()}{END}{after}"


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(fill_page(page.read_text("utf-8")), "utf-8")
