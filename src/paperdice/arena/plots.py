"""Plots of the results of simulations and leagues."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from paperdice.arena.reports import LeagueReport, RunReport
from paperdice.arena.statistics import LOWEST, Z95
from paperdice.errors import SetupError, needs
from paperdice.files import check_writable, write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER, INK, MUTED, LINE = "#fffcf5", "#1b2030", "#5a5d69", "#d8d0bf"
LONGEST_NAME = 24
SEATS = ("#c42f36", "#1b57b8", "#45a683", "#fd9553", "#6b2c6b", "#957500")


def check_plot(path: Path) -> None:
    """Check that a plot can be saved to this file, in order to fail before a long run instead of after it.

    Raises:
        SetupError: The file type is not supported.
        MissingExtraError: matplotlib is not installed.
        StoreError: The file cannot be written.
    """
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise SetupError(f"pictures are saved as .png, .svg or .pdf, not {path.name!r}")
    with needs("a picture", "paperdice[plot]"):
        importlib.import_module("matplotlib")
    check_writable(path)


def draw_run(path: Path, report: RunReport) -> None:
    """Save a plot of each seat's score distribution and of how the matches ended.

    Raises:
        SetupError: The file type is not supported.
        MissingExtraError: matplotlib is not installed.
        StoreError: The file cannot be written.
    """
    check_plot(path)
    figure, (scores, ends) = _figure((10.5, 5.2), (3.4, 1))
    _draw_scores(scores, report)
    _draw_ends(ends, report)
    figure.suptitle(_title(report), color=INK, fontsize=15, fontweight="bold", x=0.02, ha="left")
    _save(figure, path)


def _title(report: RunReport) -> str:
    game = report.game.replace("_", " ").title()
    return f"{game}, {report.seats} seats: {report.matches:,} matches"


def _figure(size: tuple[float, float], widths: tuple[float, float]) -> tuple[Figure, Sequence[Axes]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, facecolor=PAPER, layout="constrained")
    axes = figure.subplots(1, 2, width_ratios=widths)
    for axis in axes:
        _dress(axis)
    return figure, axes


def _dress(axis: Axes) -> None:
    """Set the background and text colors of a plot and remove its frame."""
    axis.set_facecolor(PAPER)
    axis.tick_params(colors=MUTED, length=0)
    for side in ("top", "right", "left"):
        axis.spines[side].set_visible(False)
    axis.spines["bottom"].set_color(LINE)


def _draw_scores(axis: Axes, report: RunReport) -> None:
    counted = report.summary.scores
    points = np.arange(len(counted[0])) + LOWEST
    shares = np.array([smooth(counts, report.score_spreads[seat]) for seat, counts in enumerate(counted)])
    seen = np.nonzero(shares.max(axis=0) > shares.max() / 400)[0]
    shown = slice(max(int(seen[0]) - 1, 0), int(seen[-1]) + 2)
    for seat, share in enumerate(shares):
        color, mean = SEATS[seat], report.mean_scores[seat]
        label = f"seat {seat}, {report.bots[seat]}: {mean:.1f} ± {report.score_spreads[seat]:.1f}"
        axis.fill_between(points[shown], 100 * share[shown], color=color, alpha=0.14, lw=0)
        axis.plot(points[shown], 100 * share[shown], color=color, lw=2.2, label=label)
        axis.vlines(mean, 0, 100 * share[round(mean) - LOWEST], color=color, lw=1.2, ls=(0, (3, 2)))
    axis.set_xlabel("points", color=MUTED)
    axis.set_ylabel("share of matches for each point, smoothed", color=MUTED)
    axis.yaxis.set_major_formatter(lambda share, _: f"{share:g} %")
    axis.set_ylim(bottom=0)
    axis.margins(x=0, y=0.08)
    axis.grid(axis="y", color=LINE, lw=0.7)
    axis.set_axisbelow(True)
    axis.legend(labelcolor=INK, loc="upper right", facecolor=PAPER, edgecolor="none", framealpha=0.9)


def smooth(counts: np.ndarray, spread: float) -> np.ndarray:
    """Return the smoothed distribution of scores, as fractions of all matches.

    Exact fractions fluctuate, since some scores can be reached in many more ways than others. A Gaussian kernel a
    quarter as wide as the distribution preserves the mean and increases the standard deviation by 3 %.

    Args:
        counts: The number of matches with each score.
        spread: The standard deviation of the scores.
    """
    width = max(spread / 4, 1.0)
    reach = int(4 * width) + 1
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    shares: np.ndarray = np.convolve(counts / counts.sum(), bell / bell.sum(), mode="same")
    return shares


def _draw_ends(axis: Axes, report: RunReport) -> None:
    names = list(report.end_reasons)
    shares = [100 * report.end_reasons[name] / report.matches for name in names]
    axis.barh(range(len(names)), [100] * len(names), color=LINE, height=0.16)
    axis.barh(range(len(names)), shares, color=INK, height=0.16)
    for place, (name, share) in enumerate(zip(names, shares, strict=True)):
        axis.text(0, place - 0.16, name, color=INK, va="bottom")
        axis.text(100, place - 0.16, f"{share:.1f} %", color=INK, va="bottom", ha="right")
    axis.set_xlim(0, 104)
    axis.set_ylim(4.5, -0.8)
    axis.set_xticks([])
    axis.set_yticks([])
    axis.spines["bottom"].set_visible(False)
    axis.set_title(f"how matches end\n{report.mean_turns:.1f} turns on average", color=MUTED, fontsize=11, loc="left")


def draw_league(path: Path, report: LeagueReport) -> None:
    """Save a plot of the ratings with their errors, and of each bot's share of the wins against every other bot.

    Raises:
        SetupError: The file type is not supported.
        MissingExtraError: matplotlib is not installed.
        StoreError: The file cannot be written.
    """
    check_plot(path)
    n_bots = len(report.bots)
    figure, (ratings, shares) = _figure((11, 2.2 + 0.5 * n_bots), (1.4, 1))
    names = [_short(name) for name in report.bots]
    _draw_ratings(ratings, names, report)
    _draw_shares(shares, names, report.table)
    n_matches = report.pairings[0].matches
    title = f"{report.game.replace('_', ' ').title()}: {n_bots} bots, {n_matches:,} matches per pair"
    figure.suptitle(title, color=INK, fontsize=15, fontweight="bold", x=0.02, ha="left")
    _save(figure, path)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]


def _draw_ratings(axis: Axes, names: list[str], report: LeagueReport) -> None:
    places = np.arange(len(names))
    errors = Z95 * np.array(report.errors)
    axis.errorbar(report.ratings, places, xerr=errors, fmt="o", color=INK, ecolor=MUTED, capsize=4, ms=8)
    for place, rating in zip(places, report.ratings, strict=True):
        axis.annotate(f"{rating:.0f}", (rating, place), (0, 9), textcoords="offset points", ha="center", color=INK)
    axis.set_yticks(places, names, color=INK)
    axis.set_ylim(len(names) - 0.5, -0.7)
    axis.margins(x=0.1)
    axis.grid(axis="x", color=LINE, lw=0.7)
    axis.set_xlabel(f"rating, 95 % intervals; {_short(report.anchor)} counts as 1000", color=MUTED)


def _draw_shares(axis: Axes, names: list[str], table: tuple[tuple[float | None, ...], ...]) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    colors = LinearSegmentedColormap.from_list("shares", [SEATS[0], PAPER, SEATS[1]])
    shares = np.array([[np.nan if share is None else share for share in row] for row in table])
    axis.imshow(shares, cmap=colors, vmin=0, vmax=1, aspect="auto")
    for row, column in np.argwhere(~np.isnan(shares)):
        share = shares[row, column]
        ink = PAPER if abs(share - 0.5) > 0.3 else INK
        axis.text(column, row, f"{100 * share:.1f}", ha="center", va="center", color=ink)
    axis.set_xticks(range(len(names)), names, rotation=30, ha="right", color=INK)
    axis.set_yticks([])
    axis.set_title("share in % of the bot on the left\nagainst the bot below", color=MUTED, fontsize=11, loc="left")


def _save(figure: Figure, path: Path) -> None:
    write_whole(path, lambda file: figure.savefig(file, format=path.suffix[1:], dpi=160, facecolor=PAPER))
