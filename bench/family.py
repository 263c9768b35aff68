"""Measure the sheets of the Qwixx family and of Longo: random matches per second, and `steady` against `casual`.

Rates use CPU seconds of the thread, since other programs may share the cores. Shares of wins are for two seats that
swap sides on the same dice, ties split, with 95 % intervals by pairs of matches. `--sheets longo-1` selects sheets.
"""

import argparse
import math
import time

import numpy as np

import paperdice
from paperdice.arena.statistics import Z95, win_shares
from paperdice.bots.registry import find_policy
from paperdice.fast.playout import RANDOM, Playout
from paperdice.sheet import Sheet

RANDOM_MATCHES = 20_000


def random_rate(sheet: Sheet) -> float:
    """Return how many random matches of two seats are played per CPU second, the best of three runs."""
    playout = Playout(paperdice.find_game(sheet.game), [sheet] * 2, [RANDOM] * 2)
    playout.play(1, 0, 10)
    seconds = []
    for run in range(3):
        started = time.thread_time()
        playout.play(1 + run, 0, RANDOM_MATCHES)
        seconds.append(time.thread_time() - started)
    return RANDOM_MATCHES / min(seconds)


def steady_share(sheet: Sheet, matches: int, seed: int) -> tuple[float, float, float]:
    """Return the share of wins of `steady` against `casual`, half the width of its 95 % interval, and the mean
    margin.
    """
    game = paperdice.find_game(sheet.game).on([sheet])
    steady, casual = find_policy("steady", game, 2), find_policy("casual", game, 2)
    one = Playout(game, [sheet] * 2, [steady, casual]).play(seed, 0, matches // 2)
    two = Playout(game, [sheet] * 2, [casual, steady]).play(seed, 0, matches // 2)
    groups = (win_shares(one, 2)[:, 0] + win_shares(two, 2)[:, 1]) / 2
    margins = [one["scores"][:, 0] - one["scores"][:, 1], two["scores"][:, 1] - two["scores"][:, 0]]
    error = float(groups.std(ddof=1)) / math.sqrt(len(groups))
    return float(groups.mean()), Z95 * error, float(np.mean(margins))


def main() -> None:
    """Print one row per sheet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("--sheets", nargs="*", default=[])
    told = parser.parse_args()
    print(
        "| game | sheet | random matches per second | `steady` against `casual` | mean margin |\n|---|---|---|---|---|"
    )
    for game in (paperdice.find_game("qwixx"), paperdice.find_game("longo")):
        for sheet in game.sheets.values():
            if sheet.extras is not None and (not told.sheets or sheet.name in told.sheets):
                share, half, margin = steady_share(sheet, told.matches, told.seed)
                shown = f"{100 * share:.1f} ± {100 * half:.1f} % | {margin:+.1f}"
                print(f"| {game.name} | `{sheet.name}` | {random_rate(sheet):,.0f} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
