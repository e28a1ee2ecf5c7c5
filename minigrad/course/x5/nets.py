"""Leaves and small networks, and a comparison of numbers, for several exercises of X5."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

import numpy as np

from ...nn import Linear, Module, Sequential, Tanh
from ...tensor import Tensor
from ...testing.values import Array


def flat(tensors: Iterable[Tensor]) -> Array:
    """All entries of some tensors, one after the other."""
    return np.concatenate([one.detach().numpy().ravel() for one in tensors])


def net(*sizes: int, between: Callable[[], Module] = Tanh) -> Sequential:
    """A network in float64: layers of these sizes, and something between them."""
    made: list[Module] = []
    for pair in pairwise(sizes):
        made += [Linear(*pair), between()]
    return Sequential(*made[:-1]).double()


def layers(model: Sequential) -> str:
    """What a network is made of, in a line."""
    return ", ".join(type(layer).__name__ for layer in model)


def relative(prediction: Tensor, target: Tensor) -> Tensor:
    """The mean squared error as a share of the target: what comes first makes a difference."""
    error: Tensor = ((prediction / target - 1) ** 2).mean()
    return error
