"""Printed sheets, rendered and measured: exact sizes, all cells, no clipped text, grey on request."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from paperdice import GAMES, Match, SetupError, find_game, load_sheet, read_position, read_record
from paperdice.draw.backs import lay_out_back
from paperdice.draw.fonts import runs_of
from paperdice.draw.paper import arrange
from paperdice.draw.printed import Prints, PrintStyle, print_match, print_sheets
from paperdice.draw.svg import Label, Shape
from paperdice.draw.words import Words
from paperdice.game import Game
from paperdice.texts import LANGUAGES, read_texts, say
from tests.pictures import read_picture
from tests.sampling import sample

MM = 72 / 25.4
A4 = PrintStyle()
GOLDEN = Path(__file__).parents[1] / "golden"
# For four sheets on A4: pages without backs, total cells, and the size of a cell in millimeters.
FOUR = {
    "qwixx": (1, 176, (9.27, 11.79)),
    "longo": (2, 240, (9.2, 15.95)),
    "twenty_one": (1, 120, (12.31, 12.67)),
    "qwantum": (1, 96, (15.65, 10.95)),
    "sixto": (2, 288, (9.34, 11.87)),
}


@cache
def print_first(name: str, copies: int = 1, style: PrintStyle = A4, *, rules: bool = True) -> bytes:
    """Return the first sheet of a game as a PDF."""
    return print_sheets([next(iter(find_game(name).sheets.values()))], copies, style, rules=rules).to_pdf()


def four(game: Game) -> Prints:
    """Return sheets with rows only, which all have the same size."""
    plain = [sheet for sheet in game.sheets.values() if sheet.extras is None]
    sheets = (4 * (plain or list(game.sheets.values())))[:4]
    return print_sheets(sheets, style=PrintStyle(), rules=False)


def boxes(page: pypdfium2.PdfPage) -> list[tuple[float, float]]:
    """Return the width and height of every path on a page, in millimeters, lines included."""
    found = [item.get_bounds() for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH])]
    return [((right - left) / MM, (top - bottom) / MM) for left, bottom, right, top in found]


def is_about(box: tuple[float, float], size: tuple[float, float]) -> bool:
    """Whether a box has a size; the line around it adds up to twice its width, which is at most 0.35 mm."""
    return all(-0.02 < one - other < 0.7 for one, other in zip(box, size, strict=True))


def letters(page: pypdfium2.PdfPage) -> list[tuple[str, tuple[float, ...]]]:
    """Yield every letter with its box: left, bottom, right and top in millimeters."""
    text = page.get_textpage()
    told = text.get_text_range()
    return [
        (told[i], tuple(side / MM for side in text.get_charbox(i))) for i in range(len(told)) if not told[i].isspace()
    ]


def pixels(page: pypdfium2.PdfPage, dots_a_mm: float = 4) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.asarray(page.render(scale=dots_a_mm / MM).to_numpy())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_cell_is_there_and_large_enough(game: Game) -> None:
    """They are found by their size in millimeters, which nothing else on the paper has."""
    prints = four(game)
    n_pages, n_cells, (width, height) = FOUR[game.name]
    pdf = pypdfium2.PdfDocument(prints.to_pdf())
    assert len(pdf) == n_pages and min(width, height) >= 8
    found = [box for page in pdf for box in boxes(page)]
    goals = 4 * 18 if game.name == "sixto" else 0  # three circles per row
    shapes = 2 if game.name == "twenty_one" else 1  # a limited cell has a ground and an edge
    assert sum(is_about(box, (width, height)) for box in found) == (n_cells - goals) * shapes
    if goals:
        assert sum(is_about(box, (width, width)) for box in found) == goals


@pytest.mark.parametrize(
    "name", ["double-a", "double-b", "steps-b", "chain-c", "bonus-a", "bonus-b", "big-points", "x-change"]
)
def test_sheets_of_the_family_are_printed_with_all_their_marks(name: str) -> None:
    """Rows and bonus rows have cells of 8 mm; letters stay on the page, and the back explains the additions."""
    sheet = find_game("qwixx").sheets[name]
    front, back = pypdfium2.PdfDocument(print_sheets([sheet], 1).to_pdf())
    found = boxes(front)
    n_bonus = 22 if name == "big-points" else 0
    assert sum(min(box) >= 8 and max(box) < 30 for box in found) >= 44 + n_bonus
    told = front.get_textpage().get_text_range()
    assert "?" not in told and {"steps-b": "Connected A, sheet B", "x-change": "X-Change"}.get(name, "Qwixx") in told
    most = {"double-a": "136", "double-b": "136", "big-points": "120"}.get(name, "78")
    assert most in told.split() and Words("en").sheet_rules(name)[0][2:10] in back.get_textpage().get_text_range()
    for page in (front, back):
        width, height = (side / MM for side in page.get_size())
        for letter, (left, bottom, right, top) in letters(page):
            assert 7 < left and 7 < bottom and right < width - 7 and top < height - 7, letter


def test_chains_are_joined_on_paper() -> None:
    """Six links of a chain stand between the rows, and nothing else is as slim."""
    qwixx = find_game("qwixx")
    pages = [print_sheets([qwixx.sheets[name]], rules=False).to_svgs()[0] for name in ("chain-a", "classic")]
    slim = [
        [s for s in read_picture(svg)[1] if 0.5 < s.right - s.left < 1.5 and 2 < s.bottom - s.top < 9] for svg in pages
    ]
    assert [len({round(s.left) for s in found}) for found in slim] == [6, 0]


SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}


# Every game once, alternating between the paper sizes.
USUAL_PAPERS = [(game.name, list(SIZES)[place % 2]) for place, game in enumerate(GAMES)]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "paper"), sample(product([game.name for game in GAMES], SIZES), 0, always=USUAL_PAPERS)
)
def test_pages_have_their_size_and_clean_margins(game: str, paper: str) -> None:
    """Nothing is printed within five millimeters of an edge, but something is just inside."""
    size = SIZES[paper]
    for page in pypdfium2.PdfDocument(print_first(game, 4, PrintStyle(paper))):
        width, height = page.get_size()
        assert sorted((width / MM, height / MM)) == pytest.approx(size)
        shown = pixels(page, 5) < 250
        edges = shown[:24], shown[-24:], shown[:, :24], shown[:, -24:]
        assert [edge.any() for edge in edges] == [False] * 4
        assert shown[24:26].any() or shown[:, 24:26].any()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_text_is_cut(game: Game, language: str) -> None:
    """Fronts and backs: each letter is on the page, and no letter of the rules is missing from a back."""
    front, back = pypdfium2.PdfDocument(print_first(game.name, 1, PrintStyle(language=language)))
    for page in (front, back):
        width, height = (side / MM for side in page.get_size())
        outside = [
            letter
            for letter, (left, bottom, right, top) in letters(page)
            if left < 7 or bottom < 7 or right > width - 7 or top > height - 7
        ]
        assert outside == []
    rules = read_texts(language, "page")["learn"][game.name]
    assert isinstance(rules, dict)
    told = [
        rules["short"],
        *(f"{rules[name]}.{rules[name.removesuffix('_title')]}" for name in rules if "_title" in name),
    ]
    wanted = re.sub(r"\s|\*", "", game.title + "".join(told))
    assert re.sub(r"\s", "", back.get_textpage().get_text_range()) == wanted


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_backs_fill_the_places_of_their_fronts(game: Game) -> None:
    """Rules never leave their sheet, whose frame is in the same place on both sides."""
    front, back = pypdfium2.PdfDocument(print_first(game.name, 1, PrintStyle(language="en")))
    frames = []
    for page in (front, back):
        found = [item.get_bounds() for item in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH])]
        frames.append(max(found, key=lambda box: (box[2] - box[0]) * (box[3] - box[1])))
    assert frames[0] == pytest.approx(frames[1], abs=0.1)
    left, bottom, right, top = (side / MM for side in frames[1])
    for letter, box in letters(back):
        assert left < box[0] and bottom < box[1] and box[2] < right and box[3] < top, letter


def test_a_back_tells_what_the_sheets_in_front_of_it_add() -> None:
    """They omit the additions of other sheets in the same print, which would make letters small for nothing."""
    sheets = [find_game("qwixx").sheets[name] for name in ("classic", "bonus-a", "double-b")]
    pages = pypdfium2.PdfDocument(print_sheets(sheets, style=PrintStyle(large=True)).to_pdf())
    backs = [page.get_textpage().get_text_range() for page in pages][1::2]
    told = [("Bonus A." in back, "Double B." in back) for back in backs]
    assert told == [(False, False), (True, False), (False, True)]


def test_no_line_of_a_back_begins_with_a_sign() -> None:
    """French puts a space before some punctuation marks."""
    rule = " ".join(f"{'a' * n} :" for n in range(1, 40))
    back = lay_out_back([rule], "Qwixx", (672, 464), lambda text, weight: len(text) * 0.6)
    assert len(back.lines) > 15
    assert [line[0].text for line in back.lines if line[0].text == ":"] == []


@pytest.mark.parametrize(("name", "sheet"), [("longo", "longo-1"), ("qwixx", "classic")])
def test_numbers_of_closing_cells_stand_clear_of_their_frame(name: str, sheet: str) -> None:
    front, _ = print_sheets([find_game(name).sheets[sheet]]).pages
    shapes = [part.words for part in front.canvas.parts if isinstance(part, Shape)]
    frames = [
        [float(words[side]) for side in ("x", "y", "width", "height")]
        for words in shapes
        if "stroke_dasharray" in words
    ]
    runs = [run for part in front.canvas.parts if isinstance(part, Label) for run in runs_of(part)]
    widths = [run.font.width(run.text, run.size) for run in runs]
    gaps = [
        min(run.x - x, x + w - run.x - width)
        for x, y, w, h in frames
        for run, width in zip(runs, widths, strict=True)
        if x < run.x + width / 2 < x + w and y < run.y < y + h
    ]
    assert len(gaps) == len(frames)
    assert min(gaps) > 1.5


@pytest.mark.parametrize(("name", "sheet"), [("longo", "longo-1"), ("qwixx", "big-points"), ("qwixx", "double-a")])
def test_points_of_long_rows_stand_apart(name: str, sheet: str) -> None:
    """Rows of fifteen or sixteen marks have points of three digits in narrow columns."""
    front, _ = print_sheets([find_game(name).sheets[sheet]]).pages
    labels = [part for part in front.canvas.parts if isinstance(part, Label)]
    points = [after for label, after in pairwise(labels) if label.text.endswith("×")]
    runs = [run for label in points for run in runs_of(label)]
    gaps = [after.x - run.x - run.font.width(run.text, run.size) for run, after in pairwise(runs)]
    assert len(points) >= 15
    assert min(gaps) > 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_four_sheets_are_small(game: Game) -> None:
    assert len(print_first(game.name, 4, A4)) < 200_000


def test_the_same_sheets_give_the_same_file() -> None:
    sheet = find_game("qwixx").sheets["mixx-a"]
    assert print_sheets([sheet]).to_pdf() == print_sheets([sheet]).to_pdf()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_grey_has_no_color_and_keeps_letters_and_patterns(game: Game) -> None:
    grey, color = (
        pypdfium2.PdfDocument(print_first(game.name, 1, PrintStyle(grey=is_grey), rules=False))[0]
        for is_grey in (True, False)
    )
    shown = pixels(grey)
    assert (shown.max(axis=2) == shown.min(axis=2)).all()
    assert (pixels(color).max(axis=2) != pixels(color).min(axis=2)).any()
    assert [letter for letter, _ in letters(grey)] == [letter for letter, _ in letters(color)]
    assert len(boxes(grey)) == len(boxes(color))


def test_large_print_has_one_sheet_a_page() -> None:
    """A cell of Qwixx is then 18.8 mm wide on A4, twice the minimum."""
    prints = print_sheets([find_game("qwixx").sheets["classic"]], 2, PrintStyle(large=True), rules=False)
    pdf = pypdfium2.PdfDocument(prints.to_pdf())
    assert len(pdf) == 2
    assert sum(is_about(box, (18.79, 23.91)) for box in boxes(pdf[0])) == 44


@pytest.mark.parametrize(("copies", "places"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 4)])
def test_sheets_are_as_large_as_the_fewest_pages_allow(copies: int, places: int) -> None:
    """Two are 200 mm wide, one below the other; three and four are two by two on a landscape page."""
    assert arrange("a4", copies, (672, 464), 8 / 44).n_places == places


def test_a_finished_match_is_a_keepsake() -> None:
    """The names, the points and a sentence about the winner; crosses and misses look handwritten."""
    match = read_record((GOLDEN / "qwixx-1.record").read_text("utf-8"))
    (page,) = pypdfium2.PdfDocument(print_match(match, PrintStyle(language="fr")).to_pdf())
    told = page.get_textpage().get_text_range().split()
    assert [name for name in told if name in ("Ada", "Ben", "Cleo")] == ["Ada", "Ben", "Cleo"]
    assert [told[place + 1] for place, word in enumerate(told) if word == "total"] == ["23", "−1", "15"]
    assert told.count("gagne") == 1


def test_names_are_spelled_with_the_letters_of_the_font() -> None:
    """Missing accents are dropped; other missing letters become question marks."""
    match = read_record((GOLDEN / "qwixx-1.record").read_text("utf-8"))
    (page,) = pypdfium2.PdfDocument(print_match(match, names=["Zoë Nguyễn", "Юра", "<b>\x00"]).to_pdf())
    told = page.get_textpage().get_text_range()
    assert "Zoë Nguyen" in told and "???" in told and "<b>" in told


def test_an_svg_has_millimeters_and_outlines() -> None:
    """It needs no font: all texts are paths inside the margins."""
    front, back = print_sheets([find_game("sixto").sheets["A"]], style=PrintStyle("letter")).to_svgs()
    for svg in (front, back):
        root = ET.fromstring(svg)
        assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("215.9mm", "279.4mm", "0 0 215.9 279.4")
        assert "<text" not in svg
        (width, height), shapes = read_picture(svg)
        assert [s for s in shapes if s.left < 5 or s.top < 5 or s.right > width - 5 or s.bottom > height - 5] == []
    assert sum(s.is_first and s.group == "cell free" for s in read_picture(front)[1]) == 72


def test_an_owners_sheet_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    rows = "\n".join(
        f"[[rows]]\ncells = [{', '.join(repr(f'{color}{number}') for number in numbers)}]"
        for color, numbers in zip("rygb", (range(12, 1, -1), range(2, 13)) * 2, strict=True)
    )
    file.write_text(f'game = "qwixx"\nname = "mine"\nchecked = false\n{rows}\n'.replace("'", '"'), "utf-8")
    (page,) = pypdfium2.PdfDocument(print_sheets([load_sheet(file)], rules=False).to_pdf())
    told = page.get_textpage().get_text_range()
    assert "mine" in told and told.index("12") < told.index("11") < told.index("10")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"paper": "a5"}, ("There is no paper called “a5”; there are a4, letter.", "« a5 »", "„a5“")),
        ({"language": "xx"}, ("There is no language “xx”; there are en, fr, de.", "« xx »", "„xx“")),
        ({"copies": 0}, ("1 to 100 sheets are printed at a time.", "de 1 à 100 feuilles", "1 bis 100 Blätter")),
        ({"copies": 101}, ("1 to 100 sheets are printed at a time.", "de 1 à 100 feuilles", "1 bis 100 Blätter")),
    ],
)
def test_what_cannot_be_printed_is_refused(options: dict[str, object], said: tuple[str, ...]) -> None:
    style = PrintStyle(str(options.get("paper", "a4")), str(options.get("language", "en")))
    with pytest.raises(SetupError) as caught:
        print_sheets([find_game("sixto").sheets["A"]], int(str(options.get("copies", 1))), style)
    assert [words in say(caught.value.reason, language) for words, language in zip(said, LANGUAGES, strict=True)] == [
        True
    ] * 3


def test_sheets_of_two_games_and_none_at_all_are_refused() -> None:
    both = [find_game("qwixx").sheets["classic"], find_game("sixto").sheets["A"]]
    for sheets in (both, []):
        with pytest.raises(SetupError) as caught:
            print_sheets(sheets)
        assert say(caught.value.reason, "de") == "Auf einmal werden Blätter eines einzigen Spiels gedruckt."


def test_a_running_match_is_refused() -> None:
    with pytest.raises(SetupError) as caught:
        print_match(Match(find_game("qwixx"), 2))
    assert say(caught.value.reason, "fr") == "On n’imprime qu’une partie terminée."


def test_a_sheet_too_large_for_the_paper_is_refused() -> None:
    with pytest.raises(SetupError) as caught:
        arrange("a4", 1, (2000, 400), 0.2)
    assert say(caught.value.reason, "en") == "The sheet is too large for a4 with cells of 8 mm."


def test_a_solo_match_names_no_winner() -> None:
    rows = "...1...1.1/1...111.1/...1....1/......1..1"
    over = read_position(f"qwixx 13 over 0 w6 w5 r1 y3 g2 b3 | classic {rows} 4")
    (page,) = pypdfium2.PdfDocument(print_match(over).to_pdf())
    told = page.get_textpage().get_text_range()
    assert "seat 0" in told and "wins" not in told


# The color letters in each language, and letters that only other languages use.
LETTERS = {
    "en": ({"R", "Y", "G", "B", "P", "O", "K", "W"}, set()),
    "fr": ({"R", "J", "V", "Bl", "Vi", "O", "N", "Bc"}, {"Y", "G", "P", "K", "W"}),
    "de": ({"R", "Ge", "Gr", "B", "V", "O", "S", "W"}, {"Y", "G", "P", "K"}),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("grey", [False, True])
def test_color_letters_are_those_of_the_language(language: str, grey: bool) -> None:
    """On every sheet: rows, cells of several colors, the strip, bonus rows and the places for points."""
    used, foreign = LETTERS[language]
    known = {"qwixx": 4, "longo": 4, "twenty_one": 6, "qwantum": 4, "sixto": 6}
    for game in GAMES:
        for sheet in game.sheets.values():
            page = print_sheets([sheet], 1, PrintStyle(language=language, grey=grey), rules=False).pages[0]
            told = {part.text for part in page.canvas.parts if isinstance(part, Label)}
            assert len(told & used) == known[game.name] and not told & foreign, (game.name, sheet.name)
    bonus = print_sheets([find_game("qwixx").sheets["big-points"]], 1, PrintStyle(language=language), rules=False)
    told = pypdfium2.PdfDocument(bonus.to_pdf())[0].get_textpage().get_text_range().split()
    assert {"en": {"RY", "GB"}, "fr": {"RJ", "VBl"}, "de": {"RGe", "GrB"}}[language] <= set(told)


# The back explains how Sixto ends, our rulings, and which die a lock on a mixed sheet removes.
TOLD = {
    "en": {
        "sixto": ["the last cell of every row that is still open", "made by a program", "house rule", "page of our"],
        "longo": ["the pairs here are ours"],
        "mixx-a": ["its own color, in any row", "the die of the row’s last cell"],
        "mixx-b": ["red 11, yellow 10, green 3, blue 4"],
    },
    "fr": {
        "sixto": ["la dernière case de chaque rangée encore ouverte", "d’un programme", "règle maison", "est perdue"],
        "longo": ["ces paires sont les nôtres"],
        "mixx-a": ["sa couleur, dans n’importe quelle rangée", "le dé de la dernière case"],
        "mixx-b": ["10 jaune, 3 vert, 4 bleu"],
    },
    "de": {
        "sixto": ["jeder noch offenen Reihe", "Hausregel", "unserer Anleitung fehlt"],
        "longo": ["Diese Paare sind unsere"],
        "mixx-a": ["seiner Farbe in einer beliebigen Reihe", "den Würfel des letzten Feldes"],
        "mixx-b": ["Rot 11, Gelb 10, Grün 3, Blau 4"],
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["sixto", "longo", "mixx-a", "mixx-b"])
def test_a_back_agrees_with_the_rules(name: str, language: str) -> None:
    """[S-A8, S-A9, V-LO6, Mixx A, Mixx B]"""
    shelf = find_game("qwixx" if name.startswith("mixx") else name).sheets
    sheet = shelf[name] if name in shelf else next(iter(shelf.values()))
    _, back = pypdfium2.PdfDocument(print_sheets([sheet], 1, PrintStyle(language=language)).to_pdf())
    told = " ".join(back.get_textpage().get_text_range().split())
    assert [sentence for sentence in TOLD[language][name] if sentence not in told] == []
