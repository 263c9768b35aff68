"""Pictures are written completely or not at all."""

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import paperdice
from paperdice.arena.plots import check_plot, draw_run, smooth
from paperdice.arena.results import SimulationResult
from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup
from paperdice.errors import StoreError

SIGNATURES = {".png": b"\x89PNG\r\n\x1a\n", ".svg": b"<?xml", ".pdf": b"%PDF"}


@pytest.fixture
def summary() -> SimulationResult:
    return play_run(Setup("qwixx", 2, ("random", "random")), 300)


@pytest.mark.parametrize("suffix", SIGNATURES)
def test_a_picture_is_what_its_name_says(suffix: str, summary: SimulationResult, tmp_path: Path) -> None:
    file = tmp_path / f"scores{suffix}"
    draw_run(file, summary)
    assert file.read_bytes().startswith(SIGNATURES[suffix])
    assert file.stat().st_size > 5000
    assert list(tmp_path.glob("*.part")) == []


def test_one_match_can_be_drawn(tmp_path: Path) -> None:
    draw_run(tmp_path / "one.png", play_run(Setup("qwixx", 1, ("random",)), 1))
    assert (tmp_path / "one.png").exists()


@contextmanager
def small_disk() -> Iterator[None]:
    """Limit file sizes to one kilobyte."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_link_in_the_way_is_not_followed(summary: SimulationResult, tmp_path: Path) -> None:
    """A picture is first written to a file with a temporary name, where another user may have placed a link."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "scores.png.part").symlink_to(victim)
    draw_run(tmp_path / "scores.png", summary)
    assert victim.read_text() == "precious" and not (tmp_path / "scores.png").is_symlink()


def test_a_full_disk_leaves_no_half_picture(summary: SimulationResult, tmp_path: Path) -> None:
    file = tmp_path / "scores.png"
    with small_disk(), pytest.raises(StoreError, match="File too large"):
        draw_run(file, summary)
    assert list(tmp_path.glob("scores*")) == []


def test_an_older_picture_stays_until_the_new_one_is_complete(summary: SimulationResult, tmp_path: Path) -> None:
    file = tmp_path / "scores.png"
    file.write_text("the old one")
    with small_disk(), pytest.raises(StoreError):
        draw_run(file, summary)
    assert file.read_text() == "the old one"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("scores.gif", "pictures are saved as .png, .svg or .pdf"), ("nowhere/scores.png", "there is no folder")],
)
def test_a_wrong_name_is_refused_before_anything_is_played(name: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(paperdice.PaperdiceError) as refusal:
        check_plot(tmp_path / name)
    assert sentence in str(refusal.value)


def test_a_missing_extra_is_a_short_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(paperdice.MissingExtraError, match=r"a picture needs matplotlib, .*'paperdice\[plot\]'$"):
        check_plot(tmp_path / "scores.png")


def test_smoothing_keeps_the_whole_and_the_mean() -> None:
    counts = np.zeros(500)
    counts[[200, 210, 250]] = 1, 2, 3
    shares = smooth(counts, 25.0)
    assert shares.sum() == pytest.approx(1)
    assert shares @ np.arange(500) == pytest.approx((200 + 2 * 210 + 3 * 250) / 6)
