"""The library as an immutable match that can be walked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import product

import numpy as np

import paperdice
from paperdice.game import Rules, Twin, copy_twin, make_twin
from paperdice.sheet import Extras, Row, Sheet

from .questions import Answer, Question, answer
from .walk import LAST_PHASES


def make_toy(game: str, text: str) -> Sheet:
    """Return a toy sheet, given its cells separated by commas and its rows by slashes."""
    rows = []
    for part in text.split("/"):
        cells = part.split(",")
        numbers = tuple(int(cell[1:]) for cell in cells if cell[1:])
        rows.append(Row(tuple(cell[0] for cell in cells), numbers))
    # A toy of Longo has two goals that need one mark each; 3 is lucky.
    extras = Extras("toy", marks_to_lock=1, most_marks=15, goals=2, lucky=(3,)) if game == "longo" else None
    return Sheet(game, "toy", tuple(rows), extras=extras)


class MatchSide:
    """An immutable match: throwing and moving return a new one."""

    def __init__(self, match: paperdice.Match) -> None:
        self.match = match
        self.dice_wanted = match.dice_wanted
        self.phase = match.phase
        self.end_reason = match.end_reason

    @property
    def points(self) -> int:
        return self.match.scores[0]

    def key(self) -> Hashable:
        """Return the position without the number of its turn."""
        game, _, rest = self.match.position().split(" ", 2)
        return game, rest

    def choices(self) -> dict[int, tuple[str, ...]]:
        return {seat: self.match.choices(seat) for seat in self.match.acting}

    def thrown(self, text: str) -> MatchSide:
        match = self.match.copy()
        match.throw(text)
        return MatchSide(match)

    def moved(self, moves: dict[int, str]) -> MatchSide:
        match = self.match.copy()
        for seat, text in moves.items():
            match.play(seat, text)
        return MatchSide(match)


def make_side(question: Question) -> MatchSide:
    """Return the library's match at the start of a question."""
    game = paperdice.find_game(question.game)
    sheets: list[str | Sheet] = [*question.sheets, *(make_toy(question.game, toy) for toy in question.toys)]
    return MatchSide(paperdice.Match(game, seats=len(sheets), sheets=sheets))


def moves_of(rules: Rules, sheets: Twin, state: Twin) -> list[int]:
    """Return the codes of all legal moves of seat 0."""
    out = np.zeros(rules.MAX_MOVES, np.int64)
    n_moves = rules.legal_moves(sheets, state, 0, out)
    return [int(move) for move in out[:n_moves]]


def state_after(rules: Rules, sheets: Twin, state: Twin, move: int) -> Twin:
    """Return the state after a move of seat 0, the only seat."""
    following, moves = copy_twin(state), np.zeros(rules.MAX_SEATS, np.int64)
    moves[0] = move
    rules.apply_moves(sheets, following, moves)
    return following


def ways_of_roll(rules: Rules, sheets: Twin, state: Twin) -> Counter[str]:
    """Return the number of ways to play the rest of the turn after keeping a roll, by first move."""
    phase = rules.Phase(state.phase).name.lower()
    if phase == "reroll":
        return ways_of_roll(rules, sheets, state_after(rules, sheets, state, 0))
    moves = moves_of(rules, sheets, state)
    if phase in LAST_PHASES:
        return Counter(f"move {move}" for move in moves)
    following = {move: state_after(rules, sheets, state, move) for move in moves}
    return Counter({f"move {move}": len(moves_of(rules, sheets, after)) for move, after in following.items()})


def ways_of_all_rolls(question: Question) -> Answer:
    """Return the number of ways to play a solo turn over all rolls, by the rules alone, which is five times faster."""
    game = paperdice.find_game(question.game)
    dealt = [game.sheets[name] for name in question.sheets]
    game = game.on(dealt)
    sheets = game.lay_out(dealt)
    start = make_twin(game.rules.STATE)
    game.rules.start(start, 1, 0)
    found: Counter[str] = Counter()
    for faces in product(range(1, len(game.dice[0].faces) + 1), repeat=len(game.dice)):
        state = copy_twin(start)
        game.rules.apply_roll(sheets, state, np.array(faces))
        found.update(ways_of_roll(game.rules, sheets, state))
    return {"ways": found.total()}, found


def answer_question(question: Question) -> Answer:
    """Return the library's counts, in total and by first move or throw."""
    return ways_of_all_rolls(question) if question.ask == "all rolls" else answer(make_side(question), question)
