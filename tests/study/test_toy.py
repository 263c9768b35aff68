"""Two seats on a toy sheet, walked to the last leaf: the coach says what the whole tree says.

The sheet is one red row of three cells, of which the last can never be marked. Both seats have two misses; the fourth
of either ends the match. Of the dice only the whites and the red one matter: 216 throws.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from paperdice import Match, make_bot, read_position
from paperdice.bots import ask
from paperdice.study import advise

SHEET = "toy=r6,r7,r8"
START = f"qwixx 7 color 0 w3 w4 r3 y1 g1 b1 | {SHEET} - 2 | {SHEET} - 2"


class Walk:
    """Every leaf under a position, if both seats play `casual`; the share of seat 0 and its margin."""

    def __init__(self) -> None:
        self._bots = [make_bot("casual", "qwixx"), make_bot("casual", "qwixx")]
        self._known: dict[str, tuple[float, float]] = {}
        self.n_leaves = 0

    def worth(self, match: Match) -> tuple[float, float]:
        if match.over:
            self.n_leaves += 1
            margin = match.scores[0] - match.scores[1]
            return (1.0 if margin > 0 else 0.5 if margin == 0 else 0.0), float(margin)
        if not match.dice_wanted:
            return self._after_moves(match)
        place = match.position().split(" ", 2)[2]
        if place not in self._known:
            self._known[place] = self._mean(match)
        return self._known[place]

    def _mean(self, match: Match) -> tuple[float, float]:
        """The mean over all throws; whites that change places make the same throw."""
        rolls = Counter((min(one, two), max(one, two), red) for one, two, red in product(range(1, 7), repeat=3))
        share, margin = 0.0, 0.0
        for (low, high, red), n in rolls.items():
            thrown = match.copy()
            thrown.throw(f"w{low} w{high} r{red} y1 g1 b1")
            found = self.worth(thrown)
            share, margin = share + n * found[0] / 216, margin + n * found[1] / 216
        return share, margin

    def _after_moves(self, match: Match) -> tuple[float, float]:
        played = match.copy()
        for seat, move in [(seat, ask(self._bots[seat], match, seat)) for seat in match.acting]:
            played.play(seat, move)
        return self.worth(played)

    def after(self, match: Match, move: str) -> tuple[float, float]:
        """What follows a move of seat 0."""
        played = match.copy()
        played.play(0, move)
        for seat in played.acting:
            played.play(seat, ask(self._bots[seat], match, seat))
        return self.worth(played)


@pytest.mark.slow
def test_the_coach_agrees_with_the_whole_tree() -> None:
    match = read_position(START)
    walk = Walk()
    exact = {move: walk.after(match, move) for move in match.choices(0)}
    advice = advise(match, 0, samples=2048, against=["casual"])
    assert walk.n_leaves == 2634
    assert {choice["move"] for choice in advice["choices"]} == set(exact)
    for choice in advice["choices"]:
        share, _ = exact[choice["move"]]
        assert choice["value"] == pytest.approx(share, abs=3.5 * choice["error"] + 1e-9)
    best = max(exact, key=lambda move: exact[move][0])
    assert advice["best"] == best == "r6"
