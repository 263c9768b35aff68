"""Color perception: WCAG contrast, and CIELAB distance (1976) under simulated color blindness (Machado 2009)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from paperdice.draw.palette import Checks, Diamonds, Dots, Lines, Pattern

STYLES = Path(__file__).parents[1] / "web" / "src" / "styles"
TOKENS = STYLES / "tokens.css"
COLORS = "wkroygbp"
VISIONS: dict[str, Sequence[Sequence[float]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def read_themes() -> dict[str, dict[str, str]]:
    """Return the color tokens of the light and the dark theme."""
    blocks = re.findall(r"\{([^}]*)\}", TOKENS.read_text("utf-8"))[:2]
    tokens = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in blocks]
    return dict(zip(("light", "dark"), tokens, strict=True))


def read_patterns() -> dict[str, dict[str, tuple[Pattern, str]]]:
    """Return the pattern and the stripe of each color in both themes, as the page's color stylesheet defines them."""
    text = re.sub(r"\s+", " ", (STYLES / "colors.css").read_text("utf-8"))
    dark = ':root[data-theme="dark"] '
    rules = dict(re.findall(r"([^{}]+?) \{ ([^}]*) \}", re.sub(r"/\*.*?\*/ ", "", text)))
    shared = rules[next(rule for rule in rules if rule.strip().startswith(f"{dark}:is("))]
    themes: dict[str, dict[str, tuple[Pattern, str]]] = {"light": {}, "dark": {}}
    for color in COLORS:
        light = next(body for rule, body in rules.items() if rule.strip() == f".{color}")
        night = "".join(body for rule, body in rules.items() if rule.strip() == f"{dark}.{color}")
        themes["light"][color] = _pattern(light), _find("stripe", light)
        themes["dark"][color] = _pattern(night if "--pat" in night else light), _find("stripe", shared)
    return themes


def _find(name: str, rule: str) -> str:
    return str(re.findall(rf"--{name}: ([^;]*);", rule)[0]).strip()


def _pattern(rule: str) -> Pattern:
    """Return the gradients of a pattern; an unknown gradient is an error."""
    value = _find("pat", rule)
    ink, n = r"(#[0-9a-f]{4})", r"([\d.]+)"
    layers: list[Lines | Dots | Checks | Diamonds] = []
    for part in re.split(r"(?<=\)), (?=[a-z])", value) if value != "none" else []:
        if found := re.fullmatch(rf"repeating-linear-gradient\({n}deg, {ink} 0 {n}px, #0000 \3px {n}px\)", part):
            layers.append(Lines(int(found[1]), found[2], float(found[3]), float(found[4])))
        elif found := re.fullmatch(rf"radial-gradient\(circle, {ink} {n}px, #0000 {n}px\) 0 0 / {n}px \4px", part):
            layers.append(Dots(found[1], float(found[2]), float(found[3]), float(found[4])))
        elif found := re.fullmatch(rf"repeating-conic-gradient\({ink} 0 25%, #0000 0 50%\) 0 0 / {n}px \2px", part):
            layers.append(Checks(found[1], float(found[2])))
        else:
            corners = rf"linear-gradient\(45deg, {ink} 25%, #0000 25% 75%, \1 75%\) 0 0 / {n}px \2px"
            found = re.fullmatch(corners, part)
            assert found, f"no known pattern: {part}"
            layers.append(Diamonds(found[1], float(found[2])))
    return tuple(layers)


def grey(color: str) -> str:
    """Return a color as a browser's grey filter shows it, which is cruder than a printer."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + 3 * f"{round(0.2126 * red + 0.7152 * green + 0.0722 * blue):02x}"


def _linear(color: str) -> list[float]:
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _luminance(rgb: Sequence[float]) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors, 1 to 21."""
    low, high = sorted((_luminance(_linear(one)), _luminance(_linear(other))))
    return (high + 0.05) / (low + 0.05)


def lab(color: str, vision: str) -> tuple[float, float, float]:
    """Return the CIELAB coordinates of a color as seen by this kind of eye."""
    seen = [sum(a * b for a, b in zip(row, _linear(color), strict=True)) for row in VISIONS[vision]]
    rgb = [min(1.0, max(0.0, part)) for part in seen]
    x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047
    z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, _luminance(rgb), z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
