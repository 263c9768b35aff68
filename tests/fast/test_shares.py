"""Shares of the win, computed by compiled code."""

import pytest

from paperdice.fast.compile import pack
from paperdice.fast.shares import make_share_of_win
from paperdice.game import make_twin
from paperdice.games.qwixx import QWIXX
from paperdice.games.sixto import SIXTO
from paperdice.position import parse_position

ONE, TWO = "classic 1/-/-/- 0", "classic 11/-/-/- 0"


@pytest.mark.parametrize(
    ("sheets", "shares"),
    [
        ([TWO, ONE], [1, 0]),
        ([TWO, TWO], [1 / 2, 1 / 2]),
        ([TWO, ONE, TWO], [1 / 2, 0, 1 / 2]),
        ([TWO, TWO, TWO], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_level_seats_share_the_win(sheets: list[str], shares: list[float]) -> None:
    position = parse_position(" | ".join(["qwixx 9 roll 0", *sheets]))
    laid, state = pack(position.laid, QWIXX.rules.SHEETS)[0], pack(position.state, QWIXX.rules.STATE)[0]
    share_of_win = make_share_of_win(QWIXX)
    assert [share_of_win(laid, state, seat) for seat in range(len(sheets))] == pytest.approx(shares)


def test_more_marks_decide_between_equal_points_in_sixto() -> None:
    """Two marks in a row score 0, the same as no marks. [Sixto 11]"""
    rules = SIXTO.rules
    state = make_twin(rules.STATE)
    rules.start(state, 2, 0)
    state.n_marks[1, 0] = 2
    laid = SIXTO.lay_out([SIXTO.sheets[name] for name in "AB"])
    assert [rules.score(laid, state, seat) for seat in range(2)] == [0, 0]
    records = pack(laid, rules.SHEETS)[0], pack(state, rules.STATE)[0]
    assert [make_share_of_win(SIXTO)(*records, seat) for seat in range(2)] == [0, 1]
