"""A view drawn as text shows the state of every cell."""

import io

import pytest
from rich.console import Console

from paperdice import Match, find_game, read_position, view_of
from paperdice.draw.text import draw_row, draw_sheet, draw_table, strip_colors


def lines_of(match: Match, seat: int) -> list[str]:
    drawn = strip_colors(draw_sheet(view_of(match, seat)["sheets"][seat], "Ann"))
    return [line.rstrip() for line in drawn.splitlines()]


def test_marks_skips_choices_and_misses_are_told_apart() -> None:
    """`x` is marked, `-` is skipped, `‹ ›` can be marked now."""
    match = read_position("qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic .1/-/-/- 1 | classic -/-/-/- 0")
    assert lines_of(match, 0) == [
        "  r  -2  x3  4  ‹5›  6   7   8   9   10  11  12     1",
        "  y  2   3   4  ‹5›  6   7   8   9   10  11  12     0",
        "  g  12  11  10  9   8   7   6  ‹5›  4   3   2      0",
        "  b  12  11  10  9   8   7   6  ‹5›  4   3   2      0",
        "  Ann  misses 1/4  total -4",
    ]


def test_a_sealed_mark_is_drawn_for_its_owner() -> None:
    """In brackets, until the phase resolves."""
    match = Match(find_game("qwixx"), 2)
    match.throw("w4 w1 r2 y6 g3 b6")
    match.play(1, "y5")
    assert lines_of(match, 1)[1] == "  y  2   3   4  (5)  6   7   8   9   10  11  12     0"


def test_hits_strikes_and_the_current_row_are_drawn() -> None:
    """A star for a hit, `#` for a strike, `›` before the row that is filled now."""
    match = read_position("twenty_one 3 roll 0 | A 65#3/-/-/-/-")
    first, second, *_ = lines_of(match, 0)
    assert first == "› r 6* y 5* g #  b 3* w 2  k 1     20"
    assert second == "  y 5  g 4  w 4  k 3  r 3  b 1      0"


def test_a_number_below_its_limit_is_told_from_an_empty_cell() -> None:
    """The written number precedes the printed one: a 4 under a 5 differs from an empty 4, a 1 from a plain cross."""
    match = read_position("twenty_one 3 roll 0 | A 14/-/-/-/-")
    first, second, *_ = str(match).splitlines()[2:]
    assert first == "› r1/6 y4/5 g 4  b 3  w 2  k 1      5"
    assert second == "  y 5  g 4  w 4  k 3  r 3  b 1      0"


@pytest.mark.parametrize(
    ("language", "dice", "legend"),
    [
        ("en", "w4 w1 r2 y6 g3 b6", []),
        ("fr", "Bc4 Bc1 R2 J6 V3 Bl6", ["  à taper : Bc = w, R = r, J = y, V = g, Bl = b"]),
        ("de", "W4 W1 R2 Ge6 Gr3 B6", ["  zu tippen: W = w, R = r, Ge = y, Gr = g, B = b"]),
    ],
)
def test_color_letters_are_those_of_the_language(language: str, dice: str, legend: list[str]) -> None:
    """The legend explains the letters to type; in English both are the same."""
    match = Match(find_game("qwixx"), 1)
    match.throw("w4 w1 r2 y6 g3 b6")
    _, shown, *sheet = str(draw_table(view_of(match, None), language=language)).splitlines()
    assert shown.split() == dice.split()
    assert [line.split()[0] for line in sheet[:4]] == [face[:-1] for face in dice.split()[2:]]
    assert sheet[5:] == legend


def test_every_letter_of_a_sheet_is_in_the_language() -> None:
    """Cells of several colors, bonus rows and the strip have letters too."""
    mixed = Match(find_game("qwixx"), 1, "mixx-a")
    assert "Ge 2  Ge 3" in str(draw_table(view_of(mixed, None), language="de"))
    bonus = str(draw_table(view_of(Match(find_game("qwixx"), 1, "big-points"), None), language="fr"))
    assert [line.split()[0] for line in bonus.splitlines()[2:8]] == ["R", "J", "V", "Bl", "RJ", "VBl"]
    strip = str(draw_table(view_of(Match(find_game("qwixx"), 1, "bonus-a"), None), language="fr")).splitlines()[6]
    assert strip.split()[1:5] == ["R", "J", "V", "Bl"]


def test_a_row_is_drawn_alone() -> None:
    """For printed sheets, without a score."""
    row = view_of(Match(find_game("sixto"), 1), None)["sheets"][0]["rows"][0]
    assert str(draw_row(row | {"score": None})) == "  r  4   1   2   5   6   5   4   3   1   6   3   2"


def test_a_whole_table_says_where_the_match_stands() -> None:
    """Head, dice, then the sheets with their names."""
    match = Match(find_game("sixto"), 2)
    drawn = strip_colors(draw_table(view_of(match, None), ["Ann", "Bob"])).splitlines()
    assert drawn[0] == "Turn 1, seat 0 is active, phase roll"
    assert drawn[1].split() == ["r?", "o?", "y?", "g?", "b?", "p?"]
    assert [line.strip() for line in drawn if "total" in line] == ["Ann  total 0", "Bob  total 0"]


def test_a_match_shows_its_sheets_and_no_sealed_move() -> None:
    """`str` shows the public view, with the names from the headers."""
    match = Match(find_game("qwixx"), 2, ["classic", "mixx-a"])
    match.headers["Player1"] = "Bob"
    match.throw("w4 w1 r2 y6 g3 b6")
    before = str(match)
    match.play(1, "y5")
    assert str(match) == before
    assert before.splitlines() == [
        "Turn 1, seat 0 is active, phase white",
        " w4   w1   r2   y6   g3   b6",
        "  r  2   3   4   5   6   7   8   9   10  11  12     0",
        "  y  2   3   4   5   6   7   8   9   10  11  12     0",
        "  g  12  11  10  9   8   7   6   5   4   3   2      0",
        "  b  12  11  10  9   8   7   6   5   4   3   2      0",
        "  seat 0  misses 0/4  total 0",
        "  y 2  y 3  y 4  b 5  b 6  b 7  g 8  g 9  g 10 r 11 r 12     0",
        "  r 2  r 3  g 4  g 5  g 6  g 7  b 8  b 9  y 10 y 11 y 12     0",
        "  b 12 b 11 b 10 y 9  y 8  y 7  r 6  r 5  r 4  g 3  g 2      0",
        "  g 12 g 11 r 10 r 9  r 8  r 7  y 6  y 5  b 4  b 3  b 2      0",
        "  Bob  misses 0/4  total 0",
    ]


def test_a_name_cannot_command_the_terminal() -> None:
    """Line breaks and escape sequences are removed, and brackets are no markup."""
    match = Match(find_game("qwantum"), 1)
    match.headers["Player0"] = "\x1b[31m[bold]Ann\n\u202eBob[/]"
    assert str(match).splitlines()[-1] == "  [31m[bold]Ann Bob[/]  misses 0/5  total 0"


def test_a_console_prints_the_same_lines_in_color() -> None:
    """Rich requests the styles of the drawing."""
    drawing = draw_table(view_of(Match(find_game("sixto"), 1), None), ["Ann"])
    colored, plain = io.StringIO(), io.StringIO()
    Console(file=colored, force_terminal=True, color_system="truecolor", width=200).print(drawing)
    Console(file=plain, color_system=None, width=200).print(drawing)
    assert [line.rstrip() for line in plain.getvalue().splitlines()] == str(drawing).splitlines()
    assert "\x1b[38;2;255;255;255;48;2;196;47;54m r? " in colored.getvalue()


def test_locked_rows_and_retired_dice_are_told() -> None:
    """A row that another seat has locked keeps the seat's own marks; its die is gone."""
    position = "qwixx 28 white 1 w4 w5 r2 y6 . b1 | classic -/-/1.11.1/- 2 | classic -/-/1111111.111/1..1 0"
    drawn = str(read_position(position)).splitlines()
    assert drawn[1] == " w4   w5   r2   y6   b1"
    assert drawn[4] == "  g x12 -11 x10  x9  -8  x7  -6  -5  -4  -3  -2  locked   10"


def test_the_end_is_told_with_its_reason() -> None:
    """The columns, which score too, have their points below them."""
    rows = "...1...1.1/1...111.1/...1....1/......1..1"
    over = read_position(f"qwixx 13 over 0 w6 w5 r1 y3 g2 b3 | classic {rows} 4")
    assert str(over).splitlines()[0] == "Over after turn 13 (misses): seat 0 won."
    match = read_position("qwantum 5 roll 0 | classic 5/7/9/6 0")
    assert lines_of(match, 0)[-2:] == ["     6", "  Ann  misses 0/5  total 6"]
