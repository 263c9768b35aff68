"""Gradient descent with Adam, for the networks of all games and any loss that JAX can differentiate."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.typing import ArrayLike

# A network is a NamedTuple of arrays; so are samples, whose first index is the sample.
P = TypeVar("P", bound=NamedTuple)
S = TypeVar("S", bound=NamedTuple)
# The mean loss of a network on samples.
Loss = Callable[[P, S], jax.Array]

RATE = 0.003
WARM_UP = 200


def falling_rate(rate: float, n_steps: int) -> optax.Schedule:
    """Return a learning rate that warms up over the first steps and then falls linearly to zero."""

    def at(count: ArrayLike) -> jax.Array:
        step = jnp.asarray(count) + 1
        return rate * (1 - step / (n_steps + 1)) * jnp.minimum(1.0, step / WARM_UP)

    return at


def fit(
    network: P,
    loss: Loss[P, S],
    samples: S,
    epochs: int,
    rng: np.random.Generator,
    batch: int,
    rate: float = RATE,
) -> P:
    """Train a network on samples in random order, in single precision.

    Args:
        network: The initial network.
        loss: The mean loss of a network on samples.
        samples: The training samples.
        epochs: The number of passes through the samples.
        rng: The source of the order.
        batch: The number of samples per step.
        rate: The highest learning rate.

    Returns:
        The trained network.
    """
    n_samples = len(samples[0])
    n_batches = n_samples // batch
    adam = optax.adam(falling_rate(rate, epochs * n_batches))

    @jax.jit
    def step(network: P, moments: optax.OptState, samples: S) -> tuple[P, optax.OptState]:
        updates, moments = adam.update(jax.grad(loss)(network, samples), moments)
        return optax.apply_updates(network, updates), moments

    fitted: P = jax.tree.map(lambda part: jnp.asarray(part, jnp.float32), network)
    moments = adam.init(fitted)
    for _ in range(epochs):
        order = rng.permutation(n_samples)
        for number in range(n_batches):
            places = order[number * batch : (number + 1) * batch]
            fitted, moments = step(fitted, moments, samples._make(part[places] for part in samples))
    return network._make(np.asarray(part) for part in fitted)


def cross_entropy(logits: jax.Array, shares: jax.Array) -> jax.Array:
    """Return the mean cross entropy of win probabilities, given as logits, and the actual shares of the win."""
    return jnp.mean(optax.sigmoid_binary_cross_entropy(logits, shares))
