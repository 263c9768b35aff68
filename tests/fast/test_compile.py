"""Compiling keeps its results where it is told to, and works where nothing can be kept."""

import importlib.util
import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from paperdice.fast import cache
from paperdice.fast import compile as compiling

# This name stands for another function in a kernel made by `tailor`.
called: compiling.Kernel = compiling.FILLED_IN


def _twice(number: int) -> int:
    return 2 * number


def _call(number: int) -> int:
    return int(called(number))


@pytest.fixture(autouse=True)
def _forget_folder() -> Iterator[None]:
    cache.cache_folder.cache_clear()
    yield
    cache.cache_folder.cache_clear()


def test_compiled_code_is_kept_in_a_folder_named_after_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    assert compiling.kernel(_twice)(21) == 42
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith(f"kernels-{cache.source_hash()}")
    assert list(folder.rglob("*.nbi"))


def load(folder: Path, name: str, source: str) -> ModuleType:
    """Writes a module and imports it."""
    (folder / f"{name}.py").write_text(source)
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_kernel_outside_of_the_package_is_compiled_again_when_what_it_calls_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a file that has not changed calls a function of one that has."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    answers = []
    for factor in (2, 3):
        compiling._hash_files.cache_clear()  # as in another run
        inner = load(tmp_path, "inner", f"def step(n):\n    return {factor} * n\n")
        outer = load(tmp_path, "outer", "step = None\ndef twice(n):\n    return step(step(n))\n")
        answers.append(compiling.tailor(outer.twice, "made_here", step=compiling.kernel(inner.step))(1))
    assert answers == [4, 9]


def test_what_a_kernel_stands_on_is_found_through_all_that_it_calls(tmp_path: Path) -> None:
    inner = load(tmp_path, "inner", "def step(n):\n    return n\n")
    made = compiling.tailor(_call, "made_here", called=inner.step)
    assert compiling.outside_files(made) == {__file__, str(tmp_path / "inner.py")}
    assert compiling.outside_files(cache.cache_root) == frozenset()


def test_the_cache_is_in_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAPERDICE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_root() == tmp_path / "paperdice"


def test_a_folder_that_cannot_be_written_costs_one_warning_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("PAPERDICE_CACHE", str(blocked))
    with caplog.at_level(logging.WARNING):
        assert compiling.kernel(_twice)(21) == 42
        assert compiling.kernel(_twice)(4) == 8
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert str(blocked) in caplog.text


def test_the_setting_of_the_caller_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    before = compiling.config.CACHE_DIR
    compiling.kernel(_twice)
    assert compiling.config.CACHE_DIR == before


def test_threads_that_compile_at_once_keep_their_code_in_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And none of it lands in the working folder."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling.config, "CACHE_DIR", "")
    cache.cache_folder()
    pause = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            made: list[Any] = list(threads.map(compiling.kernel, [_twice] * 400))
    finally:
        sys.setswitchinterval(pause)
    assert {Path(kernel._cache.cache_path).is_relative_to(tmp_path) for kernel in made} == {True}
    assert compiling.config.CACHE_DIR == ""


def test_damaged_files_are_made_again_with_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    compiling.kernel(_twice)(21)
    kept = [file for file in tmp_path.rglob("*") if file.suffix in (".nbi", ".nbc")]
    assert len(kept) == 2
    for file in kept:
        file.write_bytes(b"\x80\x05 damaged")
    with caplog.at_level(logging.WARNING):
        assert compiling.kernel(_twice)(21) == 42
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "cannot be used and is made again" in caplog.text
    caplog.clear()
    assert compiling.kernel(_twice)(21) == 42
    assert caplog.records == []


def test_kernels_and_records_are_plain_where_numba_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then plain Python reads the fields of a record by name, as compiled code does."""
    assert compiling.kernel(_twice) is not _twice
    assert not hasattr(np.zeros(1, compiling.record_type((("turn", ()),)))[0], "turn")
    monkeypatch.setattr(compiling.config, "DISABLE_JIT", 1)
    assert compiling.kernel(_twice) is _twice
    record = np.zeros(1, compiling.record_type((("turn", ()), ("misses", (2,)))))[0]
    record.turn = 7
    record.misses[1] = 3
    assert (record["turn"], record["misses"].tolist()) == (7, [0, 3])


def test_a_folder_that_can_only_be_read_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """New code is kept for as long as the process lives, and nothing is written where it may not be."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    assert compiling.kernel(_twice)(21) == 42
    there = sorted(tmp_path.rglob("*"))

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    cache.cache_folder.cache_clear()
    with monkeypatch.context() as blocked:
        blocked.setattr(tempfile, "TemporaryFile", refuse)  # the tests may run as somebody who may do anything
        cache.cache_folder(compiling._hash_files(compiling.outside_files(_twice)))
    kept: Any = compiling.kernel(_twice)
    assert kept(4) == 8
    assert list(kept.stats.cache_hits.values()) == [1]
    assert sorted(tmp_path.rglob("*")) == there


def test_the_oldest_code_goes_when_the_cache_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    monkeypatch.setenv("PAPERDICE_CACHE_MB", "1")
    for age, name in enumerate(("kernels-new", "kernels-old")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_bytes(bytes(700_000))
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    folder = cache.cache_folder()
    assert folder is not None
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([folder.name, "kernels-new"])


def test_parts_become_the_fields_of_one_record() -> None:
    """Arrays, numbers and other records; kernels read them by name."""
    inner = compiling.as_record(rate=0.25)
    made = compiling.as_record(weights=np.array([[1, 2], [3, 4]], np.float32), n=7, inner=inner)

    def add(record: Any) -> float:
        return float(record.weights[1, 0] + record.n + record.inner.rate)

    assert compiling.kernel(add)(made) == 3 + 7 + 0.25
    assert (made["weights"].tolist(), int(made["n"])) == ([[1, 2], [3, 4]], 7)
