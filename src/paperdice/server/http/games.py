"""The list of games for the start page."""

from __future__ import annotations

from datetime import date

import msgspec
from litestar import MediaType

from paperdice.game import Game
from paperdice.games import GAMES
from paperdice.match import Match
from paperdice.server.http import challenges
from paperdice.server.http.compression import CompressedBody, compress
from paperdice.server.protocol import http
from paperdice.view_builder import open_sheet


class GameList:
    """The cached response that lists all games, rebuilt each day because the daily challenges change."""

    def __init__(self, bots: tuple[str, ...], own_sheets: bool) -> None:
        self._bots = bots
        self._own_sheets = own_sheets
        self._sheets = {game.name: _printed_sheets(game) for game in GAMES}
        self._told = self._tell(challenges.today())

    def today(self) -> CompressedBody:
        """Return the response for the current day."""
        if self._told[0] != (day := challenges.today()):
            self._told = self._tell(day)
        return self._told[1]

    def _tell(self, day: date) -> tuple[date, CompressedBody]:
        facts = [self._facts(game, day) for game in GAMES]
        return day, compress(msgspec.json.encode(facts), MediaType.JSON)

    def _facts(self, game: Game, day: date) -> http.GameFacts:
        seats = (game.seats[0], game.seats[-1])
        daily = challenges.daily_id(day, game)
        sheets = self._sheets[game.name]
        told = (game.name, game.title, game.version, seats, sheets, list(self._bots), daily, self._own_sheets)
        return http.GameFacts(*told, deals=not game.one_sheet)


def _printed_sheets(game: Game) -> list[http.PrintedSheet]:
    """Return the blank sheets of a game, in order."""
    found = []
    for name, sheet in game.sheets.items():
        shown = open_sheet(Match(game, game.seats[0], [name]).raw, 0)
        cells = [cell for row in shown["rows"] for cell in row["cells"]]
        signs = {f"{cell['color']}{cell['number']}": cell["sign"] for cell in cells if "sign" in cell}
        lines = {line["name"]: [cell["text"] for cell in line["cells"]] for line in shown.get("lines", [])}
        rows = [http.PrintedRow(list(row.colors), list(row.numbers)) for row in sheet.rows]
        group = "" if sheet.extras is None else sheet.extras.group
        found.append(http.PrintedSheet(name, rows, signs, lines, group))
    return found
