"""Golden decisions of policies and their ratings of moves, as plain Python.

A line of `decisions/<game>.txt` is a policy, a seat, a position and the ratings of the best moves, the best one first;
`sum` is the sum of the ratings of all moves that were tried. `python -m tests.kernels.test_decisions` rates all of them
again; only a change that is meant to alter play may change them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from inspect import unwrap
from pathlib import Path

import numpy as np
import pytest

from paperdice.bots.qwantum.points import make_table_policy
from paperdice.bots.qwantum.steady import make_quick_policy
from paperdice.bots.qwixx.closed_form import CLOSED_FORM
from paperdice.bots.qwixx.evolved import make_evolved
from paperdice.bots.qwixx.steady import make_table_policy as make_qwixx_tables
from paperdice.bots.registry import find_offer
from paperdice.fast.playout import Policy
from paperdice.games import find_game
from tests.bots.records import moves_of, records_of

FOLDER = Path(__file__).parent / "decisions"


POLICIES: dict[str, Callable[[str, int], Policy]] = {
    "steady": lambda game, seats: unwrap(find_offer(find_game(game)).make_steady)(seats),
    "quick": lambda game, seats: make_quick_policy(POLICIES["steady"](game, seats)),
    "points": lambda _game, _seats: unwrap(make_table_policy)(),
    "tables": lambda _game, seats: unwrap(make_qwixx_tables)(seats),
    "evolved": lambda _game, _seats: unwrap(make_evolved)(),
    "closed_form": lambda _game, _seats: CLOSED_FORM,
}
LINE = re.compile(r"(\w+) (\d): (.*) = (.*)")
N_SHOWN = 4
# Moves that a policy did not look at closely are rated far below all others.
FAR_BEHIND = -500.0
CASES = [(path.stem, line) for path in sorted(FOLDER.glob("*.txt")) for line in path.read_text("utf-8").splitlines()]


def read_turns(game: str) -> list[tuple[str, int]]:
    """Return positions with a seat that decides: those of `steady`'s golden decisions, and those in `turns.txt`."""
    golden = [line.removeprefix("steady ").split(" = ")[0] for _, line in CASES if line.startswith("steady ")]
    lines = [*golden, *Path(__file__).with_name("turns.txt").read_text("utf-8").splitlines()]
    return [(text, int(seat)) for seat, text in (line.split(": ") for line in lines) if text.startswith(f"{game} ")]


def make_afresh(name: str, game: str, seats: int) -> Policy:
    """Return a policy that is not cached, so that `bench/mutants.py` gets none from before a change."""
    return POLICIES[name](game, seats)


# The policies of two games take long to make; the tests of their references make them afresh too.
make_policy = cache(make_afresh)


def rate(policy: str, seat: int, text: str) -> dict[str, float]:
    """Return the ratings of the best moves, and the sum for all moves."""
    position, moves = moves_of(text, seat)
    sheets, state = records_of(text)
    game, seats = position.game.name, int(state["n_seats"])
    made = (make_policy if game in ("qwixx", "twenty_one") else make_afresh)(policy, game, seats)
    values = np.zeros(len(moves))
    made.rate(made.weights, sheets, state, seat, moves, len(moves), values)
    order = np.argsort(-values, kind="stable")[:N_SHOWN]
    texts = [position.game.notation.format_move(position.state, int(moves[index])) for index in order]
    rated = {move: float(values[index]) for move, index in zip(texts, order, strict=True) if values[index] > FAR_BEHIND}
    return rated | {"sum": float(values[values > FAR_BEHIND].sum())}


@pytest.mark.usefixtures("_solved")
@pytest.mark.parametrize(("game", "line"), CASES, ids=[f"{game}-{line}" for game, line in CASES])
def test_a_decision_stays_as_it_is(game: str, line: str) -> None:
    found = LINE.fullmatch(line)
    assert found is not None
    policy, seat, position, ratings = found.groups()
    expected = {move: float(value) for move, _, value in (each.rpartition(" ") for each in ratings.split("; "))}
    rated = rate(policy, int(seat), position)
    assert rated == pytest.approx(expected, abs=2e-6)
    assert next(iter(rated)) == next(iter(expected))


def write() -> None:
    """Rate all positions again."""
    for path in FOLDER.glob("*.txt"):
        lines = []
        for line in path.read_text("utf-8").splitlines():
            policy, seat, position = re.split(" ", line.split(" = ")[0].replace(":", "", 1), maxsplit=2)
            ratings = "; ".join(f"{move} {value:.6f}" for move, value in rate(policy, int(seat), position).items())
            lines.append(f"{policy} {seat}: {position} = {ratings}\n")
        path.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    write()
