"""Draw docs/pictures/reliability.svg, which compares predicted and actual shares of wins, from the table in
docs/study.md.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "study.md"
GAMES = ("Qwixx", "Twenty One", "Qwantum", "Sixto")
SIZE, GAP, LEFT, TOP = 170, 46, 40, 30
_ROW = re.compile(
    r"^\| (?P<game>[\w ]+) \| (?P<seats>\d) \| `(?P<bots>\w+)` \| `(?P<assumed>\w+)` \| \d+ \| [\d.]+ "
    r"\| (?P<bins>[\d→ ]+) \|$"
)


def read_rows() -> list[tuple[str, str, list[tuple[int, int]]]]:
    """Return the rows of the table.

    Returns:
        For each row the game, the CSS classes of its line, and for each bin the mean predicted chance and the actual
            share of wins, both in percent.
    """
    found = []
    for line in PAGE.read_text("utf-8").splitlines():
        row = _ROW.match(line)
        if row:
            pairs = [pair.split("→") for pair in row["bins"].split()]
            found.append(
                (row["game"], f"{row['bots']} as-{row['assumed']}", [(int(said), int(won)) for said, won in pairs])
            )
    return found


def draw() -> str:
    """Return a picture with one square per game; a line on the diagonal means that predicted chances come true."""
    rows = read_rows()
    parts = []
    for place, game in enumerate(GAMES):
        left = LEFT + place * (SIZE + GAP)

        def at(said: float, won: float, left: int = left) -> tuple[float, float]:
            return left + said * SIZE / 100, TOP + SIZE - won * SIZE / 100

        parts.append(f'<text class="name" x="{left}" y="{TOP - 10}">{game}</text>')
        parts.append(f'<rect class="frame" x="{left}" y="{TOP}" width="{SIZE}" height="{SIZE}"/>')
        (x1, y1), (x2, y2) = at(0, 0), at(100, 100)
        parts.append(f'<line class="frame" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>')
        for tick in (0, 50, 100):
            x, y = at(tick, 0)
            parts.append(f'<text class="tick" x="{x:g}" y="{y + 14:g}" text-anchor="middle">{tick}</text>')
            x, y = at(0, tick)
            parts.append(f'<text class="tick" x="{x - 4:g}" y="{y + 4:g}" text-anchor="end">{tick}</text>')
        for _, bots, pairs in (row for row in rows if row[0] == game):
            points = " ".join("{:g},{:g}".format(*at(said, won)) for said, won in pairs)
            parts.append(f'<polyline class="{bots}" points="{points}"/>')
    width, height = LEFT + len(GAMES) * (SIZE + GAP), TOP + SIZE + 40
    style = (
        "text{font:12px sans-serif;fill:#5a5d69}.name{font-weight:700;fill:#1b2030}.tick{font-size:10px}"
        ".frame{fill:none;stroke:#d8d0bf}polyline{fill:none;stroke-width:1.5}.steady{stroke:#1b57b8}"
        ".casual{stroke:#c42f36;stroke-dasharray:4 3}.as-casual{stroke-dasharray:1 2}"
    )
    legend = (
        "chance that was said, across; share that was won, up · "
        "solid: steady in all seats, dotted: casual, dashed: casual taken for steady"
    )
    parts.append(f'<text x="{LEFT}" y="{height - 6}">{legend}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    background = f'<rect width="{width}" height="{height}" fill="#fffcf5"/>'
    return "\n".join(
        [head, f"<title>Reliability of chances</title><style>{style}</style>{background}", *parts, "</svg>\n"]
    )


if __name__ == "__main__":
    (FOLDER / "reliability.svg").write_text(draw(), "utf-8")
