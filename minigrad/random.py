"""The default generator of random numbers: its seed and its state.

What is drawn after one seed is PyTorch's on the CPU: `_generator.py` makes the words,
`_draws.py` the numbers. PyTorch's page on it: https://docs.pytorch.org/docs/stable/random.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._generator import Generator

if TYPE_CHECKING:
    from .tensor import Tensor

__all__ = [
    "Generator", "default_generator", "get_rng_state", "initial_seed", "manual_seed", "seed",
    "set_rng_state",
]  # fmt: skip

default_generator = Generator()
default_generator.seed()  # another one in every process, as in PyTorch


def manual_seed(seed: int) -> Generator:
    """Start the default generator again from `seed`, so that the same draws follow.

    Args:
        seed: An integer, or what ``int`` makes one of.

    Returns:
        The default generator.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randint(0, 10, (6,))
        tensor([4, 9, 3, 0, 3, 9])

    See https://docs.pytorch.org/docs/stable/generated/torch.manual_seed.html
    """
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Start the default generator again from a seed that the operating system chose; return it."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed that the default generator started from, between 0 and 2⁶⁴ - 1."""
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """The state of the default generator, for `set_rng_state`: (5056,), uint8.

    Example:
        >>> import minigrad
        >>> before = minigrad.get_rng_state()
        >>> x = minigrad.rand(3)
        >>> minigrad.set_rng_state(before)
        >>> minigrad.equal(minigrad.rand(3), x)
        True
    """
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Have the default generator go on from a state that `get_rng_state` gave."""
    default_generator.set_state(new_state)
