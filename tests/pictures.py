"""Parse a drawn picture: every shape with its place on the drawing, its inks and its ground."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, radians, sin

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
Place = Callable[[float, float], Point]


@dataclass(frozen=True)
class Shape:
    """A shape: the corners of its box, its attributes, its text, and the group it belongs to, if any."""

    tag: str
    left: float
    top: float
    right: float
    bottom: float
    words: dict[str, str]
    text: str
    group: str
    is_first: bool

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def overlaps(self, other: Shape) -> bool:
        return (
            self.left < other.right - 0.01
            and other.left < self.right - 0.01
            and self.top < other.bottom - 0.01
            and other.top < self.bottom - 0.01
        )


def read_picture(svg: str) -> tuple[tuple[float, float], list[Shape]]:
    """Return the size of a picture and its shapes in drawing order."""
    root = ET.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    return (width, height), list(_walk(root, lambda x, y: (x, y), ""))


def _walk(element: ET.Element, place: Place, group: str) -> Iterator[Shape]:
    for index, child in enumerate(element):
        tag = child.tag.removeprefix(SVG)
        here = _moved(place, child.get("transform", ""))
        if tag == "g":
            yield from _walk(child, here, child.get("class", ""))
        elif tag not in ("defs", "title", "desc"):
            corners = [here(*point) for point in _points(tag, child)]
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            text = "".join(child.itertext())
            yield Shape(tag, min(xs), min(ys), max(xs), max(ys), dict(child.attrib), text, group, index == 0)


def _moved(place: Place, transform: str) -> Place:
    """Apply the steps of a transform, the last one first."""
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", transform):
        place = _step(place, name, [float(value) for value in values.split()])
    return place


def _step(place: Place, name: str, values: list[float]) -> Place:
    if name == "translate":
        return lambda x, y: place(x + values[0], y + values[1])
    if name == "scale":
        return lambda x, y: place(x * values[0], y * values[1])
    assert name == "rotate", name
    angle, cx, cy = radians(values[0]), values[1], values[2]
    return lambda x, y: place(
        cx + (x - cx) * cos(angle) - (y - cy) * sin(angle), cy + (x - cx) * sin(angle) + (y - cy) * cos(angle)
    )


def _points(tag: str, element: ET.Element) -> list[Point]:
    """Return points that span a shape; a text is about as wide as in most fonts."""

    def get(name: str) -> float:
        return float(element.get(name, "0"))

    if tag == "rect":
        x, y = get("x"), get("y")
        return [(x + i * get("width"), y + j * get("height")) for i in (0, 1) for j in (0, 1)]
    if tag == "circle":
        return [(get("cx") + i * get("r"), get("cy") + j * get("r")) for i in (-1, 1) for j in (-1, 1)]
    if tag == "path":
        return path_points(element.attrib["d"])
    assert tag == "text", tag
    size = get("font-size")
    wide = 0.6 * size * len("".join(element.itertext()))
    left = get("x") - wide * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "middle")]
    return [(left, get("y") - 0.72 * size), (left + wide, get("y"))]


def path_points(path: str) -> list[Point]:
    """Return the ends and the control points of the pieces of a path."""
    x = y = 0.0
    start: Point = (0, 0)
    points: list[Point] = []
    sizes = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
    for letter, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        kind = letter.upper()
        values = [float(value) for value in re.findall(r"-?\d*\.?\d+", rest)]
        step = sizes[kind]
        for first in range(0, max(len(values), 1), max(step, 1)):
            piece = values[first : first + step]
            base = (x, y) if letter.islower() else (0.0, 0.0)
            ends = _ends(kind, piece, base, (x, y), start)
            points += ends
            x, y = ends[-1]
            start = (x, y) if kind == "M" else start
    return points


def _ends(kind: str, piece: list[float], base: Point, now: Point, start: Point) -> list[Point]:
    if kind == "Z":
        return [start]
    if kind == "H":
        return [(base[0] + piece[0], now[1])]
    if kind == "V":
        return [(now[0], base[1] + piece[0])]
    if kind == "A":
        piece = piece[-2:]
    return [(base[0] + piece[i], base[1] + piece[i + 1]) for i in range(0, len(piece), 2)]


def read_pattern_inks(svg: str) -> dict[str, tuple[str, float]]:
    """Return the color and opacity of each pattern, by the fill that refers to it."""
    return {
        f"url(#{pattern.attrib['id']})": (pattern[0].attrib["fill"], float(pattern[0].get("fill-opacity", "1")))
        for pattern in ET.fromstring(svg).iter(f"{SVG}pattern")
    }


def grounds_of(shapes: list[Shape], index: int, patterns: dict[str, tuple[str, float]]) -> list[str]:
    """Return the possible grounds of a shape: the last opaque color below its middle, and pattern colors on it."""
    point = shapes[index].middle
    grounds: list[str] = []
    for shape in shapes[:index]:
        fill = shape.words.get("fill", "none")
        if shape.tag == "text" or fill == "none" or not shape.holds(point):
            continue
        color, opacity = patterns.get(fill, (fill, float(shape.words.get("fill-opacity", "1"))))
        grounds = [color] if opacity == 1 else [*grounds, *(_blend(color, opacity, ground) for ground in grounds)]
    return grounds


def _blend(color: str, opacity: float, ground: str) -> str:
    parts = [int(digit * 2, 16) for digit in color[1:4]]
    below = [int(ground[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02x}" for a, b in zip(parts, below, strict=True))
