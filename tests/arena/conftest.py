"""A cache of the test's own for stopped runs; compiled code stays where all tests share it."""

from pathlib import Path

import pytest

from paperdice.arena import kept


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that stopped runs are kept in."""
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "runs"
