"""The scoreboard of an evening: all matches of a table, by the names of their players.

A stored scoreboard has its players in the order of their first match; players who were forgotten keep their places.
"""

from __future__ import annotations

from collections.abc import Sequence

from paperdice.bots.levels import MIRROR
from paperdice.flow.facts import Evening, EveningPlayer, EveningResult, HeadToHead

# The name shown for a person who asked to be forgotten.
FORGOTTEN = "?"
LONGEST_NAME = 24
MOST_PLAYERS = 40
MOST_RESULTS = 12


def unique_name(name: str, taken: Sequence[str]) -> str:
    """Return a name, with a number appended if the name is taken."""
    found, number = name, 1
    while found in taken:
        number += 1
        suffix = f" {number}"
        found = f"{name[: LONGEST_NAME - len(suffix)]}{suffix}"
    return found


def names_in(evening: Evening | None) -> list[str]:
    """Return the names on a scoreboard."""
    return [] if evening is None else [player.name for player in evening.players]


def names_of_result(names: Sequence[str], bots: Sequence[str | None]) -> list[str]:
    """Return the names by which the scoreboard lists the players of a match.

    Bots of the same kind are numbered; a mirror has the same name at every level.
    """
    found: list[str] = []
    for name, bot in zip(names, bots, strict=True):
        if bot is None:
            found.append(name)
        else:
            taken = [*[other for other, kind in zip(names, bots, strict=True) if kind is None], *found]
            found.append(unique_name(MIRROR if bot.startswith(MIRROR) else bot, taken))
    return found


def add_result(
    evening: Evening | None,
    result: EveningResult,
    names: Sequence[str],
    bots: Sequence[str | None],
    scores: Sequence[int],
) -> Evening:
    """Return the scoreboard after adding the result of a match.

    Args:
        evening: The scoreboard before the match, None for the first one.
        result: The result, with the winners' names as on the scoreboard.
        names: The name of each seat, as on the scoreboard.
        bots: The bot of each seat, or None.
        scores: The score of each seat.
    """
    before = Evening(0, [], [], []) if evening is None else evening
    players = list(before.players)
    for name, bot, score in zip(names, bots, scores, strict=True):
        if name != FORGOTTEN:
            place = _place_of(players, name)
            known = EveningPlayer(name, _kind_of(bot), 0, {}) if place is None else players[place]
            best = {**known.best, result.game: max(score, known.best.get(result.game, score))}
            player = EveningPlayer(name, known.bot, known.wins + (name in result.winners), best)
            if place is None:
                players.append(player)
            else:
                players[place] = player
    pairs = list(before.pairs)
    for first, name in enumerate(names):
        for second in range(first + 1, len(names)):
            if scores[first] != scores[second] and FORGOTTEN not in (name, names[second]):
                _count_pair(pairs, name, names[second], won=scores[first] > scores[second])
    last = [*before.last, result]
    last = last[max(0, len(last) - MOST_RESULTS) :]
    return _limited(Evening(before.matches + 1, players, pairs, last), names)


def _kind_of(bot: str | None) -> str | None:
    return MIRROR if bot is not None and bot.startswith(MIRROR) else bot


def _place_of(players: Sequence[EveningPlayer], name: str) -> int | None:
    for place, player in enumerate(players):
        if player.name == name:
            return place
    return None


def _count_pair(pairs: list[HeadToHead], first: str, second: str, *, won: bool) -> None:
    """Count a match of two players who had different scores."""
    for place, pair in enumerate(pairs):
        if (pair.first, pair.second) == (first, second):
            pairs[place] = HeadToHead(first, second, pair.won + won, pair.lost + (not won))
            return
        if (pair.first, pair.second) == (second, first):
            pairs[place] = HeadToHead(second, first, pair.won + (not won), pair.lost + won)
            return
    pairs.append(HeadToHead(first, second, int(won), int(not won)))


def _limited(evening: Evening, playing: Sequence[str]) -> Evening:
    """Return a scoreboard with at most `MOST_PLAYERS` players: those with the fewest wins are dropped."""
    players = list(evening.players)
    while len(players) > MOST_PLAYERS:
        n_wins, place = min(
            [(player.wins, place) for place, player in enumerate(players) if player.name not in playing]
        )
        assert n_wins >= 0
        del players[place]
    kept = [player.name for player in players]
    pairs = [pair for pair in evening.pairs if pair.first in kept and pair.second in kept]
    return Evening(evening.matches, players, pairs, evening.last)


def rename_player(evening: Evening | None, old: str, new: str) -> Evening | None:
    """Return a scoreboard on which a player has another name."""
    if evening is None or old == new:
        return evening
    players = [_named(player, new) if player.name == old else player for player in evening.players]
    pairs = [
        HeadToHead(
            new if pair.first == old else pair.first, new if pair.second == old else pair.second, pair.won, pair.lost
        )
        for pair in evening.pairs
    ]
    last = [
        EveningResult(
            result.match,
            result.game,
            [new if winner == old else winner for winner in result.winners],
            result.score,
            result.stopped,
        )
        for result in evening.last
    ]
    return Evening(evening.matches, players, pairs, last)


def _named(player: EveningPlayer, name: str) -> EveningPlayer:
    return EveningPlayer(name, player.bot, player.wins, player.best)


def show_evening(evening: Evening | None) -> Evening | None:
    """Return a scoreboard as shown to everyone: ordered by wins, without players who asked to be forgotten."""
    if evening is None:
        return None
    ranked = sorted([(-player.wins, place) for place, player in enumerate(evening.players) if player.name != FORGOTTEN])
    pairs = [pair for pair in evening.pairs if FORGOTTEN not in (pair.first, pair.second)]
    last = [
        EveningResult(
            result.match,
            result.game,
            [winner for winner in result.winners if winner != FORGOTTEN],
            result.score,
            result.stopped,
        )
        for result in evening.last
    ]
    return Evening(evening.matches, [evening.players[place] for _, place in ranked], pairs, last)
