"""Solitaire Qwixx is solved once for all tests that need it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from paperdice.solve.qwixx.question import solve_qwixx


@pytest.fixture(scope="session")
def solved_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache that holds the table of solitaire Qwixx."""
    folder = tmp_path_factory.mktemp("solved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAPERDICE_CACHE", str(folder))
        solve_qwixx()
    yield folder


@pytest.fixture
def _use_solved_cache(solved_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(solved_cache))
