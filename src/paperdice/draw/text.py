"""Text drawings of sheets, dice and whole matches, in color for terminals and plain otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from paperdice.draw.extras import is_bonus
from paperdice.draw.palette import find_palette
from paperdice.draw.words import Words
from paperdice.sheet import COLORS
from paperdice.view import CellView, LineView, RowView, SheetView, View

if TYPE_CHECKING:
    from rich.text import Text

WIDTH = 4
# The signs for printed extras on cells of the Qwixx family; a marked second box is shown as a second cross.
SIGNS = {"double": "²", "step": "^", "framed": "°", "paired": "~", "second": ""}
SIGNS |= {"circle": "○", "notched": "◇", "square": "□", "octagon": "⬡", "star": "☆"}
# The background and ink of each color; white is tinted to make it visible.
_INKS = find_palette("light").colors
PAINT = {color: (inks.surface, inks.ink) for color, inks in _INKS.items()} | {"w": (_INKS["w"].tint, _INKS["w"].mark)}


class Span(NamedTuple):
    """A piece of a line in a single style, which uses the syntax of Rich, such as `bold #ffffff on #c42f36`."""

    text: str
    style: str = ""


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines of styled text. `str` returns them as plain text; a Rich console prints them in color."""

    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)

    def __rich__(self) -> Text:
        """Return the drawing as a `rich.text.Text`; Rich calls this method to print it."""
        from rich.text import Text

        return Text("\n").join(Text.assemble(*line) for line in self.lines)


class Letters:
    """The color letters of a language, in lower case if they are the same as in the notation."""

    def __init__(self, language: str) -> None:
        self._words = Words(language)
        table = {color: self._words.page(f"letter.{color}") for color in PAINT}
        self.is_typed = all(letter.lower() == color for color, letter in table.items())
        self._table = {color: color for color in PAINT} if self.is_typed else table
        self.width = max(map(len, self._table.values()))

    def of(self, color: str) -> str:
        """Return the letter of a color."""
        return self._table[color]

    def of_face(self, face: str) -> str:
        """Return a face with the translated letter of its color, such as `J4` for `y4` in French."""
        return self.of(face[0]) + face[1:] if face[0] in self._table else face

    def legend(self, colors: Iterable[str]) -> str:
        """Return a legend that explains which letter to type for each of these colors."""
        return self._words.own("typed", letters=", ".join(f"{self.of(color)} = {color}" for color in colors))


def strip_colors(drawing: Drawing) -> str:
    """Return a drawing as plain text."""
    return str(drawing)


def draw_dice(view: View, language: str = "en") -> Drawing:
    """Draw the dice of a match in one line. Retired dice are omitted, and dice to be thrown are shown with a question
    mark.
    """
    letters = Letters(language)
    line: list[Span] = []
    for die in view["dice"]:
        if die["state"] != "retired":
            shown = letters.of_face(die["face"] or die["name"] + "?")
            line += [Span(f" {shown} ", _paint(die["color"] or "w")), Span(" ")]
    return Drawing((tuple(line),))


def draw_sheet(sheet: SheetView, name: str = "", language: str = "en") -> Drawing:
    """Draw a seat's sheet with its scores."""
    letters = Letters(language)
    lines = [_row_line(row, letters) for row in sheet["rows"]]
    lines += [_extra_line(line, letters) for line in sheet.get("lines", [])]
    if sheet["columns"]:
        columns = ["" if column["score"] is None else str(column["score"]) for column in sheet["columns"]]
        lines.append((Span("    " + "".join(f"{score:^{WIDTH}}" for score in columns), "dim"),))
    misses = f"misses {sheet['misses']}/{sheet['max_misses']}  " if sheet["max_misses"] else ""
    who = Span(f"  {one_line(name) or 'seat ' + str(sheet['seat'])}  ", "bold")
    lines.append((who, Span(misses), Span(f"total {sheet['score']}", "bold")))
    return Drawing(tuple(lines))


def draw_row(row: RowView, language: str = "en") -> Drawing:
    """Draw one row: `‹5›` can be marked, `(5)` is sealed (chosen, but not resolved yet), `x5` is marked, `-5` is
    skipped or locked, and `#` is struck.

    In games where players write numbers, `4/5` is a 4 in a cell with the limit 5, and `5*` is a hit.
    """
    return Drawing((_row_line(row, Letters(language)),))


def _row_line(row: RowView, letters: Letters) -> Line:
    is_mixed = len({cell["color"] for cell in row["cells"]}) > 1
    line = [Span("› " if row["current"] else "  ")]
    if not is_mixed:
        line.append(Span(f"{letters.of(row['cells'][0]['color']):<{letters.width}} ", "bold"))
    width = WIDTH + any("sign" in cell for cell in row["cells"])
    for cell in row["cells"]:
        if is_mixed:
            line.append(Span(f"{letters.of(cell['color']):<{letters.width}}", _paint(cell["color"])))
        # Only rows without a color have limits.
        line.append(_cell_span(cell, width, is_limited=row["color"] is None))
    if row["locked"]:
        line.append(Span(" locked", "bold"))
    if row["score"] is not None:
        line.append(Span(f"{row['score']:>5}", "dim"))
    return tuple(line)


def _extra_line(line: LineView, letters: Letters) -> Line:
    """Draw a line of cells outside the rows, with `x` before cells that are used or marked, and `-` before cells that
    are skipped or locked.
    """
    prefix = {"marked": "x", "skipped": "-", "locked": "-"}
    texts = [letters.of(cell["text"]) if line["name"] == "strip" else cell["text"] for cell in line["cells"]]
    cells = [prefix.get(cell["state"], "") + text for cell, text in zip(line["cells"], texts, strict=True)]
    width = max(WIDTH, *(len(cell) + 1 for cell in cells))
    name = "".join(map(letters.of, line["name"])) if is_bonus(line) else line["name"]
    return (Span(f"  {name:<{letters.width + 1}}", "bold"), Span("".join(cell.center(width) for cell in cells)))


def _cell_span(cell: CellView, width: int, *, is_limited: bool) -> Span:
    printed = "" if cell["number"] is None else str(cell["number"]) + (SIGNS[cell["sign"]] if "sign" in cell else "")
    state = cell["state"]
    style = _paint(cell["color"])
    if state in ("markable", "sealed"):
        shown = printed or str(cell["number_now"])
        return Span((f"‹{shown}›" if state == "markable" else f"({shown})").center(width), style + " bold reverse")
    if state == "marked":
        return Span(_marked(cell, printed, is_limited=is_limited).center(width), style + " bold")
    if state == "struck":
        return Span("#".center(width), style)
    if state in ("skipped", "locked"):
        return Span(f"-{printed}".center(width), style + " dim strike")
    return Span((printed or "·").center(width), style + (" dim" if state == "far" else ""))


def _marked(cell: CellView, printed: str, *, is_limited: bool) -> str:
    """Return the text of a marked cell: its printed number after a cross, or the number written in it, followed by a
    star for a hit or otherwise by the limit of the cell.
    """
    if cell.get("sign") == "second":
        return "x" * (cell["written"] or 0) + printed
    if cell["hit"]:
        return f"{cell['written']}*"
    if is_limited:
        return f"{cell['written']}/{printed}"
    return f"x{printed}" if printed else str(cell["written"])


def _paint(color: str) -> str:
    background, ink = PAINT[color]
    return f"{ink} on {background}"


def draw_table(view: View, names: Sequence[str] = (), language: str = "en") -> Drawing:
    """Draw the status line, the dice and all sheets of a match.

    Color letters are shown in the given language. If they differ from the notation, a legend at the bottom explains
    them.
    """
    sheets = [draw_sheet(sheet, "".join(names[sheet["seat"] :][:1]), language) for sheet in view["sheets"]]
    return _stack([draw_head(view), draw_dice(view, language), *sheets, *_draw_legend(view, Letters(language))])


def _draw_legend(view: View, letters: Letters) -> list[Drawing]:
    if letters.is_typed:
        return []
    used = {face[0] for die in view["dice"] for face in die["faces"]}
    return [Drawing(((Span("  " + letters.legend(color for color in COLORS if color in used), "dim"),),))]


def draw_head(view: View) -> Drawing:
    """Draw the status line of a match: the turn, the active seat and the phase or, after the end, the reason for it and
    the winners.
    """
    if view["over"]:
        winners = " and ".join(f"seat {seat}" for seat in view["winners"])
        text = f"Over after turn {view['turn']} ({view['end_reason']}): {winners} won."
    else:
        text = f"Turn {view['turn']}, seat {view['active']} is active, phase {view['phase']}"
    return Drawing(((Span(text, "bold"),),))


def _stack(drawings: Iterable[Drawing]) -> Drawing:
    return Drawing(tuple(line for drawing in drawings for line in drawing.lines))


def one_line(text: str) -> str:
    """Return a string as a single line, without characters that could control a terminal."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
