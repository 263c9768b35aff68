"""Pictures of runs, duels and leagues."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np

from paperdice.arena.rows import write_whole
from paperdice.arena.summary import LOWEST, Summary
from paperdice.errors import SetupError, StoreError

PAPER, INK, MUTED, LINE = "#fffcf5", "#1b2030", "#5a5d69", "#d8d0bf"
SEATS = ("#c42f36", "#1b57b8", "#45a683", "#fd9553", "#6b2c6b", "#957500")


def check_plot(path: Path) -> None:
    """Raises unless a picture can be drawn to this file: better now than after an hour of play."""
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise SetupError(f"pictures are drawn as .png, .svg or .pdf, not {path.name!r}")
    if importlib.util.find_spec("matplotlib") is None:
        raise SetupError("pictures need the extra 'plot': pip install 'paperdice[plot]'")
    if not path.parent.is_dir():
        raise StoreError(f"cannot write {path}: there is no folder {path.parent}")


def draw_summary(path: Path, summary: Summary) -> None:
    """Draws the distribution of scores of each seat, and how matches end."""
    figure, (scores, ends) = _figure((10.5, 5.2), (3.4, 1))
    told = summary.told()
    _draw_scores(scores, summary, told)
    _draw_ends(ends, told)
    figure.suptitle(_title(told), color=INK, fontsize=15, fontweight="bold", x=0.02, ha="left")
    _save(figure, path)


def _title(told: dict[str, Any]) -> str:
    game = told["game"].replace("_", " ").title()
    return f"{game}, {told['seats']} seats: {told['matches']:,} matches"


def _figure(size: tuple[float, float], widths: tuple[float, float]) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, facecolor=PAPER, layout="constrained")
    axes = figure.subplots(1, 2, width_ratios=widths)
    for axis in axes:
        _dress(axis)
    return figure, axes


def _dress(axis: Any) -> None:
    """Gives an axis the look of the house: paper, ink, no box."""
    axis.set_facecolor(PAPER)
    axis.tick_params(colors=MUTED, length=0)
    for side in ("top", "right", "left"):
        axis.spines[side].set_visible(False)
    axis.spines["bottom"].set_color(LINE)


def _draw_scores(axis: Any, summary: Summary, told: dict[str, Any]) -> None:
    seen = np.nonzero(summary.scores.sum(axis=0))[0]
    low, high = int(seen[0]), int(seen[-1]) + 1
    width = max(1, (high - low) // 80)
    for seat, counts in enumerate(summary.scores):
        edges = np.arange(low, high + width, width)
        heights = np.add.reduceat(np.append(counts, np.zeros(width)), edges[:-1]) / summary.matches / width
        places = edges[:-1] + LOWEST + width / 2
        color = SEATS[seat]
        label = f"seat {seat}, {told['bots'][seat]}: {told['mean_scores'][seat]:.1f} points"
        axis.fill_between(places, 100 * heights, color=color, alpha=0.16, lw=0)
        axis.plot(places, 100 * heights, color=color, lw=2, label=label)
        axis.axvline(told["mean_scores"][seat], color=color, lw=1, ls=(0, (4, 3)))
    axis.set_xlabel("points", color=MUTED)
    axis.set_ylabel("share of matches in %, each point", color=MUTED)
    axis.set_ylim(bottom=0)
    axis.grid(axis="y", color=LINE, lw=0.7)
    axis.legend(frameon=False, labelcolor=INK, loc="upper right")


def _draw_ends(axis: Any, told: dict[str, Any]) -> None:
    names = list(told["end_reasons"])
    shares = [100 * told["end_reasons"][name] / told["matches"] for name in names]
    bars = axis.barh(names, shares, color=INK, height=0.5)
    axis.bar_label(bars, [f"{share:.1f} %" for share in shares], padding=4, color=INK)
    axis.set_xlim(0, 130)
    axis.set_xticks([])
    axis.spines["bottom"].set_visible(False)
    axis.set_title(f"how matches end\n{told['mean_turns']:.1f} turns on average", color=MUTED, fontsize=11, loc="left")
    axis.invert_yaxis()


def _save(figure: Any, path: Path) -> None:
    write_whole(path, lambda file: figure.savefig(file, format=path.suffix[1:], dpi=160, facecolor=PAPER))
