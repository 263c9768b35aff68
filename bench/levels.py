"""Calibrate and measure the levels of bots.

`calibrate` finds the slips of levels 1 to 6 for which ratings rise evenly from level 1 to level 7, and writes them to
`bots/levels.toml`; `rate` rates all levels with two seats; `field` plays each level against several bots of level 4;
`mirror` measures how often players of several strengths win against a mirror that adapts to their results.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from paperdice.arena.league import ELO, fit_ratings
from paperdice.arena.results import DuelResult
from paperdice.arena.run import play_duel
from paperdice.arena.statistics import Z95, Duel, win_shares
from paperdice.bots import levels
from paperdice.bots.registry import find_policy
from paperdice.fast.playout import Playout, Policy
from paperdice.game import Game
from paperdice.games import GAMES, find_game

FILE = Path(levels.__file__).with_suffix(".toml")
HEAD = """# By how many thousandths of the mean regret levels 1 to 6 slip (fast/slips.py).
# Level 7 is `steady`, level 8 `expert`.
# Written by bench/levels.py; `default` serves games that have not been measured.
"""
# The slips to measure, from none to almost any move of the better half.
GRID = (0, 150, 250, 400, 600, 900, 1400, 2500, 5000, 12000)
NEIGHBORS = 3
# The distance between level 1 and level 7 if the slips allow it; steps must be at least 60 points.
WIDEST = 6 * 150
EXPERT_RIVALS = ("level-5", "level-6", "level-7")
FIELD = "level-4"
PERSONS = (2.0, 3.5, 5.0, 6.5)


def calibrate(game: Game, matches: int, seed: int) -> list[int]:
    """Return the slips of levels 1 to 6 in a game."""
    steady = find_policy("steady", game, 2)
    players = [steady.slipping(f"slip-{slip}", slip) if slip else steady for slip in GRID]
    shares, errors, played = np.zeros((3, len(GRID), len(GRID)))
    for a, b in combinations(range(len(GRID)), 2):
        if b - a <= NEIGHBORS:
            shares[a, b], errors[a, b] = _meet(game, players[a], players[b], matches, seed)
            shares[b, a], errors[b, a] = 1 - shares[a, b], errors[a, b]
            played[a, b] = played[b, a] = matches
    ratings, _ = fit_ratings(shares, errors, played, 0)
    ratings = np.minimum.accumulate(ratings)
    tell(f"{game.name}: " + ", ".join(f"{slip} {rating:+.0f}" for slip, rating in zip(GRID, ratings, strict=True)))
    lowest = max(float(ratings[-1]), -WIDEST)
    targets = [lowest * (levels.WHOLE - level) / (levels.WHOLE - levels.LOWEST) for level in range(1, levels.WHOLE)]
    return [round(float(np.interp(-target, -ratings, GRID))) for target in targets]


def _meet(game: Game, one: Policy, other: Policy, matches: int, seed: int) -> tuple[float, float]:
    """Return the share of wins of the first bot, and its standard error from pairs of matches with the same dice."""
    sheets = [game.sheets[name] for name in game.deal(2)]
    first = win_shares(Playout(game, sheets, [one, other]).play(seed, 0, matches // 2), 2)[:, 0]
    second = win_shares(Playout(game, sheets, [other, one]).play(seed, 0, matches // 2), 2)[:, 1]
    groups = (first + second) / 2
    return float(groups.mean()), float(groups.std(ddof=1) / math.sqrt(len(groups)))


def write_slips(found: dict[str, list[int]]) -> None:
    """Write the slips of these games to the file, and keep those of other games."""
    known = dict(levels.read_slips()) | found
    parts = [f"[{game}]\nslips = {json.dumps(slips)}\n" for game, slips in known.items()]
    FILE.write_text("\n".join([HEAD, *parts]), encoding="utf-8")


def rate(game: Game, matches: int, seed: int, expert_matches: int, playouts: int) -> None:
    """Rate all levels by duels of all pairs; level 8 plays against the nearest levels only."""
    bots = ("casual", *levels.LEVELS)
    duels = []
    for pair in combinations(bots, 2):
        is_searching = levels.LEVELS[-1] in pair
        if not is_searching:
            duels.append(play_duel(Duel(pair, game.name, seed=seed), matches))
        elif pair[0] in EXPERT_RIVALS and expert_matches:
            duels.append(play_duel(Duel(pair, game.name, seed=seed, playouts=playouts), expert_matches))
        tell(f"{game.name}: {' '.join(pair)}")
    played = {name for duel in duels for name in duel.bots}
    show_ratings(game, [bot for bot in bots if bot in played], duels)


def show_ratings(game: Game, bots: Sequence[str], duels: Iterable[DuelResult]) -> None:
    """Print one row per bot: its rating with interval, and the difference to the level below."""
    shares, errors, matches = np.zeros((3, len(bots), len(bots)))
    for duel in duels:
        a, b = (bots.index(name) for name in duel.bots)
        shares[a, b], shares[b, a] = duel.share, 1 - duel.share
        errors[a, b] = errors[b, a] = duel.error
        matches[a, b] = matches[b, a] = duel.matches
    ratings, rating_errors = fit_ratings(shares, errors, matches, bots.index("casual"))
    before = None
    for bot, rating, error in zip(bots, 1000 + ratings, Z95 * rating_errors, strict=True):
        step = "" if before is None or not bot.startswith("level") else f"{rating - before:+.0f}"
        sys.stdout.write(f"| {game.name} | `{bot}` | {rating:.0f} ± {error:.0f} | {step} |\n")
        before = rating if bot.startswith("level") else None


def field(game: Game, seats: int, matches: int, seed: int, expert_matches: int, playouts: int) -> None:
    """Rate each level against a field of bots of level 4.

    The model: with n seats a player rated d points above the field takes 1 / (1 + (n - 1) 10^(-d/400)) of the wins.
    """
    for level in levels.LEVELS:
        is_searching = level == levels.LEVELS[-1]
        number = expert_matches if is_searching else matches
        if level == FIELD or not number:
            continue
        duel = Duel((level, FIELD), game.name, seats, seed, playouts=playouts if is_searching else None)
        told = play_duel(duel, number)
        above = -ELO * math.log((1 / told.share - 1) / (seats - 1))
        error = Z95 * ELO * told.error / (told.share * (1 - told.share))
        sys.stdout.write(
            f"| {game.name} | {seats} | `{level}` | {100 * told.share:.1f} ± {100 * Z95 * told.error:.1f} | "
            f"{above:+.0f} ± {error:.0f} |\n"
        )
        sys.stdout.flush()


def mirror(game: Game, matches: int, seed: int) -> None:
    """Print how often players of several strengths win against a mirror, after its first 20 matches."""
    for person in PERSONS:
        seen = follow(game, person, matches, seed)
        late = seen[20:]
        share = sum(won for won, _ in late) / len(late)
        sys.stdout.write(
            f"| {game.name} | {person:g} | {100 * share:.0f} % | {np.mean([level for _, level in late]):.1f} |\n"
        )


def follow(game: Game, person: float, matches: int, seed: int) -> list[tuple[float, float]]:
    """Return the result of a player of this level, and the level of the mirror, for each match."""
    sheets = [game.sheets[name] for name in game.deal(2)]
    steady = find_policy("steady", game, 2)
    own = steady.slipping("person", levels.find_slip(game.name, person))
    results: list[float] = []
    seen = []
    for number in range(matches):
        level = min(levels.mirror_level(results), float(levels.WHOLE))
        other = steady.slipping("mirror", levels.find_slip(game.name, level))
        won = float(win_shares(Playout(game, sheets, [own, other]).play(seed, number, 1), 2)[0, 0])
        results.append(won)
        seen.append((won, level))
    return seen


def tell(line: str) -> None:
    """Print the progress."""
    sys.stderr.write(line + "\n")


def main() -> None:
    """Parse the arguments and run the selected part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("calibrate", "rate", "field", "mirror"))
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--matches", type=int, default=1000, help="matches per pair, or per mirror")
    parser.add_argument("--expert-matches", type=int, default=0, help="matches per pair with level 8; 0 skips it")
    parser.add_argument("--playouts", type=int, default=200, help="playouts per decision of level 8")
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4])
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    for game in [find_game(name) for name in told.games] or GAMES:
        if told.what == "calibrate":
            write_slips({game.name: calibrate(game, told.matches, told.seed)})
        elif told.what == "rate":
            rate(game, told.matches, told.seed, told.expert_matches, told.playouts)
        elif told.what == "mirror":
            mirror(game, told.matches, told.seed)
        else:
            for seats in told.seats:
                field(game, seats, told.matches, told.seed, told.expert_matches, told.playouts)


if __name__ == "__main__":
    main()
