"""How the beginner values a move, counted by hand."""

from __future__ import annotations

from paperdice import SeededDice, find_game, read_position
from paperdice.bots.casual import make_casual
from paperdice.bots.decision import Decisions
from paperdice.match import Match


def ratings(match: Match, seat: int) -> dict[str, float]:
    """Return the value of each legal move, by its text."""
    decision = Decisions().of(match.snapshot(), seat)
    values = decision.rate(make_casual(match.game))
    return {decision.text(int(move)): float(value) for move, value in zip(decision.moves, values, strict=True)}


def test_a_mark_counts_a_thousand_and_a_skipped_cell_one_less() -> None:
    """White 5 skips three cells of a rising row and seven of a falling one."""
    match = Match(find_game("qwixx"), 2)
    match.throw("w4 w1 r2 y6 g3 b6")
    assert ratings(match, 1) == {"-": 0, "r5": 997, "y5": 997, "g5": 993, "b5": 993}


def test_what_is_on_the_sheet_already_counts_too() -> None:
    """Two marks of which the first skips red 2; red 5 then skips no more cells."""
    match = read_position("qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic -/-/-/- 0 | classic ..11/-/-/- 0")
    assert ratings(match, 1)["-"] == 2000 - 2
    match = read_position("qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic -/-/-/- 0 | classic .11/-/-/- 0")
    assert ratings(match, 1)["r5"] == 3000 - 1


def test_a_roll_that_can_be_used_is_never_thrown_again() -> None:
    match = Match(find_game("twenty_one"), 2)
    match.throw(SeededDice(1))
    assert match.phase == "reroll"
    values = list(ratings(match, 0).values())
    assert values[0] == 1.0
    assert set(values[1:]) == {0.0}
