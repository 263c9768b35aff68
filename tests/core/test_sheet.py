"""Sheets are data files: valid ones are loaded on demand, and invalid ones are refused with file, location and
reason.
"""

from pathlib import Path

import pytest

import paperdice
from paperdice import SheetError, load_sheet
from paperdice.sheet import decode_sheet, format_rows, parse_rows
from paperdice.texts import LANGUAGES, read_texts

CLASSIC = Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets" / "classic.toml"
TWENTY_ONE = Path(paperdice.__file__).parent / "games" / "twenty_one" / "sheets" / "A.toml"
SIXTO = Path(paperdice.__file__).parent / "games" / "sixto" / "sheets" / "A.toml"

MORE = 'extras = { group = "", marks_to_lock = 5, most_marks = 12 }'


def write(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ('game = "qwixx"', 'game = "chess"', r"\$\.game", "unknown game"),
        ('game = "qwixx"', "", r"\$", "'game' is missing"),
        ('game = "qwixx"', "game = 5", r"\$\.game", "game is a str"),
        ('name = "classic"', 'name = "a b"', r"\$\.name", "a name has"),
        ("checked", "colour = 1\nchecked", r"\$\.colour", "unknown key 'colour'"),
        ("checked = true", 'checked = "yes"', r"\$\.checked", "checked is a bool"),
        ("[[rows]]", "[[rows]]\nwidth = 3", r"\$\.rows\[0\]\.width", "unknown key"),
        ('"r2", ', "", r"\$\.rows\[0\]\.cells", "11 cells, not 10"),
        ('"r2"', '"r13"', r"\$\.rows\[0\]\.cells\[0\]", "13 is not within 2 to 12"),
        ('"r2"', '"r02"', r"\$\.rows\[0\]\.cells\[0\]", "leading zero"),
        ('"r2"', f'"r{"9" * 20}"', r"\$\.rows\[0\]\.cells\[0\]", "at most 15 digits"),
        ('"r2"', f'"r{"9" * 5000}"', r"\$\.rows\[0\]\.cells\[0\]", "at most 15 digits"),
        ('"r2"', '"z2"', r"\$\.rows\[0\]\.cells\[0\]", "a cell is"),
        ('"r2"', '"o2"', r"\$\.rows\[0\]\.cells\[0\]", "color 'o'"),
        ('"r2"', "2", r"\$\.rows\[0\]\.cells\[0\]", "a cell is a text"),
        ('"r2"', '"r"', r"\$\.rows\[0\]", "either all cells"),
        ('"r2"', '"r3"', r"\$\.rows\[0\]\.cells\[1\]", "'r3' stands elsewhere"),
        ('"y12"', '"r12"', r"\$\.rows\[1\]\.cells\[-1\]", "last cell of another row"),
        ("[[rows]]", "[[columns]]", r"\$\.columns", "unknown key"),
    ],
)
def test_a_bad_sheet_names_file_place_and_reason(tmp_path: Path, old: str, new: str, where: str, why: str) -> None:
    """Each case has a single fault."""
    text = CLASSIC.read_text(encoding="utf-8")
    assert old in text
    file = write(tmp_path, text.replace(old, new))
    with pytest.raises(SheetError, match=f"mine.toml: .*{why}.* - at {where}"):
        load_sheet(file)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("game =", "not TOML"),
        ('game = "qwixx"\nname = "x"\nrows = [1]\n', "a row is a table"),
        ('game = "qwixx"\nname = "x"\nrows = []\n', "4 rows, not 0"),
    ],
)
def test_broken_files(tmp_path: Path, text: str, why: str) -> None:
    """These files are not sheets at all."""
    with pytest.raises(SheetError, match=why):
        load_sheet(write(tmp_path, text))


def test_a_row_of_two_colors_is_refused_where_a_row_has_one(tmp_path: Path) -> None:
    text = SIXTO.read_text("utf-8").replace('"r', '"o', 1)
    with pytest.raises(SheetError, match=r"mine.toml.*one color - at \$\.rows\[0\]\.cells"):
        load_sheet(write(tmp_path, text))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """The error message names the file."""
    with pytest.raises(SheetError, match="cannot be read"):
        load_sheet(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SheetError, match="not TOML"):
        load_sheet(tmp_path / "bytes.toml")
    with pytest.raises(SheetError, match="cannot be read: embedded null byte"):
        load_sheet("a\0b")


def test_an_owner_can_play_on_his_own_sheet(tmp_path: Path) -> None:
    """A valid file becomes a sheet that can be played."""
    text = CLASSIC.read_text(encoding="utf-8").replace('"classic"', '"ours"').replace('"r2", "r3"', '"r3", "r2"')
    sheet = load_sheet(write(tmp_path, text))
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2, sheets=sheet)
    assert match.sheets[1].rows[0].numbers[:3] == (3, 2, 4) and str(sheet) == "ours"


def test_a_sheet_of_another_game_is_refused() -> None:
    """A deal can mix sheets, but not games."""
    other = paperdice.sheet.Sheet("sixto", "A", ())
    with pytest.raises(SheetError, match="belongs to sixto"):
        paperdice.Match(paperdice.find_game("qwixx"), seats=1, sheets=other)


def test_too_large_sheets_are_refused() -> None:
    """Sheets that exceed the fixed size of the arrays are refused."""
    row = paperdice.find_game("qwixx").sheets["classic"].rows[0]
    for rows, why in [
        ((row,) * 5, "at most 4 rows"),
        ((paperdice.sheet.Row(("r",) * 12, (2,) * 12),), "at most 11 cells"),
    ]:
        with pytest.raises(SheetError, match=why):
            paperdice.Match(paperdice.find_game("qwixx"), 1, paperdice.sheet.Sheet("qwixx", "big", rows))
    with pytest.raises(SheetError, match="a number in every cell"):
        paperdice.Match(
            paperdice.find_game("qwixx"), 1, paperdice.sheet.Sheet("qwixx", "bare", (paperdice.sheet.Row(("r",), ()),))
        )
    with pytest.raises(SheetError, match="no numbers in the cells"):
        paperdice.Match(
            paperdice.find_game("qwantum"),
            1,
            paperdice.sheet.Sheet("qwantum", "full", (paperdice.sheet.Row(("r",), (3,)),)),
        )


def test_the_shelf_is_a_mapping() -> None:
    """The names are in the order of the deal; an unknown name raises, and `in` and `get` work."""
    shelf = paperdice.find_game("qwixx").sheets
    assert list(shelf)[:4] == ["classic", "mixx-a", "mixx-b", "big-points"] and len(shelf) == 19
    assert list(shelf)[3:] == sorted(list(shelf)[3:])
    assert "classic" in shelf and "D" not in shelf and shelf.get("D") is None
    with pytest.raises(paperdice.UnknownSheetError):
        shelf["D"]
    assert hash(shelf["classic"]) == hash("classic") and shelf["classic"] != shelf["mixx-a"]


def test_rows_as_text_read_back() -> None:
    """The rows stored in a record define the sheet completely."""
    for game in paperdice.GAMES:
        for sheet in game.sheets.values():
            assert parse_rows(format_rows(sheet)) == sheet.rows
            assert sheet.game == game.name and game.sheets[sheet.name] is sheet


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    """Some editors write a byte order mark at the start of a file."""
    text = CLASSIC.read_text("utf-8")
    assert load_sheet(write(tmp_path, "\ufeff" + text)).name == "classic"


@pytest.mark.parametrize(
    ("game", "old", "new", "reason", "words"),
    [
        ("qwixx", 'name = "classic"', 'name = "a b"', "sheet_name", "24 letters"),
        ("qwixx", '"r2", ', "", "sheet_cells", "Row 1 needs 11 cells; it has 10"),
        ("qwixx", '"r2"', '"r13"', "sheet_number", "Row 1, cell 1: 13 is not within 2 to 12"),
        ("qwixx", '"r2"', '"z2"', "sheet_cell", "Row 1, cell 1: “z2” is not a cell"),
        ("qwixx", '"r2"', '"o2"', "sheet_color", "“o” is not a color of this game; there are r y g b"),
        ("qwixx", '"r2"', '"r"', "sheet_some_numbers", "Row 1: either all cells"),
        ("qwixx", '"y12"', '"r12"', "sheet_twice", "Row 2: “r” is on the sheet twice"),
        ("qwixx", 'game = "qwixx"', 'game = "longo"', "sheet_cells", "Row 1 needs 15 cells; it has 11"),
        ("qwixx", "checked = true", MORE, "sheet_extras", "Only a game’s own sheets"),
        ("qwixx", 'game = "qwixx"', 'game = "chess"', "unknown_game", "no game called “chess”"),
        ("sixto", '"r', '"o', "sheet_one_color", "Row 1: all cells of a row have one color"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told_in_a_sentence(
    tmp_path: Path, game: str, old: str, new: str, reason: str, words: str
) -> None:
    """Rows and cells are counted from 1, and every language has these sentences."""
    text = (SIXTO if game == "sixto" else CLASSIC).read_text("utf-8").replace(old, new, 1)
    with pytest.raises(SheetError) as error:
        load_sheet(write(tmp_path, text))
    assert error.value.reason.id == reason
    assert words in read_texts("en")["reasons"][reason].format(**error.value.reason.params)


EXTRAS = 'game = "qwixx"\nname = "x"\nrows = []\n[extras]\ngroup = "steps"\nmarks_to_lock = 5\nmost_marks = 12\n'


@pytest.mark.parametrize(
    ("toml", "reason", "params"),
    [
        ('game = "qwixx"\nname = mine\n', "sheet_toml", {"line": 2}),
        ('game = "qwixx"\nname =', "sheet_toml", {"line": 2}),
        ('game = "qwixx"\nname = "x"\ncolour = 1\n', "sheet_key", {"key": "colour"}),
        ('game = "qwixx"\n', "sheet_missing", {"key": "name"}),
        ("game = 5\n", "sheet_wants_str", {"key": "game"}),
        ('game = "qwixx"\nname = "x"\nrows = 5\n', "sheet_wants_list", {"key": "rows"}),
        ('game = "qwixx"\nname = "x"\nrows = []\nchecked = 1\n', "sheet_wants_bool", {"key": "checked"}),
        ('game = "qwixx"\nname = "x"\nrows = []\nextras = 1\n', "sheet_wants_dict", {"key": "extras"}),
        (f"{EXTRAS}wings = 2\n", "sheet_key", {"key": "wings"}),
        (f'{EXTRAS}goals = "1"\n', "sheet_wants_int", {"key": "goals"}),
        (f"{EXTRAS}lucky = 7\n", "sheet_wants_list", {"key": "lucky"}),
        (f'{EXTRAS}steps = ["r5", 6]\n', "sheet_entry", {"key": "steps"}),
        (f'{EXTRAS}pairs = [["r5"]]\n', "sheet_entry", {"key": "pairs"}),
        (f'{EXTRAS}pairs = ["r5"]\n', "sheet_entry", {"key": "pairs"}),
        (EXTRAS.replace("marks_to_lock = 5\n", ""), "sheet_missing", {"key": "marks_to_lock"}),
        ('game = "qwixx"\nname = "x"\nrows = [1]\n', "sheet_row_table", {"row": 1}),
        ('game = "qwixx"\nname = "x"\n[[rows]]\ncells = ["r2", 3]\n', "sheet_cell_text", {"row": 1, "cell": 2}),
    ],
)
def test_what_cannot_be_read_has_a_reason_of_its_own(toml: str, reason: str, params: dict[str, str | int]) -> None:
    """The reason names the line, key or location, in every language."""
    with pytest.raises(SheetError) as caught:
        decode_sheet(toml.encode())
    assert caught.value.reason.id == reason
    assert params.items() <= caught.value.reason.params.items()
    told = {read_texts(lang)["reasons"][reason].format(**caught.value.reason.params) for lang in LANGUAGES}
    assert len(told) == 3


@pytest.mark.parametrize(
    ("toml", "reason"),
    [
        (f'game = "qwixx"\nname = "x"\nrows = [{{ cells = [0x{"f" * 9000}] }}]', "sheet_cell_text"),
        (f"game = 0x{'f' * 9000}", "sheet_wants_str"),
        (f"game = {'9' * 9000}", "sheet_toml"),
        (f"rows = {'[' * 3000}{']' * 3000}", "sheet_toml"),
        (f"{'a.' * 2000}a = 1", "sheet_toml"),
    ],
    ids=["long number in a cell", "long number as a game", "number without end", "deep lists", "long dotted key"],
)
def test_absurd_files_are_refused_like_others(toml: str, reason: str) -> None:
    with pytest.raises(SheetError) as caught:
        decode_sheet(toml.encode())
    assert caught.value.reason.id == reason
    assert len(str(caught.value)) < 300


def test_a_file_that_is_no_text_says_so() -> None:
    with pytest.raises(SheetError) as caught:
        decode_sheet(b"game = \xff")
    assert caught.value.reason.id == "sheet_bytes"
