"""The library and the oracle of the Qwixx family play the same matches and agree at every step."""

from itertools import product
from random import Random

import pytest

import paperdice
from tests.sampling import sample

from . import family, longo, players

NAMES = family.NAMES + longo.NAMES


def compare(match: paperdice.Match, oracle: family.Oracle) -> None:
    """Compare everything that both sides must agree on."""
    seats = range(match.seats)
    told = (match.phase, match.active, match.acting, match.dice_wanted, match.scores, match.end_reason, match.winners)
    assert told == (
        *(oracle.phase, oracle.active, oracle.acting, oracle.dice_wanted, oracle.scores),
        *(oracle.end_reason, oracle.winners),
    ), match.record()
    assert [match.choices(seat) for seat in seats] == [oracle.ordered(seat) for seat in seats], match.record()
    assert [match.tally(seat) for seat in seats] == [oracle.tally(seat) for seat in seats], match.record()
    for seat in seats:
        for written, marks in zip(match.raw.state.written[seat].tolist(), oracle.marks(seat), strict=True):
            assert tuple(written[: len(marks)]) == marks, match.record()


def play_both(rng: Random, deal: list[str], player: players.Player) -> str:
    """Play one match on both sides to its end, and return the reason for the end."""
    is_longo = deal[0] in longo.NAMES
    first = rng.randrange(len(deal))
    match = paperdice.Match(paperdice.find_game("longo" if is_longo else "qwixx"), len(deal), deal, first)
    oracle = (longo.Oracle if is_longo else family.Oracle)(len(deal), deal, first)
    while True:
        compare(match, oracle)
        if oracle.end_reason is not None:
            return oracle.end_reason
        if oracle.dice_wanted:
            text = players.throw_at_random(rng, oracle)
            match.throw(text)
            oracle.throw(text)
            continue
        moves = {seat: player(rng, oracle, seat) for seat in oracle.acting}
        for seat, move in moves.items():
            match.play(seat, move)
        oracle.resolve(moves)


def deals_with(name: str, rng: Random) -> list[list[str]]:
    """Return deals of the same sheet, and a mixed one if its group has several sheets."""
    kind = name.partition("-")[0]
    names = [other for other in NAMES if other.partition("-")[0] == kind]
    mixed = [name] if kind == "bonus" else names
    return [[name] * rng.randint(1, 5), [name, *(rng.choice(mixed) for _ in range(rng.randint(0, 3)))]]


@pytest.mark.sampled
@pytest.mark.parametrize("name", NAMES)
def test_matches_of_the_family_agree(name: str) -> None:
    """Seats that play at random and seats that skip few cells, on every sheet."""
    rng = Random(name)
    styles = players.play_at_random, players.skip_little
    for deal, player in sample(product(deals_with(name, rng), styles), 1, seed=NAMES.index(name)):
        play_both(rng, deal, player)


def test_the_sheets_are_those_of_the_library() -> None:
    """The names in this file are complete."""
    sheets = paperdice.find_game("qwixx").sheets
    assert [name for name, sheet in sheets.items() if sheet.extras is not None] == family.NAMES
    assert list(paperdice.find_game("longo").sheets) == longo.NAMES
