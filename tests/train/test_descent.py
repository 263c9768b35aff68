"""Descent, on losses whose minimum is known."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from train.descent import cross_entropy, falling_rate, fit


class Line(NamedTuple):
    """One part."""

    slope: np.ndarray


class Samples(NamedTuple):
    """Return inputs and winners."""

    inputs: np.ndarray
    shares: np.ndarray


def line_loss(line: Line, samples: Samples) -> jax.Array:
    """Return the loss of the chances of a line."""
    return cross_entropy(jnp.asarray(samples.inputs @ line.slope), jnp.asarray(samples.shares))


def test_descent_finds_what_made_the_samples() -> None:
    """Descent recovers a line that decides who won, up to the noise of the samples."""
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(20_000, 2)).astype(np.float32)
    shares = (rng.random(20_000) < 1 / (1 + np.exp(-inputs @ np.array([1.0, -0.5])))).astype(np.float32)
    samples = Samples(inputs, shares)
    start = Line(np.zeros(2, np.float32))
    line = fit(start, line_loss, samples, epochs=8, rng=rng, batch=64)
    assert isinstance(line, Line)
    assert line.slope.dtype == np.float32
    assert line.slope.tolist() == pytest.approx([1.0, -0.5], abs=0.07)
    assert start.slope.tolist() == [0.0, 0.0]
    assert float(line_loss(line, samples)) < float(line_loss(start, samples)) - 0.05


def test_the_first_step_goes_by_the_rate_against_the_gradient() -> None:
    """Adam's first step has the size of the rate: 0.003 · (1 − 1/2) · 1/200 if it is the only one."""
    samples = Samples(np.ones((2, 1), np.float32), np.ones(2, np.float32))
    one = fit(Line(np.zeros(1, np.float32)), line_loss, samples, epochs=1, rng=np.random.default_rng(1), batch=2)
    assert one.slope[0] == pytest.approx(0.003 * 0.5 / 200, rel=1e-4)


@pytest.mark.parametrize(
    ("count", "rate"), [(0, 0.003 / 200 * 400 / 401), (199, 0.003 * 201 / 401), (399, 0.003 / 401)]
)
def test_the_rate_grows_and_falls_to_nothing(count: int, rate: float) -> None:
    assert float(falling_rate(0.003, 400)(count)) == pytest.approx(rate, rel=1e-4)


def test_a_loss_is_that_of_the_chance_behind_a_logit() -> None:
    """−ln(3/4) for a win that was expected three to one, ln 2 for an even match with either result."""
    assert float(cross_entropy(jnp.log(jnp.array([3.0])), jnp.array([1.0]))) == pytest.approx(0.287682, abs=1e-5)
    assert float(cross_entropy(jnp.zeros(2), jnp.array([0.0, 1.0]))) == pytest.approx(0.693147, abs=1e-5)
