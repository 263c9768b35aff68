"""Helpers for tests of several games: answer for all seats, and check refusals."""

import pytest

from paperdice import IllegalMoveError, Match, Reason
from paperdice.texts import say


def answer(match: Match, *moves: str) -> None:
    """Play one move for each acting seat."""
    for seat, move in zip(match.acting, moves, strict=True):
        match.play(seat, move)


def refuse(match: Match, seat: int, move: str) -> Reason:
    """Play an illegal move and return the reason; nothing may have changed, and the reason must have a sentence."""
    before = match.record()
    with pytest.raises(IllegalMoveError) as caught:
        match.play(seat, move)
    assert match.record() == before
    assert say(caught.value.reason)
    return caught.value.reason
