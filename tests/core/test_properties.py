"""Invariants that hold for every reachable match."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paperdice
from paperdice import IllegalMoveError, Match, NotationError, PaperdiceError, SeededDice, read_position, read_record
from paperdice.game import Game
from tests.sampling import budget
from tests.strategies import matches, play_on

SOME = settings(max_examples=budget(12, 200))

TEXTS = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"[wkroygbp][0-9]{1,2}( [wkroygbp][0-9]{1,2}){0,5}", fullmatch=True),
    st.sampled_from(["-", "x", "keep", "reroll", "reroll w25", "reroll 123456", "r5", "p33"]),
)


@pytest.mark.sampled
@SOME
@given(match=matches())
def test_records_and_positions_read_back(match: Match) -> None:
    assert read_record(match.record()).record() == match.record()
    again = read_position(match.position())
    assert again.position() == match.position() and again.scores == match.scores


@pytest.mark.sampled
@SOME
@given(match=matches(), seat=st.integers(0, 5), text=TEXTS)
def test_any_text_is_a_choice_or_refused_without_a_trace(match: Match, seat: int, text: str) -> None:
    """`play` accepts exactly the texts in `choices`, and a refused text changes nothing."""
    before = match.record()
    allowed = seat < match.seats and text in match.choices(seat)
    try:
        match.play(seat, text)
    except PaperdiceError:
        assert not allowed and match.record() == before
    else:
        assert allowed and match.record() != before


@pytest.mark.sampled
@SOME
@given(match=matches(), text=TEXTS)
def test_any_roll_is_wanted_or_refused_without_a_trace(match: Match, text: str) -> None:
    """`throw` accepts exactly the required dice, and a refused roll changes nothing."""
    before = match.record()
    try:
        match.throw(text)
    except (NotationError, IllegalMoveError):
        assert match.record() == before
    else:
        assert match.record() != before


@pytest.mark.sampled
@SOME
@given(match=matches(), picks=st.lists(st.integers(0, 10**6), min_size=6, max_size=6), order=st.permutations(range(6)))
def test_the_order_of_answers_never_matters(match: Match, picks: list[int], order: list[int]) -> None:
    """The acting seats can seal their moves in any order, which leads to the same record."""
    if match.dice_wanted:
        match.throw(SeededDice(1))
    chosen = {seat: match.choices(seat)[picks[seat] % len(match.choices(seat))] for seat in match.acting}
    other = match.copy()
    for seat in sorted(chosen):
        match.play(seat, chosen[seat])
    for seat in sorted(chosen, key=order.index):
        other.play(seat, chosen[seat])
    assert match.record() == other.record()


@pytest.mark.sampled
@SOME
@pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
@given(data=st.data())
def test_renaming_seats_renames_scores(game: Game, data: st.DataObject) -> None:
    """The rules depend only on the order of seats around the table."""
    seats = data.draw(st.sampled_from([n for n in game.seats if n > 1]))
    shift = data.draw(st.integers(1, seats - 1))
    names = list(game.deal(seats))
    moved = names[-shift:] + names[:-shift]
    match, twin = Match(game, seats, names), Match(game, seats, moved, first=shift)
    dice = SeededDice(data.draw(st.integers(0, 2**32)))
    picks = data.draw(st.lists(st.integers(0, 10**6), max_size=80))
    for pick in picks:
        if match.over:
            break
        for one in (match, twin):
            if one.dice_wanted:
                one.throw(dice)
        for seat in match.acting:
            choices = match.choices(seat)
            match.play(seat, choices[pick % len(choices)])
            twin.play((seat + shift) % seats, choices[pick % len(choices)])
    scores = list(twin.scores)
    assert list(match.scores) == scores[shift:] + scores[:shift]


MIRROR = str.maketrans("rygb", "gbry")


def mirrored_cell(text: str) -> str:
    return text if text == "-" else f"{text[0].translate(MIRROR)}{14 - int(text[1:])}"


def mirrored_roll(text: str) -> str:
    faces = [f"{face[0].translate(MIRROR)}{7 - int(face[1:])}" for face in text.split(" ")]
    return " ".join(sorted(faces, key=lambda face: "wrygb".index(face[0])))


@pytest.mark.sampled
@SOME
@given(seed=st.integers(0, 2**32), picks=st.lists(st.integers(0, 10**6), max_size=80))
def test_qwixx_is_the_same_in_the_mirror(seed: int, picks: list[int]) -> None:
    """Rising and falling rows swap if every number n is replaced with 14 − n."""
    game = paperdice.find_game("qwixx")
    match, mirror = Match(game, 2), Match(game, 2)
    dice = SeededDice(seed)
    for pick in picks:
        if match.over:
            break
        if match.dice_wanted:
            match.throw(dice)
            mirror.throw(mirrored_roll(match.roll))
        for seat in match.acting:
            choices = match.choices(seat)
            assert {mirrored_cell(choice) for choice in choices} == set(mirror.choices(seat))
            match.play(seat, choices[pick % len(choices)])
            mirror.play(seat, mirrored_cell(choices[pick % len(choices)]))
    assert match.scores == mirror.scores and match.over == mirror.over


@pytest.mark.sampled
@SOME
@given(match=matches(), seed=st.integers(0, 2**32), picks=st.lists(st.integers(0, 10**6), max_size=30))
def test_a_copy_and_a_reading_go_the_same_way(match: Match, seed: int, picks: list[int]) -> None:
    """The copy, the parsed record and the original match end alike, so there is no hidden state."""
    others = [match.copy(), read_record(match.record())]
    for one in (match, *others):
        play_on(one, SeededDice(seed), picks)
    assert all(other.record() == match.record() for other in others)
