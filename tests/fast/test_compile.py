"""Compiled code is cached in the configured folder, and kernels also work without a writable cache."""

import importlib.util
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from paperdice.fast import cache, sources
from paperdice.fast import compile as compiling
from tests.patience import patience

# A placeholder that `tailor` replaces.
called: compiling.Kernel = compiling.PLACEHOLDER


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
    assert list(folder.rglob("*.nbc"))


def load(folder: Path, name: str, source: str) -> ModuleType:
    """Write a module and import it."""
    (folder / f"{name}.py").write_text(source)
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_kernel_outside_of_the_package_is_compiled_again_when_what_it_calls_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This includes functions in unchanged files that call a function in a changed file."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    answers = []
    for factor in (2, 3):
        sources.hash_files.cache_clear()  # as in a new process
        inner = load(tmp_path, "inner", f"def step(n):\n    return {factor} * n\n")
        outer = load(tmp_path, "outer", "step = None\ndef twice(n):\n    return step(step(n))\n")
        answers.append(compiling.tailor(outer.twice, "made_here", step=compiling.kernel(inner.step))(1))
    assert answers == [4, 9]


def test_checkouts_share_the_code_of_equal_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the path nor the modification time of a file matters."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path / "cache"))
    hits = []
    for age, checkout in enumerate(("one", "another")):
        (tmp_path / checkout).mkdir()
        module = load(tmp_path / checkout, "inner", "def step(n):\n    return 3 * n\n")
        os.utime(tmp_path / checkout / "inner.py", (1_000_000 - age, 1_000_000 - age))
        step: Any = compiling.kernel(module.step)
        assert step(7) == 21
        hits.append(sum(step.stats.cache_hits.values()))
    assert hits == [0, 1]


def test_a_package_behind_a_link_shares_its_code(tmp_path: Path) -> None:
    """The package's functions are not mistaken for outside ones."""
    (tmp_path / "linked").symlink_to(Path(compiling.__file__).parents[2])
    asking = "from paperdice.games.qwixx import rules; from paperdice.fast.sources import outside_files as outside; "
    settings = {**os.environ, "PYTHONPATH": str(tmp_path / "linked")}
    words = [sys.executable, "-c", f"{asking}print(rules.__file__, *outside(rules.legal_moves), sep='\\n')"]
    found = subprocess.run(words, env=settings, capture_output=True, text=True, check=True).stdout.splitlines()
    assert found == [str(tmp_path / "linked" / "paperdice" / "games" / "qwixx" / "rules.py")]


def test_processes_that_save_at_once_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process saves the code for integers while another saves that for floats."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    one, other = compiling.kernel(_twice), compiling.kernel(_twice)
    replace = os.replace

    def replace_late(source: str, target: str) -> None:
        monkeypatch.setattr(os, "replace", replace)
        assert other(1.5) == 3.0  # type: ignore[arg-type]  # another signature
        replace(source, target)

    monkeypatch.setattr(os, "replace", replace_late)
    assert one(21) == 42
    again: Any = compiling.kernel(_twice)
    assert (again(4), again(2.5)) == (8, 5.0)
    assert list(again.stats.cache_hits.values()) == [1, 1]


def test_threads_that_compile_at_once_share_their_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """This includes threads that create their own kernels from the same function."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    shared: Any = compiling.kernel(_twice)
    start = threading.Barrier(8)

    def compile_some(number: int) -> tuple[int, int, set[str]]:
        start.wait(patience())
        own: list[Any] = [compiling.kernel(_twice) for _ in range(50)]
        return shared(number), own[0](number), {each._cache.cache_path for each in own}

    pause = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(compile_some, range(8)))
    finally:
        sys.setswitchinterval(pause)
    (kept,) = (file for file in tmp_path.rglob("*") if file.is_file())
    assert answers == [(2 * number, 2 * number, {str(kept.parent)}) for number in range(8)]
    assert (len(shared.signatures), kept.suffix, caplog.text) == (1, ".nbc", "")


def test_files_are_found_through_all_calls_of_a_kernel(tmp_path: Path) -> None:
    inner = load(tmp_path, "inner", "def step(n):\n    return n\n")
    made = compiling.tailor(_call, "made_here", called=inner.step)
    assert sources.outside_files(made) == {__file__, str(tmp_path / "inner.py")}
    assert sources.outside_files(cache.max_bytes) == frozenset()


def test_the_cache_is_in_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAPERDICE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_root() == tmp_path / "paperdice"


def test_an_unwritable_folder_logs_one_warning(
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


def test_damaged_files_are_compiled_again_with_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    compiling.kernel(_twice)(21)
    (file,) = tmp_path.rglob("*.nbc")
    file.write_bytes(b"\x80\x05 damaged")
    with caplog.at_level(logging.WARNING):
        assert compiling.kernel(_twice)(21) == 42
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "cannot use the compiled code in" in caplog.text
    caplog.clear()
    assert compiling.kernel(_twice)(21) == 42
    assert caplog.records == []


def test_kernels_and_records_are_plain_where_numba_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python then reads the fields of a record by name, as compiled code does."""
    assert compiling.kernel(_twice) is not _twice
    assert not hasattr(np.zeros(1, compiling.record_type((("turn", ()),)))[0], "turn")
    monkeypatch.setattr(compiling.config, "DISABLE_JIT", 1)
    assert compiling.kernel(_twice) is _twice
    record = np.zeros(1, compiling.record_type((("turn", ()), ("misses", (2,)))))[0]
    record.turn = 7
    record.misses[1] = 3
    assert (record["turn"], record["misses"].tolist()) == (7, [0, 3])


def test_a_folder_that_can_only_be_read_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """New code is kept for the lifetime of the process; nothing is written to the read-only folder."""
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    assert compiling.kernel(_twice)(21) == 42
    there = sorted(tmp_path.rglob("*"))

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    cache.cache_folder.cache_clear()
    with monkeypatch.context() as blocked:
        blocked.setattr(tempfile, "TemporaryFile", refuse)  # tests may run as root
        cache.cache_folder(sources.hash_files(sources.outside_files(_twice)))
    kept: Any = compiling.kernel(_twice)
    assert kept(4) == 8
    assert list(kept.stats.cache_hits.values()) == [1]
    assert sorted(tmp_path.rglob("*")) == there


def test_the_oldest_code_is_deleted_when_the_cache_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    monkeypatch.setenv("PAPERDICE_CACHE_MB", "1")
    for age, name in enumerate(("kernels-new", "kernels-old")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_bytes(bytes(700_000))
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    folder = cache.cache_folder()
    assert folder is not None
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([folder.name, "kernels-new"])


def test_files_that_vanish_meanwhile_count_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may rename its temporary files and delete old code at the same time."""
    (tmp_path / "code").write_bytes(bytes(700))
    monkeypatch.setattr(os, "walk", lambda _: [(tmp_path, [], ["code", "code.tmp"])])
    assert cache.size_of(tmp_path) == 700


def test_parts_become_the_fields_of_one_record() -> None:
    """Fields can be arrays, numbers and other records; kernels read them by name."""
    inner = compiling.as_record(rate=0.25)
    made = compiling.as_record(weights=np.array([[1, 2], [3, 4]], np.float32), n=7, inner=inner)

    def add(record: Any) -> float:
        return float(record.weights[1, 0] + record.n + record.inner.rate)

    assert compiling.kernel(add)(made) == 3 + 7 + 0.25
    assert (made["weights"].tolist(), int(made["n"])) == ([[1, 2], [3, 4]], 7)
