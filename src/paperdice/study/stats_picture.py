"""Statistics as an SVG picture: each player's share of wins, luck and losses, and the dice with expected ranges."""

from __future__ import annotations

from html import escape

from paperdice.study.stats import DieCounts, Estimate, GroupView, StatsView
from paperdice.texts import read_texts

WIDTH, LEFT, RIGHT = 760, 210, 20
ROW, GAP, HEAD = 22, 14, 26
INK, GOOD, BAD, BAND = "#2b2820", "#2e7d32", "#b3261e", "#d9d2c0"
BARS = ("share", "luck", "own_loss")


def stats_svg(stats: StatsView, language: str = "en") -> str:
    """Return the statistics as an SVG picture, whose height depends on the number of players."""
    words = read_texts(language, "study")["stats"]
    parts: list[str] = []
    at = HEAD
    for group in stats["groups"]:
        at = _draw_group(parts, group, words, at)
    title = escape(words["title"].format(n=stats["matches"]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {at}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>text {{ font: 13px system-ui, sans-serif; fill: {INK}; }}"
        f'.head {{ font-weight: 600; }}</style><rect width="100%" height="100%" fill="#fdfcf8"/>'
        f"{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    shown = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{shown}>{escape(text)}</text>'


def _draw_group(parts: list[str], group: GroupView, words: dict[str, str], at: float) -> int:
    """Append the drawing of one player in one game to `parts`, and return the vertical position for the next player."""
    y = int(at)
    head = f"{group['player']}, {group['game']} ({group['seats']}), {words['matches']}: {group['matches']}"
    parts.append(_text(12, y, head, "head"))
    factor = 100.0 if group["unit"] == "chance" else 1.0
    spans: dict[str, Estimate] = {"share": group["share"], "luck": group["luck"], "own_loss": group["own_loss"]}
    for name in BARS[0 if group["unit"] == "chance" else 1 :]:
        y += ROW
        parts += _bar(words[name], spans[name], factor, y)
    for die in group["dice"]:
        y += ROW
        parts += _die(die, y)
    return y + ROW + GAP


def _bar(name: str, found: Estimate, factor: float, y: float) -> list[str]:
    """Return the SVG elements of a bar that starts in the middle of the picture, with a thin line for its interval."""
    middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
    scale = (WIDTH - LEFT - RIGHT) / 2 / 100.0
    reach = max(-100.0, min(100.0, factor * found["mean"])) * scale
    start, color = (middle, GOOD) if reach > 0 else (middle + reach, BAD)
    parts = [_text(12, y, name), _text(LEFT - 8, y, f"{factor * found['mean']:.1f}", anchor="end")]
    parts.append(f'<rect x="{start:.1f}" y="{y - 11}" width="{abs(reach):.1f}" height="12" fill="{color}"/>')
    if found["low"] is not None and found["high"] is not None:
        low, high = (middle + max(-100.0, min(100.0, factor * end)) * scale for end in (found["low"], found["high"]))
        parts.append(
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y - 5}" y2="{y - 5}" stroke="{INK}" stroke-width="2"/>'
        )
    return parts


def _die(die: DieCounts, y: float) -> list[str]:
    """Return the SVG elements for the counts of a die's faces, drawn over the range expected of a fair die."""
    parts = [_text(12, y, f"{die['die']} ({die['n']})")]
    wide = (WIDTH - LEFT - RIGHT) / len(die["counts"])
    most = max(die["high"], *die["counts"], 1) * 1.1
    for face, count in enumerate(die["counts"]):
        x = LEFT + wide * face
        low, high = (x + (wide - 8) * level / most for level in (die["low"], die["high"]))
        at = x + (wide - 8) * count / most
        color = BAD if face + 1 in die["outside"] else INK
        parts.append(f'<rect x="{low:.1f}" y="{y - 11}" width="{high - low:.1f}" height="12" fill="{BAND}"/>')
        parts.append(f'<rect x="{at - 1.5:.1f}" y="{y - 13}" width="3" height="16" fill="{color}"/>')
    return parts
