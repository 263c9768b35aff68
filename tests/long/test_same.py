"""Sheets of the Qwixx family play the same plain and compiled, which takes half a minute to compile."""

import pytest

import paperdice
from tests.fast.test_same import RECOUNT, Both, play_both

FAMILY = ("double-a", "double-b", "steps-a", "chain-a", "bonus-a", "bonus-b", "big-points", "x-change")


@pytest.mark.parametrize("name", FAMILY)
def test_sheets_of_the_family_play_the_same_plain_and_compiled(name: str) -> None:
    game = paperdice.find_game("qwixx").on([paperdice.find_game("qwixx").sheets[name]])
    match = Both(game, [name, name], 0)
    for step, _ in enumerate(play_both(match, 4)):
        if step % 7 == 3 or match.state.phase == game.rules.Phase["OVER"]:
            match.ask()
    match.do(RECOUNT, [])
