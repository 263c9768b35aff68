"""Sheets, dice and tables as text with colors, for the terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.text import Text

from paperdice.view import CellView, RowView, SheetView, View

# Background and ink of each color, near the page's own.
PAINT = {
    "w": ("#f7f2e7", "#3c4152"),
    "k": ("#2a2d36", "#ffffff"),
    "r": ("#c42f36", "#ffffff"),
    "o": ("#fd9553", "#1b2030"),
    "y": ("#f9ce1b", "#1b2030"),
    "g": ("#45a683", "#10151f"),
    "b": ("#1b57b8", "#ffffff"),
    "p": ("#6b2c6b", "#ffffff"),
}
WIDTH = 4


def draw_dice(view: View) -> Text:
    """Draws the dice as they lie; retired ones are left out, wanted ones are empty."""
    line = Text()
    for die in view["dice"]:
        if die["state"] == "retired":
            continue
        background, ink = PAINT[die["color"] or "w"]
        line.append(f" {die['face'] or die['name'] + '?'} ", f"{ink} on {background}")
        line.append(" ")
    return line


def draw_sheet(sheet: SheetView, name: str = "") -> RenderableType:
    """Draws one seat's sheet with its scores."""
    lines = [draw_row(row) for row in sheet["rows"]]
    if sheet["columns"]:
        columns = ["" if column["score"] is None else str(column["score"]) for column in sheet["columns"]]
        lines.append(Text("    " + "".join(f"{score:^{WIDTH}}" for score in columns), "dim"))
    foot = Text(f"  {name or 'seat ' + str(sheet['seat'])}  ", "bold")
    if sheet["max_misses"]:
        foot.append(f"misses {sheet['misses']}/{sheet['max_misses']}  ")
    foot.append(f"total {sheet['score']}", "bold")
    return Group(*lines, foot)


def draw_row(row: RowView) -> Text:
    """Draws one row: `‹5›` can be marked now, `x5` is marked, `-5` is skipped, `#` is struck."""
    letters = {cell["color"] for cell in row["cells"]}
    line = Text("› " if row["current"] else "  ")
    if len(letters) == 1:
        line.append(f"{row['cells'][0]['color']} ", "bold")
    for cell in row["cells"]:
        if len(letters) > 1:
            line.append(cell["color"], "{1} on {0}".format(*PAINT[cell["color"]]))
        line.append(*draw_cell(cell))
    if row["locked"]:
        line.append(" locked", "bold")
    if row["score"] is not None:
        line.append(f"{row['score']:>5}", "dim")
    return line


def draw_cell(cell: CellView) -> tuple[str, str]:
    """Gives the text of a cell and its style."""
    background, ink = PAINT[cell["color"]]
    printed = "" if cell["number"] is None else str(cell["number"])
    state = cell["state"]
    style = f"{ink} on {background}"
    if state in ("markable", "sealed"):
        shown = printed or str(cell["number_now"])
        return (f"‹{shown}›" if state == "markable" else f"({shown})").center(WIDTH), style + " bold reverse"
    if state == "marked":
        return _marked(cell, printed).center(WIDTH), style + " bold"
    if state == "struck":
        return "#".center(WIDTH), style
    if state in ("skipped", "locked"):
        return f"-{printed}".center(WIDTH), style + " dim strike"
    return (printed or "·").center(WIDTH), style + (" dim" if state == "far" else "")


def _marked(cell: CellView, printed: str) -> str:
    """A plain mark keeps its number; a written number stands alone, with a star for a hit."""
    if cell["number"] is None or cell["written"] != 1 or cell["hit"]:
        return f"{cell['written']}{'*' if cell['hit'] else ''}"
    return f"x{printed}"


def draw_table(view: View, names: list[str]) -> RenderableType:
    """Draws dice and all sheets of a match."""
    parts: list[RenderableType] = [draw_head(view), draw_dice(view)]
    parts += [draw_sheet(sheet, names[sheet["seat"]]) for sheet in view["sheets"]]
    return Group(*parts)


def draw_head(view: View) -> Text:
    """Says where the match stands."""
    if view["over"]:
        winners = " and ".join(f"seat {seat}" for seat in view["winners"])
        return Text(f"Over after turn {view['turn']} ({view['end_reason']}): {winners} won.", "bold")
    return Text(f"Turn {view['turn']}, seat {view['active']} is active, phase {view['phase']}", "bold")


def strip_colors(drawing: RenderableType) -> str:
    """Turn a drawing into plain text, one line a row."""
    console = Console(color_system=None, soft_wrap=True)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get().rstrip("\n")
