"""Sheets that represent all others: one for every set of rules that a sheet can select."""

from paperdice.games import GAMES

KINDS = (
    *[("qwixx", name) for name in ("classic", "mixx-a", "double-a", "double-b", "steps-a", "chain-b")],
    *[("qwixx", name) for name in ("bonus-a", "bonus-b", "big-points", "x-change")],
    *[("twenty_one", "A"), ("qwantum", "classic"), ("sixto", "A"), ("longo", "longo-1")],
)
SHEETS = [(game.name, sheet) for game in GAMES for sheet in game.sheets]
