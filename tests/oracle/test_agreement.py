"""The library and the oracles play the same matches side by side and agree at every step."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

import paperdice
from tests.sampling import WHOLE, budget

from . import longo, players, qwantum, qwixx, sixto, twenty_one
from .players import AnyOracle, Player, Thrower

SEATS = {"qwixx": range(1, 6), "twenty_one": range(1, 7), "qwantum": range(1, 5), "sixto": range(1, 7)}
ENDS = {"qwixx": {"misses", "locks"}, "twenty_one": {"rows"}, "qwantum": {"full", "misses"}}
SEATS["longo"] = range(1, 6)
ENDS["longo"] = {"misses", "locks"}
ENDS["sixto"] = {"dice", "full", "stall"}
DEFAULT_DEALS = {"qwixx": ["classic"] * 5, "twenty_one": list("ABCDEF"), "qwantum": ["classic"] * 4}
DEFAULT_DEALS["longo"] = longo.NAMES
DEFAULT_DEALS["sixto"] = list("ABCDEF")
SHEET_NAMES = {"qwixx": ["classic", "mixx-a", "mixx-b"], "twenty_one": list("ABCDEF"), "qwantum": ["classic"]}
SHEET_NAMES["longo"] = longo.NAMES
SHEET_NAMES["sixto"] = list("ABCDEFGHIJKL")

Deal = list[str] | None

pytestmark = pytest.mark.slow


def make_oracle(game: str, seats: int, deal: Deal, first: int) -> AnyOracle:
    """Return the oracle of a game; it knows printed sheets by name, except Sixto's, which come from the library."""
    names = deal or DEFAULT_DEALS[game][:seats]
    if game == "sixto":
        sheets = paperdice.find_game("sixto").sheets
        return sixto.Oracle(seats, [tuple(row.numbers for row in sheets[name].rows) for name in names], first)
    makers: dict[str, Callable[..., AnyOracle]] = {"qwixx": qwixx.Oracle, "twenty_one": twenty_one.Oracle}
    makers |= {"longo": longo.Oracle, "qwantum": qwantum.Oracle}
    return makers[game](seats, list(names), first)


def facts_of(side: paperdice.Match | AnyOracle) -> dict[str, object]:
    """Return everything that both sides must agree on."""
    seats = range(side.seats)
    return {
        "phase": side.phase,
        "active": side.active,
        "acting": side.acting,
        "dice_wanted": side.dice_wanted,
        "choices": [set(side.choices(seat)) for seat in seats],
        "scores": side.scores,
        "tallies": [sum(side.tally(seat).values()) for seat in seats],
        "over": side.over,
        "end_reason": side.end_reason,
        "winners": side.winners,
    }


def seal_moves(rng: Random, match: paperdice.Match, moves: dict[int, str], seen: set[str]) -> None:
    """Play the moves in random order of seats, some of them after a refused move or a take-back."""
    order = list(moves)
    rng.shuffle(order)
    for seat in order:
        wrong = rng.choice(sorted(seen))
        if wrong not in match.choices(seat):
            with pytest.raises(paperdice.IllegalMoveError):
                match.play(seat, wrong)
        match.play(seat, moves[seat])
        if seat != order[-1] and rng.random() < 0.1:
            match.take_back(seat)
            match.play(seat, moves[seat])


def play_both(
    rng: Random, match: paperdice.Match, oracle: AnyOracle, seating: Sequence[Player], thrower: Thrower
) -> str:
    """Play one match on both sides to its end, and return the reason for the end."""
    seen: set[str] = set()
    while True:
        assert facts_of(match) == facts_of(oracle), match.record()
        if oracle.end_reason is not None:
            return oracle.end_reason
        if oracle.dice_wanted:
            text = thrower(rng, oracle)
            match.throw(text)
            oracle.throw(text)
        else:
            moves = {seat: seating[seat](rng, oracle, seat) for seat in oracle.acting}
            seen.update(moves.values())
            seal_moves(rng, match, moves, seen)
            oracle.resolve(moves)


def run(rng: Random, game: str, seats: int, deal: Deal, seating: Sequence[Player], thrower: Thrower) -> str:
    """Play one match with any first seat."""
    first = rng.randrange(seats)
    match = paperdice.Match(paperdice.find_game(game), seats=seats, sheets=deal, first=first)
    return play_both(rng, match, make_oracle(game, seats, deal, first), seating, thrower)


def deals_of(rng: Random, game: str, seats: int) -> list[Deal]:
    """Return the default deal, each sheet for all seats, and mixed deals; most sheets with a single number of seats."""
    names = SHEET_NAMES[game] if game != "longo" else SHEET_NAMES[game][-2:]  # test_agreement_family covers them all
    mixed = [[rng.choice(names) for _ in range(seats)] for _ in range(budget(1, 3))] if len(names) > 1 else []
    dealt = names if WHOLE else names[seats - 1 :: len(SEATS[game])]
    return [None, *([name] * seats for name in dealt), *mixed]


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "seats"), [(game.name, seats) for game in paperdice.GAMES for seats in game.seats])
def test_matches_agree_on_every_deal(game: str, seats: int) -> None:
    """Seats play at random, for the most marks, or pass."""
    rng = Random(f"{game} {seats}")
    styles: list[Player] = [players.play_at_random, players.play_most, players.play_nothing]
    for deal in deals_of(rng, game, seats):
        seating = rng.choices(styles, weights=(6, 3, 1), k=seats)
        seatings: list[Sequence[Player]] = [seating, [players.play_at_random] * seats]
        for seated in seatings[: budget(1, 2)]:
            run(rng, game, seats, deal, seated, players.throw_at_random)


CORNERS: dict[str, list[tuple[Player, Thrower]]] = {
    "qwixx": [
        (players.chase_locks, players.throw_at_random),
        (players.play_nothing, players.throw_at_random),
    ],
    "longo": [
        (players.skip_little, players.throw_at_random),
        (players.play_nothing, players.throw_at_random),
    ],
    "twenty_one": [
        (players.play_most, players.throw_at_random),
        (players.play_nothing, players.throw_at_random),
    ],
    "qwantum": [
        (players.chase_full_rows, players.throw_at_random),
        (players.play_nothing, players.throw_at_random),
    ],
    "sixto": [
        (players.chase_last_cells, players.throw_last_cells),
        (players.chase_dead_ends, players.throw_dead_ends),
        (players.play_most, players.throw_at_random),
        (players.play_nothing, players.throw_at_random),
    ],
}


@pytest.mark.sampled
@pytest.mark.parametrize("game", [game.name for game in paperdice.GAMES])
def test_matches_agree_on_every_way_to_end(game: str) -> None:
    """Seats that each aim at one end, for all numbers of seats."""
    rng = Random(game)
    seen = {
        run(rng, game, seats, [rng.choice(SHEET_NAMES[game]) for _ in range(seats)], [player] * seats, thrower)
        for player, thrower in CORNERS[game]
        for seats in SEATS[game]
        for _ in range(budget(2, 4))
    }
    assert seen == ENDS[game]


def test_the_deals_are_those_of_the_library() -> None:
    """The names of sheets and numbers of seats in this file are complete."""
    for game in paperdice.GAMES:
        names = [name for name, sheet in game.sheets.items() if sheet.extras is None or game.name != "qwixx"]
        assert names == SHEET_NAMES[game.name]  # the Qwixx family has a separate test
        assert set(game.seats) == set(SEATS[game.name])


def test_the_printed_sheets_are_those_of_the_library() -> None:
    """Cell by cell, for the games whose printed sheets are known."""
    printed = {"qwixx": qwixx.rows_of, "twenty_one": twenty_one.rows_of}
    for game in paperdice.GAMES:
        for name in SHEET_NAMES[game.name] if game.name in printed else ():
            sheet = game.sheets[name]
            rows = tuple(tuple(zip(row.colors, row.numbers, strict=True)) for row in sheet.rows)
            assert rows == printed[game.name](name)
