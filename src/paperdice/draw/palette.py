"""The colors and patterns of drawings: the light and dark themes of the web page, and greys for print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

from paperdice.errors import SetupError

ThemeName = Literal["light", "dark", "print"]
THEMES: tuple[ThemeName, ...] = get_args(ThemeName)


@dataclass(frozen=True, slots=True)
class Lines:
    """A pattern of parallel lines. `angle` is the direction perpendicular to the lines in degrees, as in CSS gradients:
    0 is up and 90 is right.
    """

    angle: int
    ink: str
    width: float
    step: float


@dataclass(frozen=True, slots=True)
class Dots:
    """A pattern of dots in a square grid, which are opaque up to `radius` and fully transparent beyond `fade`."""

    ink: str
    radius: float
    fade: float
    step: float


@dataclass(frozen=True, slots=True)
class Checks:
    """A checkerboard pattern with squares that are half a step wide."""

    ink: str
    step: float


@dataclass(frozen=True, slots=True)
class Diamonds:
    """A pattern of tiles in which two opposite corners are filled up to the midpoints of the adjacent sides."""

    ink: str
    step: float


Layer: TypeAlias = Lines | Dots | Checks | Diamonds
Pattern = tuple[Layer, ...]


class Inks(NamedTuple):
    """The shades of a color by role.

    Attributes:
        surface: The surface of a die.
        ink: The text on a die.
        tint: The background of a free cell.
        mark: The number in a free cell.
        border: The edge of a free cell.
        band: The background of a row.
        faint: Dimmed text on the background of a row.
        pattern: The pattern of the color.
        stripe: The stripes on a locked row.
    """

    surface: str
    ink: str
    tint: str
    mark: str
    border: str
    band: str
    faint: str
    pattern: Pattern
    stripe: str


class Palette(NamedTuple):
    """The colors and patterns of a theme; `colors` maps each color letter to its shades."""

    table: str
    paper: str
    raised: str
    ink: str
    muted: str
    line: str
    edge: str
    pen: str
    graphite: str
    ok: str
    bad: str
    colors: Mapping[str, Inks]


def _patterns(red: str, blue: str, purple: str) -> dict[str, Pattern]:
    """Return the pattern of each color; red, blue and purple use inks that depend on the theme."""
    return {
        "w": (),
        "k": (Diamonds("#fff3", 6),),
        "r": (Lines(135, red, 2, 7),),
        "o": (Dots("#0004", 1.4, 1.8, 7),),
        "y": (Lines(0, "#0003", 1.5, 6),),
        "g": (Lines(0, "#0003", 1, 7), Lines(90, "#0003", 1, 7)),
        "b": (Lines(90, blue, 2, 7),),
        "p": (Checks(purple, 8),),
    }


def _colors(
    roles: Mapping[str, str], patterns: Mapping[str, Pattern], stripes: Mapping[str, str]
) -> Mapping[str, Inks]:
    """Return the inks of each color; `roles` contains the surface, ink, tint, mark, border, band and faint shades of
    each color, separated by spaces.
    """
    colors = {}
    for color, words in roles.items():
        surface, ink, tint, mark, border, band, faint = words.split()
        colors[color] = Inks(surface, ink, tint, mark, border, band, faint, patterns[color], stripes[color])
    return colors


_LIGHT = Palette(
    table="#ece6d9",
    paper="#fffcf5",
    raised="#ffffff",
    ink="#1b2030",
    muted="#5a5d69",
    line="#d8d0bf",
    edge="#8a8470",
    pen="#1c2a5e",
    graphite="#5b6070",
    ok="#17694c",
    bad="#b3202b",
    colors=_colors(
        {
            "w": "#fffdf8 #1b2030 #f7f2e7 #3c4152 #8a8470 #e9e2d2 #484a4e",
            "k": "#2a2d36 #ffffff #e6e6ea #1b2030 #1b2030 #2a2d36 #d4d5d7",
            "r": "#c42f36 #ffffff #fdeae7 #93141e #a3222a #c42f36 #f9eaeb",
            "o": "#fd9553 #1b2030 #fff0e3 #883c04 #b85a14 #fd9553 #4e362d",
            "y": "#f9ce1b #1b2030 #fff6d3 #664e00 #957500 #f9ce1b #4d451e",
            "g": "#45a683 #10151f #e6f5ee #0b573e #1f7a5a #45a683 #1a2f31",
            "b": "#1b57b8 #ffffff #e8effc #123f8c #17489a #1b57b8 #d1ddf1",
            "p": "#6b2c6b #ffffff #f6eaf5 #5a2259 #5a255a #6b2c6b #e1d5e1",
        },
        _patterns("#fff4", "#fff4", "#fff3"),
        dict.fromkeys("woyg", "#fff4") | dict.fromkeys("krbp", "#0003"),
    ),
)
_DARK = Palette(
    table="#101218",
    paper="#1a1d25",
    raised="#2b303c",
    ink="#f1ece1",
    muted="#a9abb5",
    line="#323743",
    edge="#787d8c",
    pen="#f4efe4",
    graphite="#b4bac8",
    ok="#45d19c",
    bad="#ff8482",
    colors=_colors(
        {
            "w": "#f3efe6 #12151d #2a2d35 #f3efe6 #b9b4a6 #3b3e48 #adacaa",
            "k": "#05060a #f3efe6 #0d0f14 #d9d6ce #787d8c #05060a #888784",
            "r": "#ee4e50 #0e1016 #2b171b #ffa09c #ee6163 #5c2129 #de8785",
            "o": "#df871d #12151d #2b1d10 #ffbd7d #df871d #5c3710 #dea267",
            "y": "#fbd076 #12151d #2a2412 #fbd676 #d9ae4d #574717 #d7b761",
            "g": "#34c993 #12151d #10261f #66dcb0 #34c993 #174a39 #58c29b",
            "b": "#618af3 #0e1016 #151d33 #a3bcff #618af3 #233a78 #91aaec",
            "p": "#997ab8 #0e1016 #231a2c #d2b6ee #a889c7 #4a3160 #ba9ed4",
        },
        _patterns("#0004", "#0004", "#0003"),
        dict.fromkeys("wkroygbp", "#0004"),
    ),
)
# Saves ink on white paper; colors are distinguished by letters, patterns and shades of light grey.
_PRINT = Palette(
    table="#ffffff",
    paper="#ffffff",
    raised="#ffffff",
    ink="#111111",
    muted="#4d4d4d",
    line="#c4c4c4",
    edge="#757575",
    pen="#000000",
    graphite="#5c5c5c",
    ok="#333333",
    bad="#333333",
    colors=_colors(
        {
            "w": "#ffffff #111111 #ffffff #111111 #757575 #ededed #404040",
            "k": "#474747 #ffffff #ffffff #111111 #333333 #474747 #dddddd",
            "r": "#d0d0d0 #111111 #ffffff #111111 #5c5c5c #d0d0d0 #333333",
            "o": "#e4e4e4 #111111 #ffffff #111111 #5c5c5c #e4e4e4 #404040",
            "y": "#eeeeee #111111 #ffffff #111111 #5c5c5c #eeeeee #404040",
            "g": "#dadada #111111 #ffffff #111111 #5c5c5c #dadada #404040",
            "b": "#c6c6c6 #111111 #ffffff #111111 #5c5c5c #c6c6c6 #333333",
            "p": "#bababa #111111 #ffffff #111111 #5c5c5c #bababa #2a2a2a",
        },
        _patterns("#0004", "#0004", "#0003"),
        dict.fromkeys("wroygbp", "#0002") | {"k": "#fff2"},
    ),
)
# The colors of the light theme on white paper.
COLOR_PRINT = _LIGHT._replace(table="#ffffff", paper="#ffffff", raised="#ffffff")
PALETTES: Mapping[str, Palette] = {"light": _LIGHT, "dark": _DARK, "print": _PRINT}


def find_palette(theme: str) -> Palette:
    """Return the palette of a theme.

    Raises:
        SetupError: The theme is unknown.
    """
    if theme not in PALETTES:
        raise SetupError(f"there is no theme {theme!r}; known are {', '.join(PALETTES)}")
    return PALETTES[theme]


def mix(one: str, share: float, other: str) -> str:
    """Mix two colors, as `color-mix(in srgb, …)` does in CSS; `share` is the fraction of the first color, from 0 to 1.

    >>> mix("#ffffff", 0.5, "#000000")
    '#808080'
    """
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)
