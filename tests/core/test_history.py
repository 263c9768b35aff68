"""The history of a match: any throw or move can be corrected, and later ones are replayed as far as possible."""

import pytest

from paperdice.errors import IllegalMoveError, PaperdiceError
from paperdice.games import find_game
from paperdice.history import Entry, Place, is_corrected
from paperdice.match import Match

QWIXX = find_game("qwixx")
FIRST = "w4 w1 r2 y6 g3 b6"
SECOND = "w2 w6 r2 y6 g3 b6"
THIRD = "w3 w3 r4 y6 g3 b6"


def three_turns() -> Match:
    """Return a match in which seat 0 marks red 5, red 8 and yellow 6 with the white sums of three turns, and seat 1
    passes.
    """
    match = Match(QWIXX, 2)
    for roll, mark in ((FIRST, "r5"), (SECOND, "r8"), (THIRD, "y6")):
        match.throw(roll)
        play(match, (0, mark), (1, "-"), (match.active, "-"))
    return match


def play(match: Match, *moves: tuple[int, str]) -> None:
    for seat, move in moves:
        match.play(seat, move)


def correct(match: Match, place: Place, text: str) -> Match:
    """Return the match after a correction."""
    corrected = match.corrected(place, text).match
    assert isinstance(corrected, Match)
    return corrected


def lines(match: Match) -> list[str]:
    return [line.split(": ", 1)[1] for line in match.record().splitlines() if line[:1].isdigit()]


def refusal(match: Match, place: Place, text: str) -> str:
    with pytest.raises(PaperdiceError) as error:
        match.corrected(place, text)
    return error.value.reason.id


def choices_at(match: Match, place: Place) -> tuple[str, ...]:
    return next(found for found in match.seek_choices(place) if found is not None)


def test_a_history_has_every_throw_and_move_but_those_that_are_sealed() -> None:
    match = Match(QWIXX, 2, first=1)
    match.throw(FIRST)
    play(match, (0, "r5"), (1, "-"), (1, "-"))
    match.throw(SECOND)
    match.play(1, "r8")
    places = [(1, 1, "", -1), (1, 0, "white", 0), (1, 0, "white", 1), (1, 0, "color", 1), (2, 1, "", -1)]
    assert [tuple(place) for place in match.history()] == places
    assert dict(match.walk_history()) == match.history()
    assert [match.active_at(place) for place in match.history()] == [1, 1, 1, 1, 0]
    assert match.entries()[Place(2, 0, "white", 1)] == Entry("r8")
    assert match.n_entries == 5
    assert (match.has_dice, match.is_closing, match.is_waiting) == (True, False, False)
    assert (match.walk_work(60), match.correct_work(60)) == (2, 6)


def test_a_match_takes_no_entries_of_a_pad() -> None:
    with pytest.raises(IllegalMoveError) as error:
        Match(QWIXX, 2).enter(0, "r5")
    assert error.value.reason.id == "no_pad"


def test_a_corrected_throw_leaves_what_still_fits() -> None:
    match = three_turns()
    made = match.corrected(Place(2, 1), "w5 w3 r1 y6 g3 b6")
    assert (made.was, made.n_reentered) == (SECOND, 12)
    corrected = correct(match, Place(2, 1), "w5 w3 r1 y6 g3 b6")
    assert lines(corrected) == [
        f"{FIRST} | r5, - | -",
        "w5 w3 r1 y6 g3 b6 {corrected} | r8, - | -",
        f"{THIRD} | y6, - | -",
    ]
    assert [place for place, entry in corrected.history().items() if is_corrected(place, entry)] == [(2, 1, "", -1)]
    assert lines(match)[1] == f"{SECOND} | r8, - | -"


def test_what_cannot_stand_is_asked_again_and_then_the_rest_is_entered() -> None:
    match = correct(three_turns(), Place(2, 1), "w5 w4 r1 y6 g3 b6")
    asked = match.asked
    assert [(each.place, each.entry.text, each.error.reason.id) for each in asked] == [
        ((2, 0, "white", 0), "r8", "other_sum")
    ]
    assert (match.is_waiting, match.n_later, len(match.later)) == (True, 5, 5)
    assert refusal(match, Place(3, 0, "white", 0), "nonsense") == "asked_first"
    assert list(match.history())[4:6] == [Place(2, 1), Place(2, 0, "white", 1)]
    going = match.copy()
    going.play(0, "r9")
    assert going.take_notes() == [""]
    assert going.enter_later()
    assert lines(going)[1:] == ["w5 w4 r1 y6 g3 b6 {corrected} | r9, - | -", f"{THIRD} | y6, - | -"]
    assert not going.enter_later()
    assert match.is_waiting


def test_notes_of_corrections_stay_with_the_moves_that_are_answered_again() -> None:
    match = correct(three_turns(), Place(2, 0, "white", 1), "b8")
    match = correct(match, Place(2, 0, "white", 0), "g8")
    assert lines(match)[1] == f"{SECOND} | g8, b8 {{corrected: 0 1}} | -"
    assert correct(match, Place(2, 0, "white", 0), "r8").record() == match.record().replace("g8, b8", "r8, b8")
    match = correct(match, Place(2, 1), "w5 w4 r1 y6 g3 b6")
    play(match, (0, "r9"), (1, "-"))
    assert match.take_notes() == ["corrected: 0 1", "corrected: 0 1"]
    assert match.take_notes() == []
    assert lines(correct(match, Place(2, 1), "w5 w3 r1 y6 g3 b6"))[1].startswith("w5 w3 r1 y6 g3 b6 {corrected}")


def test_moves_that_are_sealed_are_played_anew() -> None:
    match = Match(QWIXX, 2)
    match.throw(FIRST)
    match.play(0, "r5")
    assert refusal(match, Place(1, 0, "white", 0), "y5") == "no_such_entry"
    match = correct(match, Place(1, 1), "w6 w6 r2 y6 g3 b6")
    assert (match.acting, match.is_waiting) == ((0, 1), False)
    match.play(0, "g12")
    assert match.answered == (0,)
    assert [entry.text for entry in match.history().values()] == ["w6 w6 r2 y6 g3 b6"]


def test_what_nobody_chose_is_asked_when_there_is_something_to_choose() -> None:
    match = Match(QWIXX, 2)
    match.throw("w6 w6 r1 y1 g1 b1")
    play(match, (0, "g12"), (1, "g12"), (0, "r7"))
    match.throw("w1 w1 r1 y1 g1 b1")
    play(match, (0, "y2"), (1, "r2"), (1, "-"))
    match.throw("w1 w1 r6 y6 g6 b6")
    assert match.choices(0) == ("-",)
    play(match, (0, "-"), (1, "y2"))
    match = correct(match, Place(3, 1), "w1 w2 r6 y6 g6 b6")
    assert [(each.place.seat, each.error.reason.id) for each in match.asked] == [(0, "choice_now"), (1, "other_sum")]


def test_a_match_that_ends_by_a_correction_leaves_what_came_later() -> None:
    match = Match(QWIXX, 1)
    for move in ("-", "-", "-", "r5", "-"):
        match.throw(FIRST)
        play(match, (0, move), (0, "-"))
    over = correct(match, Place(4, 0, "white", 0), "-")
    assert (over.over, over.n_later, len(over.later), over.is_waiting) == (True, 0, 3, True)
    assert not over.enter_later()


def test_places_are_found_by_turn_and_phase_or_are_the_last_throw() -> None:
    match = three_turns()
    assert match.find_place(0, None, 1, "") == (3, 1, "", -1)
    assert match.find_place(0, 2, 1, "") == (2, 1, "", -1)
    assert match.find_place(1, 2, 0, "white") == (2, 0, "white", 1)
    assert match.find_place(1, None, 0, "white") == (0, 0, "white", 1)
    with pytest.raises(IllegalMoveError) as error:
        Match(QWIXX, 2).find_place(0, None, 1, "")
    assert error.value.reason.id == "no_roll"
    assert refusal(match, Place(9, 1), FIRST) == "no_such_entry"
    assert refusal(match, Place(1, 0, "white", 0), "r6") == "other_sum"


def test_choices_of_an_earlier_phase_are_found() -> None:
    match = three_turns()
    assert choices_at(match, Place(1, 0, "white", 0)) == ("-", "r5", "y5", "g5", "b5")
    assert list(match.seek_choices(Place(1, 0, "color", 0)))[:2] == [None, None]
    with pytest.raises(IllegalMoveError):
        choices_at(match, Place(2, 0, "color", 0))
