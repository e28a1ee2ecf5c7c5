"""Seeds for what is drawn for a GPU.

Random numbers are drawn on the CPU and moved, so that a seed gives PyTorch's numbers everywhere.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .devices import is_available


def manual_seed(seed: int) -> None:
    """Seed what draws numbers for the GPU: here the one generator; without a GPU do nothing."""
    if is_available():
        _generator().manual_seed(seed)


manual_seed_all = manual_seed


def seed() -> None:
    """Seed it from the operating system; without a GPU do nothing."""
    if is_available():
        _generator().seed()


seed_all = seed


def get_rng_state_all() -> list[Any]:
    """The state of the one generator, in a list; an empty one without a GPU."""
    return [_generator().get_rng_state()] if is_available() else []


def set_rng_state_all(new_states: Any) -> None:
    """Have it go on from a state that `get_rng_state_all` gave."""
    for state in new_states:
        _generator().set_rng_state(state)


def _generator() -> Any:
    return import_module("minigrad.random")  # it is imported after this package
