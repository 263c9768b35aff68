"""Plain and compiled rules return the same results and bytes for the same inputs, for every function of a game."""

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import paperdice
from paperdice.dice import SeededDice
from paperdice.fast.compile import PLACEHOLDER, Ints, Record, pack, register, tailor
from paperdice.game import Game, Twin, copy_twin, make_twin
from tests.sampling import budget, sample

each_game = pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
# Longo takes the longest to compile, so a normal run only compares its states, after every step.
ASKED = sample(paperdice.GAMES, 0, always=[game for game in paperdice.GAMES if game.name != "longo"])
N_EVENTS = 4

# A placeholder for the rules of a game in each of the functions below, plain and compiled.
rules: ModuleType = PLACEHOLDER


def ask_all(sheets: Record, state: Record, out: Ints) -> int:
    """Write the results of all queries about a position and return their number."""
    out[0] = rules.dice_wanted(state)
    out[1] = rules.throw_number(state)
    out[2] = rules.end_reason(sheets, state)
    out[3] = rules.faults(sheets, state)
    at = 4
    for seat in range(state.n_seats):
        out[at] = rules.acts(state, seat)
        out[at + 1] = rules.score(sheets, state, seat)
        out[at + 2] = rules.tie_break(sheets, state, seat)
        out[at + 3] = rules.legal_moves(sheets, state, seat, out[at + 4 :])
        at += 4 + out[at + 3]
        rules.tally(sheets, state, seat, out[at : at + rules.N_TALLY])
        at += rules.N_TALLY
        rules.observe(sheets, state, seat, out[at : at + rules.N_OBSERVED])
        at += rules.N_OBSERVED
        rules.count_events(sheets, state, seat, out[at : at + N_EVENTS])
        at += N_EVENTS
        for move in range(-1, rules.N_CODES + 1):
            out[at] = rules.is_legal(sheets, state, seat, move)
            at += 1
        for row in range(sheets.n_rows[seat]):
            for cell in range(sheets.n_cells[seat, row]):
                out[at] = rules.refusal(sheets, state, seat, row, cell)
                out[at + 1] = rules.cell_state(sheets, state, seat, row, cell)
                at += 2
    return at


def do_one(sheets: Record, state: Record, what: int, numbers: Ints) -> None:
    """Start a match, recompute its counters, place dice, or resolve a phase."""
    if what == 0:
        rules.start(state, numbers[0], numbers[1])
    elif what == 1:
        rules.recount(sheets, state)
    elif what == 2:
        rules.apply_roll(sheets, state, numbers)
    elif what == 3:
        rules.apply_moves(sheets, state, numbers)
    else:
        rules.index_sheets(sheets, numbers[0])


START, RECOUNT, ROLL, MOVES, INDEX = range(5)
COVERED = {
    *("dice_wanted", "throw_number", "end_reason", "faults", "acts", "score", "tie_break", "legal_moves", "tally"),
    *("observe", "count_events", "is_legal", "refusal", "cell_state"),
    *("start", "recount", "apply_roll", "apply_moves", "index_sheets"),
}


class Pair(NamedTuple):
    """The plain and the compiled version of one function."""

    plain: Callable[..., Any]
    compiled: Callable[..., Any]


@cache
def pair_of(template: FunctionType, game: Game) -> Pair:
    register(game.rules)
    plain = FunctionType(template.__code__, {**template.__globals__, "rules": game.rules})
    return Pair(plain, tailor(template, game.key, rules=game.rules))


class Both:
    """A match played by plain and compiled rules in parallel; every step compares the bytes of both states."""

    def __init__(self, game: Game, sheets: list[str], first: int) -> None:
        self.game = game
        self.laid = game.lay_out([game.sheets[name] for name in sheets])
        self.packed_sheets = pack(self.laid, game.rules.SHEETS)
        self.state = make_twin(game.rules.STATE)
        self.packed = pack(self.state, game.rules.STATE)
        self.answers = [np.zeros(20_000, np.int64) for _ in range(2)]
        self.do(START, [len(sheets), first])

    def do(self, what: int, numbers: list[int]) -> None:
        given = np.array(numbers, np.int64)
        deed = pair_of(do_one, self.game)
        deed.plain(self.laid, self.state, what, given)
        deed.compiled(self.packed_sheets[0], self.packed[0], what, given)
        self.compare()

    def compare(self) -> None:
        assert pack(self.state, self.game.rules.STATE).tobytes() == self.packed.tobytes()
        assert pack(self.laid, self.game.rules.SHEETS).tobytes() == self.packed_sheets.tobytes()

    def ask(self) -> None:
        question = pair_of(ask_all, self.game)
        for answers in self.answers:
            answers[:] = -99
        plain = question.plain(self.laid, self.state, self.answers[0])
        compiled = question.compiled(self.packed_sheets[0], self.packed[0], self.answers[1])
        assert plain == compiled
        assert self.answers[0].tobytes() == self.answers[1].tobytes()
        self.compare()


def play_both(match: Both, seed: int) -> Iterator[None]:
    """Play to the end at random, pausing after each step."""
    game, rng, dice = match.game, np.random.default_rng(seed), SeededDice(seed)
    state, moves = match.state, np.zeros(game.rules.MAX_MOVES, np.int64)
    while state.phase != game.rules.Phase["OVER"]:
        yield
        if wanted := game.rules.dice_wanted(state):
            throw = game.rules.throw_number(state)
            thrown = range(game.rules.N_DICE)
            match.do(ROLL, [dice.face(state.turn, throw, die) if wanted >> die & 1 else 0 for die in thrown])
            continue
        chosen = [0] * game.rules.MAX_SEATS
        for seat in range(state.n_seats):
            n = game.rules.legal_moves(match.laid, state, seat, moves)
            chosen[seat] = int(rng.choice(moves[:n])) if n else 0
        match.do(MOVES, chosen)
    yield


def deal_some(game: Game, seats: int, seed: int) -> list[str]:
    """Return the default deal for seed 0, otherwise a random one."""
    rng = np.random.default_rng(seed)
    names = [name for name, sheet in game.sheets.items() if sheet.extras is None] or list(game.sheets)
    return list(game.deal(seats)) if seed == 0 else [str(name) for name in rng.choice(names, seats)]


@pytest.mark.sampled
@each_game
def test_every_function_gives_the_same_plain_and_compiled(game: Game) -> None:
    every = budget(10, 5)
    for seats in sample(game.seats, 2):
        for seed in range(2):
            match = Both(game, deal_some(game, seats, seed), seed % seats)
            match.do(INDEX, [seats])
            for step, _ in enumerate(play_both(match, seed)):
                if game in ASKED and (step % every == seed or match.state.phase == game.rules.Phase["OVER"]):
                    match.ask()
            match.do(RECOUNT, [])


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample(paperdice.GAMES, 1), ids=lambda game: game.name)
def test_states_that_cannot_arise_have_the_same_faults(game: Game) -> None:
    """Changing one number of a reachable state causes the same faults in both, and some faults are found."""
    match = Both(game, deal_some(game, 2, 0), 0)
    rng = np.random.default_rng(7)
    out = np.zeros(1, np.int64)
    fault = pair_of(find_faults, game)
    n_found = 0
    for _ in play_both(match, 3):
        state = copy_twin(match.state)
        turn_one(game, state, rng)
        fault.plain(match.laid, state, out)
        plain = int(out[0])
        fault.compiled(match.packed_sheets[0], pack(state, game.rules.STATE)[0], out)
        assert plain == out[0]
        n_found += plain != 0
    assert n_found > 10


def find_faults(sheets: Record, state: Record, out: Ints) -> None:
    """Write only the faults of a position."""
    out[0] = rules.faults(sheets, state)


def turn_one(game: Game, state: Twin, rng: np.random.Generator) -> None:
    """Set a random element of a random array to 0, 1 or 2."""
    names = [name for name, shape in game.rules.STATE if shape]
    array = getattr(state, str(rng.choice(names)))
    array[tuple(rng.integers(0, size) for size in array.shape)] = rng.integers(0, 3)


@each_game
def test_no_public_function_of_the_rules_is_left_out(game: Game) -> None:
    """Every function is compared directly, or called by a function that is."""
    functions = dict(inspect.getmembers(game.rules, inspect.isfunction))
    own = {name for name, function in functions.items() if function.__module__.startswith("paperdice.games.")}
    called = {name for function in functions.values() for name in function.__code__.co_names}
    assert own - COVERED - called == set()
    assert COVERED <= own
