"""Draw dice, whether they are on the table, to be thrown or retired, and their sums."""

from __future__ import annotations

from collections.abc import Sequence

from paperdice.draw.strokes import LOCK, PIP_RADIUS, PIPS, TURNS
from paperdice.draw.svg import Box, Canvas, number, width_of
from paperdice.sheet import SheetLook
from paperdice.view import DieView

SIDE = 52
_GAP = 20
_TAG = 10
# The space to reserve around a die for its rotation and its tag.
MARGIN = 8


def letter_of(die: DieView) -> str:
    """Return the color letter of a die, or `w` for a die with faces of different colors that has yet to be thrown."""
    return die["color"] or (die["name"] if die["name"].isalpha() else "w")


def draw_die(
    canvas: Canvas,
    die: DieView,
    index: int,
    box: Box,
    look: SheetLook,
    is_flat: bool = False,
    is_idle: bool = False,
) -> None:
    """Draw a die with a small tag that shows its color letter.

    Args:
        index: The position of the die among the dice, which determines its rotation.
        is_flat: Whether the die is drawn upright, as on the row that it belongs to.
        is_idle: Whether the die cannot be used in the current phase, so that it is drawn pale.
    """
    is_numbered = look.mixed_dice and die["name"] != "w"
    turn = TURNS[index % len(TURNS)] if die["state"] == "lying" and not is_flat else 0
    x, y = box.middle
    with canvas.group(f"die {die['state']}", f"rotate({number(turn)} {number(x)} {number(y)})" if turn else ""):
        if die["pips"] is None:
            _draw_place(canvas, die, box, is_flat)
        else:
            if is_flat and not is_idle:
                canvas.rect(box.inset(-2), box.w / 4 + 2, fill=canvas.palette.paper)
            _draw_face(canvas, letter_of(die), die["pips"], box, is_numbered, is_idle)
        if look.dice_sum != "whites" or die["name"] != "w":
            _draw_tag(canvas, die, is_numbered, box.x + box.w - 1, box.y + box.h - 1)


def _draw_place(canvas: Canvas, die: DieView, box: Box, is_flat: bool) -> None:
    """Draw the empty outline of a die that is to be thrown, or the outline of a retired die with a lock in it."""
    palette = canvas.palette
    canvas.rect(box, box.w / 4, fill=palette.paper if is_flat else "none", stroke=palette.edge, stroke_width=1.5)
    if die["state"] == "retired":
        x, y = box.middle
        side = box.w * 0.55
        canvas.stroke(LOCK, Box(x - side / 2, y - side / 2, side, side), palette.muted, 1.8)


def _draw_face(canvas: Canvas, color: str, pips: int, box: Box, is_numbered: bool, is_idle: bool) -> None:
    inks = canvas.inks(color)
    ground, ink = (inks.tint, inks.mark) if is_idle else (inks.surface, inks.ink)
    x, y, w, h = box
    r = w / 4
    canvas.rect(box, r, fill=ground)
    if not is_idle:
        _draw_shade(canvas, box, r)
    canvas.rect(box, r, fill="none", stroke=inks.border, stroke_width=1.5)
    if is_numbered or pips not in PIPS:
        canvas.text(x + w / 2, y + h / 2, str(pips), w * 0.53, ink, weight=800)
        return
    for left, top in PIPS[pips]:
        canvas.circle(x + left * w / 40, y + top * h / 40, PIP_RADIUS * w / 40, fill=ink)


def _draw_shade(canvas: Canvas, box: Box, radius: float) -> None:
    """Shade the lower edge of a die."""
    x, y, w, h = box
    r, across = number(radius), number(w - 2 * radius)
    path = f"M{number(x)} {number(y + h - radius)}a{r} {r} 0 0 0 {r} {r}h{across}a{r} {r} 0 0 0 {r} -{r}v-3"
    canvas.add("path", d=f"{path}a{r} {r} 0 0 1 -{r} {r}h-{across}a{r} {r} 0 0 1 -{r} -{r}z", fill="#0002")


def _draw_tag(canvas: Canvas, die: DieView, is_numbered: bool, x: float, y: float) -> None:
    """Draw the tag of a die: its number if it is a mixed die that is to be thrown, otherwise its color letter."""
    canvas.circle(x, y, _TAG, fill=canvas.palette.paper, stroke=canvas.palette.line, stroke_width=1)
    if die["state"] == "wanted" and is_numbered:
        canvas.text(x, y, die["name"], 13, canvas.palette.ink, weight=800)
    else:
        canvas.letter(x, y, letter_of(die), 13, canvas.palette.ink)


def draw_dice(
    canvas: Canvas, dice: Sequence[DieView], look: SheetLook, x: float, y: float, useful: frozenset[str] | None = None
) -> float:
    """Draw dice side by side and return the x coordinate of their right edge.

    In games that use the sum of the white dice, the sum is drawn after them. If `useful` is given, dice that show none
    of these faces are drawn pale.
    """
    left = x + MARGIN
    for index, die in enumerate(dice):
        is_idle = useful is not None and die["face"] not in useful
        draw_die(canvas, die, index, Box(left, y + MARGIN, SIDE, SIDE), look, is_idle=is_idle)
        left += SIDE + _GAP
        following = [other["name"] for other in dice[index + 1 : index + 2]]
        if look.dice_sum == "whites" and die["name"] == "w" and following != ["w"]:
            left = _draw_white_sum(canvas, dice, left, y + MARGIN)
    return left - _GAP + MARGIN + _TAG


def _draw_white_sum(canvas: Canvas, dice: Sequence[DieView], left: float, y: float) -> float:
    palette = canvas.palette
    total = sum(die["pips"] or 0 for die in dice if die["name"] == "w")
    if total:
        canvas.text(left - 4, y + SIDE / 2, f"= {total}", 30, palette.ink, weight=800, at="left")
    canvas.rect(Box(left + 84, y + 6, 1.5, SIDE - 12), fill=palette.line)
    return left + 84 + _GAP


def draw_color_sums(canvas: Canvas, dice: Sequence[DieView], colors: Sequence[str], box: Box) -> None:
    """Draw one pill per color, side by side in a box, showing the sum of the white die and all dice of that color."""
    white = sum(die["pips"] or 0 for die in dice if die["name"] == "w")
    gap = 8
    wide = (box.w - gap * (len(colors) - 1)) / len(colors)
    for index, color in enumerate(colors):
        inks = canvas.inks(color)
        pill = Box(box.x + index * (wide + gap), box.y, wide, box.h)
        total = white + sum(die["pips"] or 0 for die in dice if die["name"] != "w" and die["color"] == color)
        canvas.rect(pill, box.h / 2, fill=inks.tint, stroke=inks.border, stroke_width=1.5)
        x, y = pill.middle
        shift = width_of(str(total), 19) / 2
        canvas.circle(x - shift, y, 12, fill=inks.surface)
        canvas.letter(x - shift, y, color, 14, inks.ink)
        canvas.text(x + 16, y, str(total), 19, inks.mark, weight=800)
