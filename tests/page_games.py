"""The games that the page draws, as it lists them itself; the server refuses all others."""

import re
from pathlib import Path

from paperdice import GAMES

REGISTRY = Path(__file__).parents[1] / "web" / "src" / "games" / "registry.ts"
_LISTED = re.findall(r'"(\w+)"', re.findall(r"GAMES = \[(.*?)\]", REGISTRY.read_text("utf-8"))[0])
ON_THE_PAGE = [game for game in GAMES if game.name in _LISTED]
