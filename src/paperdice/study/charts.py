"""SVG charts for a review: a line chart of the chances over time, and a bar chart of luck."""

from __future__ import annotations

from html import escape

from paperdice.study.results import ReviewView, SeatView
from paperdice.texts import decimal, tell

# One color and one dash pattern per seat; the patterns distinguish the lines if the colors cannot be seen.
INKS = ("#b3261e", "#1f5fa8", "#2e7d32", "#8a5a00", "#6a3d9a", "#37474f")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4")
WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 28
BAR_HEIGHT = 90


def ink(seat: int) -> str:
    return INKS[seat % len(INKS)]


def _x(place: float, last: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * place / max(last, 1)


def _open(height: int, label: str) -> str:
    shown = escape(label, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{shown}"><title>{escape(label)}</title>'


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def chances_svg(review: ReviewView, names: list[str], label: str) -> str:
    """Return an SVG chart of each seat's chance of winning (points in a solo match) during the match.

    Args:
        review: The review to draw.
        names: The names of the players, by seat.
        label: The accessible title of the chart.
    """
    moments = review["moments"]
    is_chance = review["unit"] == "chance"
    values = [value for moment in moments for value in moment["values"]]
    low, high = (0.0, 1.0) if is_chance else (min(0.0, *values), max(1.0, *values) * 1.05)
    last = len(moments) - 1

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    parts = [_open(HEIGHT, label)]
    for step in range(5):
        level = low + (high - low) * step / 4
        shown = f"{100 * level:.0f} %" if is_chance else f"{level:.0f}"
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(level):.1f}" y2="{y(level):.1f}"/>')
        parts.append(_text(LEFT - 6, y(level) + 4, shown, "end"))
    ticks = range(0, last + 1, max(1, last // 12))
    parts += [_text(_x(place, last), HEIGHT - 8, str(moments[place]["turn"])) for place in ticks]
    for seat, name in enumerate(names):
        points = " ".join(f"{_x(i, last):.1f},{y(one['values'][seat]):.1f}" for i, one in enumerate(moments))
        dash = f' stroke-dasharray="{DASHES[seat % len(DASHES)]}"' if DASHES[seat % len(DASHES)] else ""
        parts.append(f'<polyline points="{points}" stroke="{ink(seat)}"{dash}><title>{escape(name)}</title></polyline>')
    return "".join([*parts, "</svg>"])


def luck_svg(review: ReviewView, seat: SeatView, label: str, language: str) -> str:
    """Return an SVG bar chart of a seat's luck, with one bar per throw; bars for good luck point up."""
    throws = [(turn["turn"], throw) for turn in seat["turns"] for throw in turn["throws"]]
    most = max([abs(throw["luck"]) for _, throw in throws] + [1e-9])
    middle = BAR_HEIGHT / 2
    wide = (WIDTH - LEFT - RIGHT) / max(len(throws), 1)
    parts = [_open(BAR_HEIGHT, label)]
    shown = f"{100 * most:.0f} %" if review["unit"] == "chance" else f"{most:.0f}"
    parts += [_text(LEFT - 6, 12, f"+{shown}", "end"), _text(LEFT - 6, BAR_HEIGHT - 4, f"−{shown}", "end")]
    parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{middle}" y2="{middle}"/>')
    for place, (turn, throw) in enumerate(throws):
        tall = (middle - 4) * abs(throw["luck"]) / most
        top = middle - tall if throw["luck"] > 0 else middle
        luck = decimal(f"{(100 if review['unit'] == 'chance' else 1) * throw['luck']:+.1f}", language)
        told = tell(str(turn), tell(throw["roll"], luck, language), language)
        kind = "good" if throw["luck"] > 0 else "bad"
        at = LEFT + wide * place + 1
        parts.append(
            f'<rect class="{kind}" x="{at:.1f}" y="{top:.1f}" width="{max(wide - 2, 1):.1f}" height="{tall:.1f}">'
            f"<title>{escape(told)}</title></rect>"
        )
    return "".join([*parts, "</svg>"])
