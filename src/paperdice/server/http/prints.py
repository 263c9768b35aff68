"""Sheets and finished matches as PDF.

`python -m paperdice.server.http.prints` makes them for a server, in a process of its own.
"""

from __future__ import annotations

import msgspec

from paperdice.draw.printed import PrintStyle, print_match, print_sheets
from paperdice.flow.deal import read_deal
from paperdice.games import find_game
from paperdice.pad import final_match
from paperdice.record import parse_record
from paperdice.server.http.side_program import run
from paperdice.server.protocol.http import MatchPrint, SheetPrint

_read_wish = msgspec.json.Decoder(SheetPrint | MatchPrint).decode


def make_print(line: bytes) -> bytes:
    """The PDF that somebody wishes."""
    wish = _read_wish(line)
    style = PrintStyle(wish.paper, wish.language, wish.grey, wish.large)
    if isinstance(wish, MatchPrint):
        return print_match(final_match(parse_record(wish.record)), style).to_pdf()
    game = find_game(wish.game)
    sheets = read_deal(game, wish.sheets or None) or list(game.sheets.values())
    return print_sheets(sheets, wish.copies, style, rules=wish.rules).to_pdf()


if __name__ == "__main__":
    run(make_print)
