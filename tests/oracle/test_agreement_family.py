"""The library and the oracle of the Qwixx family play the same matches and agree at every step."""

from random import Random

import pytest

import paperdice

from . import family


def skips(oracle: family.Oracle, seat: int, text: str) -> int:
    """How many cells a move leaves behind; a bonus cell none, a goal less than none, a pass the most."""
    mark = text.rpartition(":")[2].removeprefix("*").partition(">")[0]
    if text == "-" or mark[:2] in ("ry", "gb"):
        return 99 if text == "-" else 0
    paper = oracle.papers[seat]
    color, number = family.split(mark)
    return -1 if number in paper.enders[color] else paper.line[color].index(number) - paper.furthest(color)


def choose(rng: Random, oracle: family.Oracle, seat: int, is_careful: bool) -> str:
    """Any choice, or one of those that leave few cells behind."""
    choices = oracle.ordered(seat)
    if not is_careful:
        return rng.choice(choices)
    fewest = min(skips(oracle, seat, text) for text in choices)
    return rng.choice([text for text in choices if skips(oracle, seat, text) <= max(fewest, 1)]) if fewest <= 2 else "-"


def compare(match: paperdice.Match, oracle: family.Oracle) -> None:
    """All that both sides must agree on."""
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


def play_both(rng: Random, deal: list[str], is_careful: bool) -> str:
    """Play one match on both sides to its end, and give the reason why it ended."""
    game = "longo" if deal[0].startswith("longo") else "qwixx"
    first = rng.randrange(len(deal))
    match = paperdice.Match(paperdice.find_game(game), len(deal), deal, first)
    oracle = family.Oracle(len(deal), deal, first)
    while True:
        compare(match, oracle)
        if oracle.end_reason is not None:
            return oracle.end_reason
        if oracle.dice_wanted:
            text = " ".join(f"{die}{rng.randint(1, oracle.faces)}" for die in oracle.dice_wanted)
            match.throw(text)
            oracle.throw(text)
            continue
        moves = {seat: choose(rng, oracle, seat, is_careful) for seat in oracle.acting}
        for seat, move in moves.items():
            match.play(seat, move)
        oracle.resolve(moves)


def deals_with(name: str, rng: Random) -> list[list[str]]:
    """The same sheet for some seats, and a mixed deal where its group has several sheets."""
    kind = name.partition("-")[0]
    names = [other for other in family.NAMES + family.LONGO_NAMES if other.partition("-")[0] == kind]
    mixed = [name] if kind == "bonus" else names
    return [[name] * rng.randint(1, 5), [name, *(rng.choice(mixed) for _ in range(rng.randint(0, 3)))]]


@pytest.mark.parametrize("name", family.NAMES)
def test_matches_of_the_family_agree(name: str) -> None:
    """Seats that play at random, and seats that skip little."""
    rng = Random(name)
    for deal in deals_with(name, rng):
        for is_careful in (False, True):
            play_both(rng, deal, is_careful)


def test_the_sheets_are_those_of_the_library() -> None:
    """The names written here are all there are."""
    sheets = paperdice.find_game("qwixx").sheets
    assert [name for name, sheet in sheets.items() if sheet.extras is not None] == family.NAMES
