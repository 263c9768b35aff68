"""Contract tests for games: check that your own games and sheets satisfy the interfaces in `paperdice.game`.

>>> import paperdice
>>> from paperdice.testing import check_game
>>> check_game(paperdice.find_game("qwixx"), seats=2, matches=3)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from paperdice.dice import SeededDice
from paperdice.errors import PaperdiceError
from paperdice.game import Game, Twin, copy_twin
from paperdice.match import Match, read_position, read_record
from paperdice.rulekit import CellState
from paperdice.sheet import Sheet
from paperdice.view_builder import view_of

Deal = str | Sheet | Sequence[str | Sheet] | None
Chooser = Callable[[random.Random, Match, int], str]

GARBAGE = (
    "",
    " ",
    "r",
    "5",
    "r5 ",
    " r5",
    "R5",
    "r05",
    "r5,y5",
    "--",
    "pass",
    "é5",
    "r5\n",
    "x x",
    "reroll w w",
    "r99",
)


def check_game(game: Game, seats: int, sheets: Deal = None, matches: int = 10, seed: int = 0) -> None:
    """Play random matches of a game, and check its contract in every position.

    Args:
        game: The game to check.
        seats: The number of seats.
        sheets: One sheet for all seats or one per seat; None for the default deal.
        matches: The number of matches to play.
        seed: The seed of the dice.

    Raises:
        AssertionError: The game violates its contract; the message describes the violated requirement.
    """
    check_texts(game)
    for number in range(matches):
        chooser = choose_eager if number % 3 == 2 else choose_any
        check_match(Match(game, seats, sheets, first=number % seats), SeededDice(seed, number), number, chooser)


def choose_any(rng: random.Random, match: Match, seat: int) -> str:
    """Return a legal move of a seat, chosen uniformly at random."""
    return rng.choice(match.choices(seat))


def choose_eager(rng: random.Random, match: Match, seat: int) -> str:
    """Return a random legal move of a seat among those with the most marks, so that its sheet fills up quickly."""
    choices = match.choices(seat)
    longest = max(len(choice.split()) for choice in choices)
    busy = [choice for choice in choices if len(choice.split()) == longest and choice not in ("-", "x")]
    return rng.choice(busy or choices)


def check_match(match: Match, dice: SeededDice, seed: int, chooser: Chooser = choose_any) -> None:
    """Play one match to its end, and check the contract of its game at every step.

    Args:
        match: The match to play.
        dice: The dice of the match.
        seed: The seed for the choice of moves.
        chooser: The function that chooses the moves.
    """
    rng = random.Random(seed)
    rules = match.raw.game.rules
    while not match.over:
        check_position(match, rng)
        if match.dice_wanted:
            _check_throw(match, dice)
            continue
        _check_phase(match, {seat: chooser(rng, match, seat) for seat in match.acting}, rng)
        assert match.turn <= rules.MAX_TURNS, "MAX_TURNS must bound the number of turns of every match"
    check_position(match, rng)
    _check_end(match)


def check_texts(game: Game) -> None:
    """Check that a game numbers its phases in order, and that it rejects invalid moves without changing the match."""
    phases = list(game.phase_names)
    assert phases == sorted(phases) and (game.phases[0], game.phases[-1]) == ("roll", "over"), (
        "phases are numbered in their order, `ROLL` first and `OVER` last"
    )
    match = Match(game, game.seats[0])
    match.throw(SeededDice(1))
    before = match.record()
    for text in GARBAGE:
        try:
            match.play(match.acting[0], text)
        except PaperdiceError:
            pass
        else:
            raise AssertionError(f"{text!r} must not be read as a move")
        assert match.record() == before, f"the refused text {text!r} must change nothing"


def check_position(match: Match, rng: random.Random) -> None:
    """Check the invariants of the current position of a match."""
    game, _, laid, state = match.raw
    assert game.rules.faults(laid, state) == 0, f"faults must be 0 in {match.position()}"
    assert (match.end_reason is None) == (not match.over), "there is a reason exactly when the match is over"
    assert bool(match.dice_wanted) == (match.phase == "roll"), "dice are wanted in the roll phase and in no other"
    assert not (match.dice_wanted and match.acting), "no seat decides while dice are wanted"
    assert match.over or match.dice_wanted or match.acting, "somebody must be able to go on"
    for seat in range(match.seats):
        _check_seat(match, seat)
    again = read_position(match.position())
    assert again.position() == match.position(), "a position must read back to itself"
    seats = range(match.seats)
    assert [again.choices(seat) for seat in seats] == [match.choices(seat) for seat in seats], (
        "a position must offer the same choices as the match it was taken from"
    )
    if rng.random() < 0.1:
        view_of(match, rng.randrange(match.seats))
        assert read_record(match.record()).record() == match.record(), "a record must read back to itself"


def _check_seat(match: Match, seat: int) -> None:
    game, _, laid, state = match.raw
    codes = np.zeros(game.rules.MAX_MOVES, np.int64)
    n = game.rules.legal_moves(laid, state, seat, codes)
    moves = [int(code) for code in codes[:n]]
    assert moves == sorted(set(moves)), "legal moves must be ascending and unique"
    assert (n > 0) == bool(game.rules.acts(state, seat)), "a seat has choices exactly when it acts"
    assert all(game.rules.is_legal(laid, state, seat, move) for move in moves), "is_legal must agree with legal_moves"
    assert all(move < game.rules.N_CODES for move in moves), "N_CODES must be above every code"
    assert not game.rules.is_legal(laid, state, seat, -1), "a negative code is never legal"
    texts = [game.notation.format_move(state, move) for move in moves]
    assert len(set(texts)) == n, "two moves must never have the same text"
    assert game.notation.format_moves(state, moves) == texts, "many moves at once have the texts of each"
    assert [game.notation.parse_move(state, text) for text in texts] == moves, "parse must undo format"
    parts = np.zeros(game.rules.N_TALLY, np.int64)
    game.rules.tally(laid, state, seat, parts)
    assert int(parts.sum()) == match.scores[seat] == sum(match.tally(seat).values()), "the tally must add up"
    seen = np.zeros(game.rules.N_OBSERVED, np.int64)
    game.rules.observe(laid, state, seat, seen)
    events = np.zeros(4, np.int64)
    game.rules.count_events(laid, state, seat, events)
    assert events[0] == (state.written[seat] > 0).sum(), "count_events must count the marks"
    assert events[3] == (state.written[seat] < 0).sum(), "count_events must count the strikes"
    _check_cells(match, seat, {word for text in texts for word in text.partition(">")[0].split(" ")})


def _check_cells(match: Match, seat: int, parts: set[str]) -> None:
    """Check that the rules allow marking a cell if and only if a legal move marks it.

    Args:
        seat: The seat whose cells are checked.
        parts: The marks in the seat's legal moves.
    """
    game, sheets, laid, state = match.raw
    if game.rules.Phase(state.phase).name.lower() == "reroll":
        parts = set()
    for row, printed in enumerate(sheets[seat].rows):
        for cell in range(len(printed)):
            refused = game.rules.refusal(laid, state, seat, row, cell)
            standing = CellState(game.rules.cell_state(laid, state, seat, row, cell))
            text = game.notation.mark_text(laid, state, seat, row, cell)
            if not refused:
                assert text in parts, f"{text} is not refused, so some legal move must mark it: {match.position()}"
                is_open = standing == CellState.FREE or _takes_more(game, laid, seat, row, cell)
                assert is_open, "only a free cell, or one with a second box, can be markable"
            else:
                reason = game.display.explain(laid, state, seat, row, cell, refused)
                assert reason.id, "every refusal must have an id"


def _takes_more(game: Game, laid: Twin, seat: int, row: int, cell: int) -> bool:
    """Return whether a cell has a box for a second mark."""
    return "boxes" in dict(game.rules.SHEETS) and bool(laid.boxes[seat, row, cell] > 1)


def _check_throw(match: Match, dice: SeededDice) -> None:
    before = match.record()
    try:
        match.throw("zz")
    except PaperdiceError:
        assert match.record() == before, "a refused throw must change nothing"
    else:
        raise AssertionError("'zz' must not be read as a roll")
    twin = match.copy()
    match.throw(dice)
    twin.throw(dice)
    assert twin.record() == match.record(), "the same dice must give the same match"


def _check_phase(match: Match, moves: dict[int, str], rng: random.Random) -> None:
    """Play the moves of a phase in two different orders; check that the results are equal and no mark disappears."""
    game, _, _, state = match.raw
    before = copy_twin(state)
    other, order = match.copy(), list(moves)
    rng.shuffle(order)
    for seat in reversed(order):
        other.play(seat, moves[seat])
    for seat in order:
        _check_take_back(match, seat, moves[seat])
        match.play(seat, moves[seat])
    assert match.record() == other.record(), "the order in which seats play must not matter"
    assert match.position() == other.position(), "applying must need no hidden state"
    now = match.raw.state.written
    grown = (now == 2) & (match.raw.laid.boxes > 1)[: len(now)] if "boxes" in dict(game.rules.SHEETS) else now != now
    lost = (before.written != 0) & (now != before.written) & ~grown
    assert not lost.any(), "what is written must never change, but for a mark in a second box"
    assert game.rules.RULES_VERSION >= 1, "rules carry a version"


def _check_take_back(match: Match, seat: int, move: str) -> None:
    if len(match.acting) < 2:
        return
    before = (match.record(), match.choices(seat), match.scores)
    match.play(seat, move)
    assert match.choices(seat) == (), "a seat that has sealed owes nothing"
    assert match.scores == before[2], "a sealed move must change no score"
    match.take_back(seat)
    assert (match.record(), match.choices(seat), match.scores) == before, "taking back must undo a sealed move"


def _check_end(match: Match) -> None:
    assert match.acting == () and match.dice_wanted == (), "nothing is owed when the match is over"
    assert match.winners, "somebody must win"
    assert match.end_reason in match.game.end_reasons, "the end must have a word"
    assert read_record(match.record()).record() == match.record(), "a record must read back to itself"
