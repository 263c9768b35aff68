"""The parts of a forward pass, each against a sum done by hand."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from paperdice.bots.network import (
    AS_IS,
    Features,
    WeightsError,
    add_dense,
    add_rectified,
    add_rectified_dot,
    chance_of,
    read_networks,
    read_vector,
    set_units,
    write_network,
)


class Inputs(Features):
    """Three inputs."""

    LEAD = 20.0, "points ahead of the rival"
    LOCKS = AS_IS, "rows that are locked"
    TURN = 10.0, "the turn"


class Net(NamedTuple):
    """Two parts."""

    weights: np.ndarray
    bias: np.ndarray

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Two inputs for each unit."""
        return {"weights": (2, self.bias.size), "bias": (self.bias.size,)}


def singles(*numbers: float) -> np.ndarray:
    return np.array(numbers, np.float32)


def test_features_stand_in_the_order_of_their_declaration() -> None:
    assert [(int(one), one.name, one.scale, one.meaning) for one in Inputs] == [
        (0, "LEAD", 20.0, "points ahead of the rival"),
        (1, "LOCKS", None, "rows that are locked"),
        (2, "TURN", 10.0, "the turn"),
    ]
    assert Inputs.scales().tolist() == pytest.approx([20.0, math.nan, 10.0], nan_ok=True)


def test_a_dense_layer_adds_each_input_times_its_weight() -> None:
    out = singles(1, 10)
    add_dense(singles(2, 3), np.array([[1, 2], [4, -5]], np.float32), out)
    assert out.tolist() == [1 + 2 * 1 + 3 * 4, 10 + 2 * 2 - 3 * 5]


def test_only_units_above_zero_count() -> None:
    out = singles(1, 1, 1)
    add_rectified(singles(2, -3, 0), out)
    assert out.tolist() == [3, 1, 1]
    assert add_rectified_dot(singles(2, -3, 4), singles(10, 100, -1), np.float32(0.5)) == 0.5 + 20 - 4


def test_a_logit_of_log_three_is_three_to_one() -> None:
    assert chance_of(0.0) == 0.5
    assert chance_of(math.log(3)) == pytest.approx(0.75, abs=1e-12)


def test_networks_are_kept_by_number_of_seats(tmp_path: Path) -> None:
    file = tmp_path / "some.npz"
    write_network(file, 4, Net(np.full((2, 2), 4, np.float32), singles(4, 4)))
    write_network(file, 2, Net(np.full((2, 2), 2, np.float32), singles(2, 2)))
    read = read_networks(file, Net)
    assert sorted(read) == [2, 4]
    assert read[2].bias.tolist() == [2, 2]
    assert read[4].weights.tolist() == [[4, 4], [4, 4]]


WEIGHTS = np.ones((2, 1), np.float32)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"2_0": singles(1)}, "some.npz for 2 seats: 1 parts, not 2 (weights, bias)"),
        ({"2_0": WEIGHTS, "2_1": np.array([1])}, "some.npz for 2 seats: part bias must hold finite"),
        ({"2_0": math.nan * WEIGHTS, "2_1": singles(1)}, "some.npz for 2 seats: part weights must hold finite"),
        ({"2_0": WEIGHTS, "2_1": singles(1, 1)}, "some.npz for 2 seats: part weights has the shape (2, 1), not (2, 2)"),
        ({"2_0": WEIGHTS, "2_1": singles(1)[None]}, "some.npz for 2 seats: part bias has the shape (1, 1), not (1,)"),
    ],
)
def test_a_file_of_another_shape_is_refused(tmp_path: Path, parts: dict[str, np.ndarray], message: str) -> None:
    file = tmp_path / "some.npz"
    np.savez(file, **parts)  # type: ignore[arg-type] # numpy's stub takes the names for its own options
    with pytest.raises(WeightsError) as raised:
        read_networks(file, Net)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("vector", "message"),
    [
        (singles(1, 2, 3), "some.npz: part learned has the shape (3,), not (2,)"),
        (np.array([1.0, 2.0]), "some.npz: part learned must hold finite single-precision numbers"),
    ],
)
def test_a_vector_of_another_size_is_refused(tmp_path: Path, vector: np.ndarray, message: str) -> None:
    np.savez(tmp_path / "some.npz", learned=vector)
    with pytest.raises(WeightsError) as raised:
        read_vector(tmp_path / "some.npz", "learned", 2)
    assert str(raised.value) == message


def test_a_vector_is_read_by_its_name(tmp_path: Path) -> None:
    np.savez(tmp_path / "some.npz", learned=singles(1, 2), alone=singles(3, 4))
    assert read_vector(tmp_path / "some.npz", "alone", 2).tolist() == [3, 4]
    with pytest.raises(WeightsError) as raised:
        read_vector(tmp_path / "some.npz", "other", 2)
    assert str(raised.value) == "some.npz: there is no part other, only learned, alone"


def test_a_layer_starts_from_its_bias() -> None:
    out = singles(7, 7)
    set_units(singles(1, 10), out)
    assert out.tolist() == [1, 10]


@pytest.mark.parametrize("n_inputs", [0, 1, 7, 8, 9, 16, 18, 46])
def test_a_layer_adds_its_inputs_one_after_another(n_inputs: int) -> None:
    """Any number of bits can be added at once, with the same result as adding them in order."""
    random = np.random.default_rng(n_inputs)
    inputs, weights = (random.normal(size=size).astype(np.float32) for size in (n_inputs, (n_inputs, 5)))
    out = random.normal(size=5).astype(np.float32)
    expected = out.copy()
    for k in range(n_inputs):
        expected += inputs[k] * weights[k]
    add_dense(inputs, weights, out)
    assert out.tolist() == expected.tolist()
