"""Hypothesis strategies: matches are reached by legal play, never invented."""

from hypothesis import strategies as st

import paperdice
from paperdice import Match, SeededDice
from paperdice.game import Game

games = st.sampled_from(paperdice.GAMES)


def play_on(match: Match, dice: SeededDice, picks: list[int]) -> None:
    """Play as many decisions as there are picks; each pick selects one of the choices."""
    todo = list(picks)
    while todo and not match.over:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            if todo:
                choices = match.choices(seat)
                match.play(seat, choices[todo.pop() % len(choices)])


@st.composite
def deals(draw: st.DrawFn, game: Game | None = None) -> Match:
    """Return a match before its first throw, with any sheets."""
    game = game or draw(games)
    seats = draw(st.sampled_from(game.seats))
    groups: dict[str, list[str]] = {}
    for name, sheet in sorted(game.sheets.items()):
        groups.setdefault(sheet.extras.group if sheet.extras else "", []).append(name)
    names = st.sampled_from(groups[draw(st.sampled_from(sorted(groups)))])
    sheets = draw(st.one_of(st.none(), st.lists(names, min_size=seats, max_size=seats)))
    return Match(game, seats, sheets, first=draw(st.integers(0, seats - 1)))


@st.composite
def matches(draw: st.DrawFn, game: Game | None = None) -> Match:
    """Return a match somewhere between its start and its end."""
    match = draw(deals(game))
    seed = draw(st.integers(0, 2**32))
    play_on(match, SeededDice(seed), draw(st.lists(st.integers(0, 10**6), max_size=60)))
    return match
