"""An SVG writer that shortens numbers and escapes text, and that uses no scripts or external references."""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from paperdice.draw.palette import Checks, Dots, Inks, Layer, Lines, Palette
from paperdice.draw.words import Words

FONT = 'ui-rounded, "SF Pro Rounded", "SF Pro Text", "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
# A placeholder for the prefix of pattern names, which is known only after drawing; texts cannot contain it.
_NAME = "\0"
_ANCHORS = {"left": "start", "right": "end"}
_WEIGHT = 700
# Half the height of a numeral relative to its font size, which is the distance from its baseline to its middle.
_HALF = 0.36
# The size of the prefix of a text, relative to that of the text.
SMALL = 0.53
# The relative size of color letters in languages that use two per color, so that they take the space of one.
_PAIR = 0.78


class Box(NamedTuple):
    """A rectangle, defined by its upper left corner, its width and its height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """The center of the box."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float) -> Box:
        """Return this box shrunk by the given distance on all sides."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


def number(value: float) -> str:
    """Format a number in the shortest form with at most two decimal places.

    >>> number(0.5), number(12.0), number(-3.14159)
    ('.5', '12', '-3.14')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text == "-0":
        return "0"
    return text.replace("0.", ".") if abs(value) < 1 and "." in text else text


def clean(text: str) -> str:
    """Return a string as a single line, replacing characters that XML forbids or that change the text direction with
    spaces.
    """
    kept = [letter if _is_harmless(letter) else " " for letter in str(text)]
    return " ".join("".join(kept).split())


def _is_harmless(letter: str) -> bool:
    code = ord(letter)
    is_turning = 0x200E <= code <= 0x200F or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069
    return unicodedata.category(letter) not in ("Cc", "Cs", "Cn", "Co", "Zl", "Zp") and not is_turning


def escape(text: str) -> str:
    """Clean a string and escape it for use in an XML element or attribute."""
    safe = clean(text)
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        safe = safe.replace(letter, entity)
    return safe


def width_of(text: str, size: float) -> float:
    """Return an upper bound for the width of a string at a font size, regardless of the viewer's font."""
    return size * add_up([_width_of_letter(letter) for letter in text])


def add_up(values: Sequence[float]) -> float:
    """Return the sum of floats, added from left to right; `sum` rounds differently in Python 3.12 and later."""
    total = 0.0
    for value in values:
        total += value
    return total


def _width_of_letter(letter: str) -> float:
    code = ord(letter)
    if unicodedata.category(letter) in ("Mn", "Me") or letter == "\u200d":
        return 0
    # Hangul, and higher code points such as symbols, ideographs and emoji, which can be as wide as they are high.
    if 0x1100 <= code <= 0x115F or code >= 0x2300:
        return 1.25
    if letter in "mwMW@%—…":
        return 1.05
    return 0.38 if letter in " .,:;·'|!iIjl" else 0.7 if letter.islower() or letter.isdecimal() else 0.84


def shorten(text: str, size: float, room: float) -> str:
    """Truncate a string to fit a width, ending it with an ellipsis if it is too long."""
    safe = clean(text)
    if width_of(safe, size) <= room:
        return safe
    kept = list(safe)
    while kept and (kept[-1] == " " or width_of("".join(kept) + "…", size) > room):
        kept.pop()
    return "".join(kept) + "…"


def rounded(box: Box, left: float, right: float) -> str:
    """Return the SVG path of a box with different corner radii on its left and right sides."""
    x, y, w, h = box
    arcs = [f"M{number(x + left)} {number(y)}H{number(x + w - right)}"]
    if right:
        arcs.append(f"a{number(right)} {number(right)} 0 0 1 {number(right)} {number(right)}")
    arcs.append(f"V{number(y + h - right)}")
    if right:
        arcs.append(f"a{number(right)} {number(right)} 0 0 1 {number(-right)} {number(right)}")
    arcs.append(f"H{number(x + left)}")
    if left:
        arcs.append(f"a{number(left)} {number(left)} 0 0 1 {number(-left)} {number(-left)}V{number(y + left)}")
        arcs.append(f"a{number(left)} {number(left)} 0 0 1 {number(left)} {number(-left)}")
    return "".join(arcs) + "z"


class Shape(NamedTuple):
    """A rectangle, circle or path with its attributes. An `_` in an attribute name is written as `-`."""

    tag: str
    words: dict[str, str | float]


class Fill(NamedTuple):
    """A path filled with one layer of a pattern."""

    path: str
    name: str
    layer: Layer


class Label(NamedTuple):
    """Text positioned on its baseline; `at` specifies whether `x` is its left end, its middle or its right end."""

    x: float
    y: float
    text: str
    size: float
    ink: str
    weight: int
    at: str
    before: str
    words: dict[str, str | float]


class GroupStart(NamedTuple):
    """The start of a group, which may be translated, rotated or scaled."""

    kind: str
    transform: str


class GroupEnd(NamedTuple):
    """The end of a group."""


# A function that returns the outlines of a text as one path.
Outline: TypeAlias = Callable[[Label], str]
SvgPart: TypeAlias = Shape | Fill | Label | GroupStart | GroupEnd


class Canvas:
    """A picture in one theme, stored as a list of parts in drawing order, independent of the output format."""

    def __init__(self, palette: Palette, words: Words) -> None:
        self.palette = palette
        self.words = words
        self.parts: list[SvgPart] = []

    @property
    def is_flat(self) -> bool:
        """Whether paper and table have the same color, as in print, so that edges must be drawn."""
        return self.palette.table == self.palette.paper

    def edge(self, ink: str, width: float = 1) -> dict[str, str | float]:
        """Return outline attributes for print, or none for screen themes, in which shapes are visible without an
        outline.
        """
        return {"stroke": ink, "stroke_width": width} if self.is_flat else {}

    def inks(self, color: str) -> Inks:
        """Return the shades of a color in the theme of this picture."""
        return self.palette.colors[color]

    def add(self, tag: str, **attributes: str | float) -> None:
        """Add a shape. An `_` in an attribute name is written as `-`, and a color may have the form `#rgba`, which
        includes opacity.
        """
        self.parts.append(Shape(tag, attributes))

    def rect(self, box: Box, radius: float = 0, **attributes: str | float) -> None:
        """Draw a box, with rounded corners if a radius is given."""
        x, y, w, h = box
        self.add("rect", x=x, y=y, width=w, height=h, **({"rx": radius} if radius else {}), **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: str | float) -> None:
        """Draw a circle."""
        self.add("circle", cx=x, cy=y, r=radius, **attributes)

    def stroke(
        self, path: str, box: Box, ink: str, width: float, turn: float = 0, of: tuple[float, float] = (40, 40)
    ) -> None:
        """Draw a pen stroke, scaled to fit a box without changing its line width.

        Args:
            path: The SVG path of the stroke.
            box: The box to draw it in.
            ink: The color.
            width: The line width.
            turn: The rotation in degrees.
            of: The width and height of the area that the path was designed for.
        """
        scale = box.w / of[0], box.h / of[1]
        place = f"translate({number(box.x)} {number(box.y)}) scale({number(scale[0])} {number(scale[1])})"
        if turn:
            x, y = box.middle
            place = f"rotate({number(turn)} {number(x)} {number(y)}) {place}"
        self.add(
            "path",
            d=path,
            transform=place,
            fill="none",
            stroke=ink,
            stroke_width=width * 2 / (scale[0] + scale[1]),
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str,
        weight: int = _WEIGHT,
        at: str = "middle",
        before: str = "",
        **attributes: str | float,
    ) -> None:
        """Draw text that is vertically centered at `y`; `at` specifies whether `x` is its left end, its middle or its
        right end.

        The prefix `before` is drawn on the same line at about half the size.
        """
        self.parts.append(Label(x, y + size * _HALF, text, size, ink, weight, at, before, attributes))

    def letter(self, x: float, y: float, color: str, size: float, ink: str, weight: int = 800) -> None:
        """Draw the letter of a color in the language of the picture. If it consists of two characters, they are drawn
        smaller to take up the space of one.
        """
        text = self.words.page(f"letter.{color}")
        self.text(x, y, text, size if len(text) == 1 else size * _PAIR, ink, weight=weight)

    def pattern(self, path: str, color: str) -> None:
        """Fill a path with the pattern of a color, on top of the shapes drawn so far."""
        for index, layer in enumerate(self.inks(color).pattern):
            self.parts.append(Fill(path, f"{_NAME}-{color}{index}", layer))

    def stripes(self, path: str, ink: str) -> None:
        """Fill a path with the diagonal stripes of a locked row, on top of the shapes drawn so far."""
        self.parts.append(Fill(path, f"{_NAME}-{ink[1:]}", Lines(135, ink, 4, 9)))

    @contextmanager
    def group(self, kind: str, transform: str = "") -> Iterator[None]:
        """Group everything drawn in this context in an element with the class `kind`, optionally transformed."""
        self.parts.append(GroupStart(kind, transform))
        yield
        self.parts.append(GroupEnd())

    def to_svg(
        self,
        width: float,
        height: float,
        title: str,
        about: str,
        shown: float | None = None,
        unit: str = "",
        outline: Outline | None = None,
    ) -> str:
        """Return the picture as an SVG file.

        Args:
            width: The width of the drawing.
            height: The height of the drawing.
            title: The title of the file.
            about: The description of the picture for screen readers.
            shown: The display width; by default, the width of the drawing.
            unit: The unit of the display width and height.
            outline: A function that converts a label to a path; by default, text uses the viewer's fonts.
        """
        body = "".join(_element(part, outline) for part in self.parts)
        tiles = {part.name: _tile(part.name, part.layer) for part in self.parts if isinstance(part, Fill)}
        if tiles:
            body = f"<defs>{''.join(tiles[name] for name in sorted(tiles.keys()))}</defs>{body}"
        # The name is unique for each picture, since a page may contain several pictures whose patterns must not clash.
        name = f"p{zlib.crc32(body.encode()):08x}"
        scale = 1 if shown is None else shown / width
        head = _attributes(
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {number(width)} {number(height)}",
                "width": f"{number(width * scale)}{unit}",
                "height": f"{number(height * scale)}{unit}",
                "role": "img",
                "font_family": FONT,
                "font_weight": _WEIGHT,
                "text_anchor": "middle",
                "stroke_linecap": "round",
                "stroke_linejoin": "round",
            }
        )
        words = f"<title>{escape(title)}</title><desc>{escape(about)}</desc>"
        return f"<svg{head}>{words}{body.replace(_NAME, name)}</svg>\n"


def _element(part: SvgPart, outline: Outline | None) -> str:
    """Return the SVG element of a part, or the opening or closing tag of a group."""
    match part:
        case Shape(tag, words):
            return f"<{tag}{_attributes(words)}/>"
        case Fill(path, name):
            return f"<path{_attributes({'d': path, 'fill': f'url(#{name})'})}/>"
        case Label() if outline is not None:
            return f"<path{_attributes({'d': outline(part), 'fill': part.ink, **part.words})}/>"
        case Label():
            return _text(part)
        case GroupStart(kind, transform):
            return f"<g{_attributes({'class': kind, **({'transform': transform} if transform else {})})}>"
        case _:  # GroupEnd
            return "</g>"


def _text(label: Label) -> str:
    weight = {} if label.weight == _WEIGHT else {"font_weight": label.weight}
    anchor = {} if label.at == "middle" else {"text_anchor": _ANCHORS[label.at]}
    words = {"x": label.x, "y": label.y, "font_size": label.size, **weight, **anchor, "fill": label.ink, **label.words}
    small = _attributes({"font_size": label.size * SMALL, "font_weight": 600})
    first = f"<tspan{small}>{escape(label.before)}</tspan> " if label.before else ""
    return f"<text{_attributes(words)}>{first}{escape(label.text)}</text>"


def _attributes(attributes: Mapping[str, str | float]) -> str:
    words = []
    for name, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        if name in ("fill", "stroke") and len(text) == 5 and text.startswith("#"):
            words.append(f'{name}-opacity="{number(int(text[4], 16) / 15)}"')
            text = text[:4]
        words.append(f'{name.replace("_", "-")}="{text if _NAME in text else escape(text)}"')
    return "".join(f" {word}" for word in words)


def _tile(name: str, layer: Layer) -> str:
    """Return the SVG element that defines the repeating tile of a pattern layer."""
    step = number(layer.step)
    words: dict[str, str | float] = {"id": name, "width": step, "height": step, "patternUnits": "userSpaceOnUse"}
    ink: dict[str, str | float] = {"fill": layer.ink}
    match layer:
        case Lines(angle=0, width=width):
            shape = f"<rect{_attributes({'y': layer.step - width, 'width': step, 'height': width, **ink})}/>"
        case Lines(angle=angle, width=width):
            if angle != 90:
                words["patternTransform"] = f"rotate({angle - 90})"
            shape = f"<rect{_attributes({'width': width, 'height': step, **ink})}/>"
        case Dots(radius=radius, fade=fade):
            middle = layer.step / 2
            shape = f"<circle{_attributes({'cx': middle, 'cy': middle, 'r': (radius + fade) / 2, **ink})}/>"
        case Checks():
            half = number(layer.step / 2)
            shape = f"<path{_attributes({'d': f'M{half} 0h{half}v{half}H0v{half}h{half}z', **ink})}/>"
        case _:  # Diamonds
            half = number(layer.step / 2)
            shape = f"<path{_attributes({'d': f'M0 {half}v{half}h{half}zM{half} 0h{half}v{half}z', **ink})}/>"
    return f"<pattern{_attributes(words)}>{shape}</pattern>"
