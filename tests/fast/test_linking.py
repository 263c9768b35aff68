"""Kernels that call each other are linked into one library."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paperdice.fast.cache import cache_folder
from paperdice.fast.compile import kernel, tailor
from paperdice.fast.internals import KernelDispatcher


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    cache_folder.cache_clear()
    yield
    cache_folder.cache_clear()


@kernel
def _square(number: int) -> int:
    return number * number


@kernel
def _sum_of_squares(numbers: np.ndarray) -> int:
    total = 0
    for number in numbers:
        total += _square(number)
    return total


def _norm(numbers: np.ndarray) -> float:
    return float(np.sqrt(SUM(numbers)))


SUM: Any = None


def _checked_root(number: float) -> float:
    if number < 0:
        raise ValueError("no root of a negative number")
    return float(np.sqrt(number))


def _call_checked_root(number: float) -> float:
    return float(ROOT(number))


ROOT: Any = None


def dispatcher(compiled: object) -> KernelDispatcher:
    assert isinstance(compiled, KernelDispatcher)
    return compiled


def test_only_the_kernel_that_python_calls_becomes_machine_code(tmp_path: Path) -> None:
    """Three functions call each other; by default, numba would also keep the code of the inner ones."""
    norm = tailor(_norm, "deep", SUM=_sum_of_squares)
    assert norm(np.array([3, 4])) == 5.0
    assert len(list(tmp_path.rglob("*.nbc"))) == 1
    assert dispatcher(_square).signatures == dispatcher(_sum_of_squares).signatures == []
    assert len(dispatcher(_square).part.signatures) == 1


def test_a_kernel_inside_of_another_can_be_called_too() -> None:
    assert tailor(_norm, "inside", SUM=_sum_of_squares)(np.array([6, 8])) == 10.0
    assert _sum_of_squares(np.array([6, 8])) == 100
    assert _square(7) == 49


def test_kept_code_needs_nothing_of_what_it_was_made_of() -> None:
    assert tailor(_norm, "kept", SUM=_sum_of_squares)(np.array([5, 12])) == 13.0
    again: Any = tailor(_norm, "kept", SUM=_sum_of_squares)
    assert again(np.array([8, 15])) == 17.0
    assert list(again.stats.cache_hits.values()) == [1]


def test_an_error_deep_inside_reaches_python() -> None:
    """This holds for newly compiled code and for cached code."""
    for _ in range(2):
        outer = tailor(_call_checked_root, "checked", ROOT=kernel(_checked_root))
        assert outer(9.0) == 3.0
        with pytest.raises(ValueError, match="no root of a negative number"):
            outer(-1.0)


LOADS = """
import sys
import paperdice.fast.compile
from numba.core.registry import cpu_target
cpu_target.target_context.refresh()
print("scipy.linalg" in sys.modules)
import numba, numpy
print(numba.njit(lambda a: a @ a)(numpy.eye(2)).tolist(), "scipy.linalg" in sys.modules)
"""


def test_scipy_is_imported_only_for_what_needs_it() -> None:
    """Checking for SciPy would take a third of the time to a first decision."""
    told = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n[[1.0, 0.0], [0.0, 1.0]] True\n"
