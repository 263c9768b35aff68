"""Sheets, dice and tables as text, in color for a terminal and plain for everyone else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from paperdice.draw.palette import find_palette
from paperdice.view import CellView, LineView, RowView, SheetView, View

if TYPE_CHECKING:
    from rich.text import Text

WIDTH = 4
# What sheets of the Qwixx family print on cells; a second box shows once it is marked, by a second cross.
SIGNS = {"double": "²", "step": "^", "framed": "°", "paired": "~", "second": ""}
SIGNS |= {"circle": "○", "notched": "◇", "square": "□", "octagon": "⬡", "star": "☆"}
# Background and ink of each color; white paper is not blank paper.
_INKS = find_palette("light").colors
PAINT = {color: (inks.surface, inks.ink) for color, inks in _INKS.items()} | {"w": (_INKS["w"].tint, _INKS["w"].mark)}


class Span(NamedTuple):
    """A piece of a line in one style, told in Rich's words (`bold #ffffff on #c42f36`)."""

    text: str
    style: str = ""


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines of styled text: `str` gives them plain, and a console of Rich prints them in color."""

    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)

    def __rich__(self) -> Text:
        """Gives what a console of Rich prints; whoever asks has loaded Rich."""
        from rich.text import Text

        return Text("\n").join(Text.assemble(*line) for line in self.lines)


def strip_colors(drawing: Drawing) -> str:
    """Turns a drawing into plain text, one line a row."""
    return str(drawing)


def draw_dice(view: View) -> Drawing:
    """Draws the dice as they lie; retired ones are left out, wanted ones are empty."""
    line: list[Span] = []
    for die in view["dice"]:
        if die["state"] != "retired":
            line += [Span(f" {die['face'] or die['name'] + '?'} ", _paint(die["color"] or "w")), Span(" ")]
    return Drawing((tuple(line),))


def draw_sheet(sheet: SheetView, name: str = "") -> Drawing:
    """Draws one seat's sheet with its scores."""
    lines = [_row_line(row) for row in sheet["rows"]]
    lines += [_extra_line(line) for line in sheet.get("lines", [])]
    if sheet["columns"]:
        columns = ["" if column["score"] is None else str(column["score"]) for column in sheet["columns"]]
        lines.append((Span("    " + "".join(f"{score:^{WIDTH}}" for score in columns), "dim"),))
    misses = f"misses {sheet['misses']}/{sheet['max_misses']}  " if sheet["max_misses"] else ""
    who = Span(f"  {one_line(name) or 'seat ' + str(sheet['seat'])}  ", "bold")
    lines.append((who, Span(misses), Span(f"total {sheet['score']}", "bold")))
    return Drawing(tuple(lines))


def draw_row(row: RowView) -> Drawing:
    """Draws one row: `‹5›` can be marked now, `x5` is marked, `-5` is skipped, `#` is struck."""
    return Drawing((_row_line(row),))


def _row_line(row: RowView) -> Line:
    letters = {cell["color"] for cell in row["cells"]}
    line = [Span("› " if row["current"] else "  ")]
    if len(letters) == 1:
        line.append(Span(f"{row['cells'][0]['color']} ", "bold"))
    width = WIDTH + any("sign" in cell for cell in row["cells"])
    for cell in row["cells"]:
        if len(letters) > 1:
            line.append(Span(cell["color"], _paint(cell["color"])))
        line.append(_cell_span(cell, width))
    if row["locked"]:
        line.append(Span(" locked", "bold"))
    if row["score"] is not None:
        line.append(Span(f"{row['score']:>5}", "dim"))
    return tuple(line)


def _extra_line(line: LineView) -> Line:
    """Draws what stands outside of the rows: `x` is used, `-` is lost."""
    prefix = {"marked": "x", "skipped": "-", "locked": "-"}
    cells = [f"{prefix.get(cell['state'], '')}{cell['text']}" for cell in line["cells"]]
    width = max(WIDTH, *(len(cell) + 1 for cell in cells))
    return (Span(f"  {line['name']:<2}", "bold"), Span("".join(cell.center(width) for cell in cells)))


def _cell_span(cell: CellView, width: int) -> Span:
    printed = "" if cell["number"] is None else str(cell["number"]) + (SIGNS[cell["sign"]] if "sign" in cell else "")
    state = cell["state"]
    style = _paint(cell["color"])
    if state in ("markable", "sealed"):
        shown = printed or str(cell["number_now"])
        return Span((f"‹{shown}›" if state == "markable" else f"({shown})").center(width), style + " bold reverse")
    if state == "marked":
        return Span(_marked(cell, printed).center(width), style + " bold")
    if state == "struck":
        return Span("#".center(width), style)
    if state in ("skipped", "locked"):
        return Span(f"-{printed}".center(width), style + " dim strike")
    return Span((printed or "·").center(width), style + (" dim" if state == "far" else ""))


def _marked(cell: CellView, printed: str) -> str:
    """A plain mark keeps its number; a written number stands alone, with a star for a hit."""
    if cell.get("sign") == "second":
        return "x" * (cell["written"] or 0) + printed
    if cell["number"] is None or cell["written"] != 1 or cell["hit"]:
        return f"{cell['written']}{'*' if cell['hit'] else ''}"
    return f"x{printed}"


def _paint(color: str) -> str:
    background, ink = PAINT[color]
    return f"{ink} on {background}"


def draw_table(view: View, names: Sequence[str] = ()) -> Drawing:
    """Draws where a match stands, its dice and all its sheets."""
    sheets = [draw_sheet(sheet, "".join(names[sheet["seat"] :][:1])) for sheet in view["sheets"]]
    return _stack([draw_head(view), draw_dice(view), *sheets])


def draw_head(view: View) -> Drawing:
    """Says where the match stands."""
    if view["over"]:
        winners = " and ".join(f"seat {seat}" for seat in view["winners"])
        text = f"Over after turn {view['turn']} ({view['end_reason']}): {winners} won."
    else:
        text = f"Turn {view['turn']}, seat {view['active']} is active, phase {view['phase']}"
    return Drawing(((Span(text, "bold"),),))


def _stack(drawings: Iterable[Drawing]) -> Drawing:
    return Drawing(tuple(line for drawing in drawings for line in drawing.lines))


def one_line(text: str) -> str:
    """Gives a name without what could break a line or command a terminal."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
