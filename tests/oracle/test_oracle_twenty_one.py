"""The Twenty One test cases of the specification, on the oracle."""

import pytest

from .twenty_one import EMPTY, STRUCK, Oracle


def make(*sheets: str) -> Oracle:
    """Return a new match on the named sheets."""
    return Oracle(len(sheets), list(sheets))


def complete(oracle: Oracle, seat: int, n_rows: int) -> None:
    """Strike all cells of the first rows, as if in earlier turns."""
    for row in range(n_rows):
        oracle.written[seat][row] = [STRUCK] * len(oracle.written[seat][row])


def test_a_reroll_leaves_the_ones() -> None:
    """[TW-1, T-A1]"""
    oracle = make("A")
    oracle.throw("w6 k4 r3 y3 g1 b1")
    assert oracle.choices(0) == {"keep", "reroll"}
    oracle.resolve({0: "reroll"})
    assert (oracle.phase, oracle.dice_wanted) == ("roll", ("w", "k", "r", "y"))
    oracle.throw("w2 k2 r2 y2")
    assert oracle.faces == {"w": 2, "k": 2, "r": 2, "y": 2, "g": 1, "b": 1}
    assert oracle.phase == "fill"


def test_no_reroll_when_all_dice_show_one() -> None:
    """[T-A2]"""
    oracle = make("A")
    oracle.throw("w1 k1 r1 y1 g1 b1")
    assert oracle.choices(0) == {"keep"}


def test_dice_at_most_as_high_as_printed_are_written() -> None:
    """[TW-2]"""
    oracle = make("A")
    oracle.throw("w4 k1 r1 y4 g2 b3")
    oracle.resolve({0: "keep"})
    choices = oracle.choices(0)
    assert len(choices) == 32
    assert {"k1", "b3", "y4", "r1", "g2", "x"} <= choices
    assert not any("w4" in text for text in choices)
    oracle.resolve({0: "k1 y4 b3"})
    assert oracle.marks(0)[0] == (0, 4, 0, 3, 0, 1)
    assert oracle.scores == (8 + 3,)


def emma() -> Oracle:
    """Return Emma's first row of the rulebook example before her strike, with her roll on the table."""
    oracle = make("E")
    oracle.written[0][0] = [5, EMPTY, 4, 2, EMPTY, 1]
    oracle.throw("w6 k2 r1 y2 g5 b1")
    oracle.resolve({0: "keep"})
    return oracle


def test_a_strike_hits_the_leftmost_empty_cell() -> None:
    """[TW-3]"""
    oracle = emma()
    assert oracle.choices(0) == {"x"}
    oracle.resolve({0: "x"})
    assert oracle.marks(0)[0] == (5, STRUCK, 4, 2, 0, 1)


def test_a_complete_row_scores_its_sum_and_its_hits() -> None:
    """[TW-4]"""
    oracle = emma()
    oracle.resolve({0: "x"})
    oracle.throw("w6 k6 r6 y6 g2 b6")
    oracle.resolve({0: "keep"})
    oracle.resolve({0: "g2"})
    assert oracle.tally(0)["row 1"] == 20


def test_the_total_is_the_sum_of_the_rows() -> None:
    """[TW-5]"""
    oracle = make("B", "C")
    complete(oracle, 0, 5)
    oracle.written[0][0] = [6, 5, 4, STRUCK, 2, 1]
    oracle.written[0][4][0] = EMPTY
    oracle.throw("w6 k4 r6 y6 g6 b6")
    oracle.resolve({0: "keep"})
    oracle.resolve({0: "k4", 1: "x"})
    assert (oracle.end_reason, oracle.phase) == ("rows", "over")
    assert sum(oracle.tally(0).values()) == oracle.scores[0] == 18 + 15 + 4 + 1
    assert oracle.winners == (0,)


def test_the_photographed_row_scores_29() -> None:
    """[TW-6]"""
    oracle = make("F")
    oracle.written[0][0] = [6, 4, 4, 2, 2, 1]
    assert oracle.tally(0)["row 1"] == 29


def test_no_write_and_strike_together() -> None:
    """[TW-7]"""
    oracle = make("A")
    oracle.throw("w1 k1 r1 y1 g1 b1")
    oracle.resolve({0: "keep"})
    for text in ("w1 x", "x x", "xx", ""):
        with pytest.raises(ValueError, match="may not play"):
            oracle.resolve({0: text})


def test_never_two_rows_in_one_turn() -> None:
    """[TW-8]"""
    oracle = make("A")
    oracle.written[0][0] = [6, 5, 4, 3, 2, EMPTY]
    oracle.throw("w1 k1 r1 y1 g1 b1")
    oracle.resolve({0: "keep"})
    assert oracle.choices(0) == {"k1", "x"}
    oracle.resolve({0: "k1"})
    assert oracle.marks(0)[1] == (0, 0, 0, 0, 0, 0)


def test_an_incomplete_row_counts_with_its_bonus() -> None:
    """[TW-9, T-A4, T-A5]"""
    oracle = make("A", "B")
    complete(oracle, 0, 2)
    oracle.written[0][2] = [EMPTY, 5, 3, EMPTY, EMPTY, EMPTY]
    assert oracle.tally(0) == {"row 1": 0, "row 2": 0, "row 3": 11, "row 4": 0, "row 5": 0}


def test_the_perfect_sheet_scores_200() -> None:
    """[TW-10]"""
    oracle = make("D")
    oracle.written[0] = [[number for _, number in cells] for cells in oracle.sheets[0]]
    assert oracle.tally(0)["row 1"] == 42
    assert oracle.scores == (200,)


def test_all_seats_play_the_last_turn() -> None:
    """[T-A3, T-A6, T-A9]"""
    oracle = make("A", "B", "C")
    for seat in (0, 2):
        complete(oracle, seat, 5)
        oracle.written[seat][4][5] = EMPTY
    oracle.throw("w1 k1 r1 y1 g1 b1")
    oracle.resolve({0: "keep"})
    oracle.resolve({0: "g1", 1: "w1 k1 r1 y1 b1", 2: "k1"})
    assert oracle.end_reason == "rows"
    assert oracle.scores == (2, 5, 2)
    oracle.written[1][0] = [STRUCK] * 6
    assert oracle.winners == (0, 2)


def test_a_seat_may_strike_although_it_could_write() -> None:
    """[T-A7, T-A8]"""
    oracle = make("A")
    for _ in range(30):
        oracle.throw("w1 k1 r1 y1 g1 b1")
        oracle.resolve({0: "keep"})
        oracle.resolve({0: "x"})
    assert (oracle.end_reason, oracle.scores, oracle.winners) == ("rows", (0,), (0,))


def test_the_printed_sheets_differ_in_every_cell() -> None:
    """[Twenty One 2.1]"""
    sheets = [Oracle(1, [name]).sheets[0] for name in "ABCDEF"]
    for row in range(5):
        assert [sum(number for _, number in sheet[row]) for sheet in sheets] == [21 - row] * 6
        for cell in range(6):
            assert {sheet[row][cell][0] for sheet in sheets} == set("wkrygb")
