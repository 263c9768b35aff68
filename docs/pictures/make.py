"""Draw the examples on the pages of the games: `python docs/pictures/make.py` writes docs/pictures/games/*.svg."""

from pathlib import Path
from typing import NamedTuple

from paperdice import find_game, read_position
from paperdice.draw import match_svg, sheet_svg

FOLDER = Path(__file__).parent / "games"
NAMES = ("Ann", "Bob")


class Example(NamedTuple):
    """The name of a sheet, a position in which Ann has to decide, and the final position of the same match."""

    sheet: str
    turn: str
    end: str


EXAMPLES = {
    "qwixx": Example(
        "classic",
        "qwixx 19 white 0 w6 w4 r1 y1 g5 . | classic ...1.1.1/...1..11/.1.1.1.11/.1...1.11 2"
        " | classic -/..11.11/.1...1.1.1/.11.1.111.1 1",
        "qwixx 23 over 0 w1 w2 r6 y5 . . wrote=1 | classic ...1.1.111/...1..11/.1.1.1.1111/.1...1.11 2"
        " | classic ...1/..11.11.11/.1...1.1.1/.11.1.111.1 2",
    ),
    "longo": Example(
        "longo-1",
        "longo 23 white 0 w8 w4 r1 y7 g8 . | longo-1 11..1..111/111/1..11.11.1/.111.11.111...1 1"
        " | longo-2 1.1.1..11.1.1/.1..1.11.111/..1.1.11/.1.11 0",
        "longo 26 over 1 w4 w8 r3 . g5 . wrote=1 | longo-1 11..1..111/1111..11/1..11.11.1.1/.111.11.111...1 1"
        " | longo-2 1.1.1..11.1.1/.1..1.11.111.1/..1.1.1111/.1.11 0",
    ),
    "twenty_one": Example(
        "A",
        "twenty_one 12 fill 1 w2 k5 r3 y2 g5 b5 rerolled=1 | A #54221/5#3321/5##111/-/- | B 64#311/##4321/#5..21/-/-",
        "twenty_one 20 over 1 w2 k6 r4 y3 g1 b3 | A #54221/5#3321/5##111/54412#/443211"
        " | B 64#311/##4321/#52221/#33121/443321",
    ),
    "qwantum": Example(
        "classic",
        "qwantum 19 pick 0 w5 b5 b5 p3 r5 p5 p2 | classic 8,12,13/6,8,12,18/6,9,12/6,12,14,15,8 2"
        " | classic 8,11,17/8,9,12/3,6,9,21,12,8/6,8,14,18,14 2",
        "qwantum 26 over 1 w5 y5 r6 r3 p1 b2 r6 picked=4"
        " | classic 8,12,13,15,10/6,8,12,18,15,6/6,9,12,14/6,12,14,15,8 3"
        " | classic 8,11,17,19,13,6/8,9,12,19,16,12/3,6,9,21,12,8/6,8,14,18,14,4 2",
    ),
    "sixto": Example(
        "A",
        "sixto 8 tick 1 r6 o6 y6 g1 b3 p2 | A 1.1.1/..111.1..1/1..1/11.11/1.11..1..1/..1..1..1"
        " | B ..1..11/..1.1.1.11/-/..11.111/..1..1.11/1.11..1.1",
        "sixto 13 over 0 r2 . y6 g3 . p4 | A 1.1.1..1..11/..111.1..1.1/1..11.1.1/11.111..1/1.11..1..1.1/..1..1..1"
        " | B ..1..11.1.1/..1.1.1.11/..1.1.11/..11.111.1/..1..1.111/1.11..1.1.1",
    ),
}


def draw_examples() -> dict[str, str]:
    """Return the pictures as SVG by the names of their files."""
    pictures = {}
    for name, example in EXAMPLES.items():
        pictures[f"{name}-sheet.svg"] = sheet_svg(find_game(name).sheets[example.sheet])
        pictures[f"{name}-turn.svg"] = match_svg(read_position(example.turn), 0, names=NAMES, columns=1)
        pictures[f"{name}-end.svg"] = match_svg(read_position(example.end), names=NAMES, columns=1)
    return pictures


if __name__ == "__main__":
    for file, picture in draw_examples().items():
        (FOLDER / file).write_text(picture, "utf-8")
