"""No kernel reads a record whose array numba has already freed."""

from types import FunctionType

import numpy as np
import pytest

from paperdice.fast.compile import Record, Records, named_fields
from tests.fast.lifetimes import find_lost, kernels_below

PAIR = named_fields(np.dtype([("first", np.int64), ("second", np.int64, (2,))]))


def total(pair: Record) -> int:
    return int(pair.first)


def make_pairs() -> Records:
    return np.zeros(1, PAIR)


def hand_over_last() -> int:
    """An example of a fault: the array's name is not used after the second call starts, so the array is freed."""
    pairs = np.zeros(1, PAIR)
    total(pairs[0])
    return total(pairs[0])


def keep_only_the_record(n: int) -> int:
    pairs = np.zeros(1, PAIR)
    pair = pairs[0]
    points = 0
    for _ in range(n):
        points += pair.first
    return points


def keep_only_a_field() -> int:
    pairs = make_pairs()
    second = pairs[0].second
    return int(second.sum())


def name_the_array_later(n: int) -> Records:
    pairs = np.zeros(1, PAIR)
    pair = pairs[0]
    for _ in range(n):
        pair.first += total(pair)
    return pairs


def take_anew_in_a_loop(n: int) -> int:
    pairs = np.zeros(1, PAIR)
    points = 0
    for number in range(n):
        pairs[0].first = number
        points += total(pairs[0])
    return points


def take_numbers_and_slices(n: int) -> int:
    numbers = np.zeros(9, np.int64)
    return max(total(numbers[n:]), total(numbers[n]))


def take_from_an_argument(pairs: Records) -> int:
    return total(pairs[0])


@pytest.mark.parametrize(
    ("function", "lost"),
    [
        (hand_over_last, ["pairs in return total(pairs[0])"]),
        (keep_only_the_record, ["pairs in points += pair.first"]),
        (keep_only_a_field, ["pairs in return int(second.sum())", "pairs in second = pairs[0].second"]),
        (name_the_array_later, []),
        (take_anew_in_a_loop, []),
        (take_numbers_and_slices, []),
        (take_from_an_argument, []),
    ],
)
def test_a_record_that_outlives_its_array_is_found(function: FunctionType, lost: list[str]) -> None:
    assert find_lost(function) == lost


@pytest.mark.parametrize(("folder", "least"), [("paperdice/fast", 8), ("paperdice/solve", 60), ("paperdice/bots", 150)])
def test_every_kernel_keeps_its_arrays_alive(folder: str, least: int) -> None:
    found = {f"{kernel.__module__}.{kernel.__name__}": find_lost(kernel) for kernel in kernels_below(folder)}
    assert len(found) > least
    assert {name: lost for name, lost in found.items() if lost} == {}
