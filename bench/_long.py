"""Matches that are as long as a hostile player can make them, stored as if played at a table."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import paperdice
from paperdice.dice import SeededDice
from paperdice.flow import events
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.live.storage import keep_opening
from paperdice.store.sqlite import SqliteStore

SEATS = 5
# A player of Qwixx who marks one cell per turn, from left to right, and never the last one of a row.
CELLS = 10


def play_slowly(match: paperdice.Match) -> Iterator[events.Event]:
    """Play a match until just before its end, and yield the events."""
    dice = SeededDice(1)
    while match.turn <= SEATS * 4 * CELLS:
        cell, row = divmod((match.turn - 1) // SEATS, 4)
        is_slow = match.game.name == "qwixx"
        roll = f"{_whites(cell + 2 if row < 2 else 12 - cell)} r1 y1 g1 b1" if is_slow else match.draw_roll(dice)
        match.throw(roll)
        yield events.Thrown(at=0, seat=match.active, roll=roll)
        while match.acting:
            for seat in match.acting:
                choices = match.choices(seat)
                wanted = [text for text in choices if text.startswith("rygb"[row]) and " " not in text]
                is_marking = is_slow and match.phase == "white" and seat == match.active
                move = wanted[0] if is_marking else choices[0]
                match.play(seat, move)
                if match.over:
                    return
                yield events.Sealed(at=0, seat=seat, move=move)


def _whites(total: int) -> str:
    low = max(1, total - 6)
    return f"w{low} w{total - low}"


async def keep_typed_match(path: Path, game: str, token: str) -> str:
    """Store a long match with typed dice, in which all seats are on one device, and return the code of its table."""
    store = SqliteStore(path)
    await store.open()
    wish = NewTable(game=game, seats=[NewSeat(name="Eve", token=token)] * SEATS, first=0, dice="typed")
    opening = new_opening(wish, None, (), time.time_ns() // 1_000_000, random.Random(game))
    await keep_opening(store, opening)
    played = [events.Started(at=0), *play_slowly(paperdice.Match(paperdice.find_game(game), seats=SEATS))]
    texts = [events.encode_event(event).decode() for event in played]
    await store.append(opening.match_id, len(opening.events), texts, 0)
    await store.close()
    return opening.opened.code
