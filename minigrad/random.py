"""Generators of random words, and the one that is asked where none is named.

From a seed follows an endless row of 32-bit words. PyTorch's CPU generator is the Mersenne Twister
MT19937, seeded as its inventors seed it. NumPy's ``RandomState`` is the same machine, so the words
come from there; what is added is PyTorch's record around it. `_draws.py` makes numbers of them.
PyTorch's page on it: https://docs.pytorch.org/docs/stable/random.html
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .autograd.wrap import wrap
from .backend import CPU, device

if TYPE_CHECKING:
    from .tensor import Tensor

__all__ = [
    "Generator", "default_generator", "get_rng_state", "initial_seed", "manual_seed", "seed",
    "set_rng_state",
]  # fmt: skip


class Generator:
    """A source of random words with a state of its own.

    A new generator always starts from the same seed, 67280421310721; only the default generator,
    which the draws use when they are given none, starts somewhere else in every process.

    Args:
        device: Where the numbers are made. Only ``"cpu"``: the words are always drawn there.

    Raises:
        RuntimeError: If `device` is not the CPU.

    Example:
        >>> import minigrad
        >>> generator = minigrad.Generator().manual_seed(0)
        >>> minigrad.rand(3, generator=generator)
        tensor([0.4963, 0.7682, 0.0885])

    See https://docs.pytorch.org/docs/stable/generated/torch.Generator.html
    """

    __module__ = "minigrad"
    __slots__ = ("_seed", "_words", "device", "waiting_normal")

    def __init__(self, device: str | device = CPU) -> None:
        if str(device) != "cpu":
            raise RuntimeError(
                f"Expected one of cpu device type at start of device string: {device}\n"
                "Random words are drawn on the CPU and moved afterwards."
            )
        self.device = CPU
        self._words = np.random.RandomState(0)  # to seed one again is quicker than to make one
        self.manual_seed(_FIRST_SEED)

    def manual_seed(self, seed: int) -> Generator:
        """Start again from `seed`; of its 64 bits the Mersenne Twister takes the lower 32.

        Returns:
            This generator.
        """
        self._seed = int(seed) % 2**64
        self._words.seed(self._seed % 2**32)
        self.waiting_normal: float | None = None
        return self

    def seed(self) -> int:
        """Start again from a seed that the operating system chose; return it."""
        self.manual_seed(secrets.randbits(64))
        return self._seed

    def initial_seed(self) -> int:
        """The seed that this generator started from, between 0 and 2⁶⁴ - 1."""
        return self._seed

    def get_state(self) -> Tensor:
        """Everything that decides the next draw, as bytes for `set_state`.

        Returns:
            Shape (5056,), dtype uint8: laid out as PyTorch keeps it.
        """
        twister = self._words.get_state(legacy=False)["state"]
        state = np.zeros((), _STATE)
        state["seed"] = self._seed
        state["seeded"] = 1
        state["key"] = twister["key"]
        state["left"], state["next"] = _BLOCK + 1 - twister["pos"], twister["pos"] % _BLOCK
        if self.waiting_normal is not None:
            state["normal_is_valid"], state["normal_y"] = 1, self.waiting_normal
        return wrap(np.frombuffer(state.tobytes(), np.uint8).copy())

    def set_state(self, new_state: Tensor) -> Generator:
        """Go on as the generator did whose `get_state` gave `new_state`.

        Returns:
            This generator.
        """
        state = np.frombuffer(np.asarray(new_state).tobytes(), _STATE)[0]
        self._seed = int(state["seed"])
        twister = {"key": state["key"].astype(np.uint32), "pos": _BLOCK + 1 - int(state["left"])}
        self._words.set_state({"bit_generator": "MT19937", "state": twister})
        self.waiting_normal = float(state["normal_y"]) if state["normal_is_valid"] else None
        return self

    def draw32(self, count: int) -> NDArray[np.uint64]:
        """The next `count` words of 32 bits."""
        return self._words.randint(2**32, size=count, dtype=np.uint32).astype(np.uint64)

    def draw64(self, count: int) -> NDArray[np.uint64]:
        """The next `count` words of 64 bits: two of 32 each, the upper half first."""
        halves = self.draw32(2 * count)
        return halves[::2] << np.uint64(32) | halves[1::2]


__test__ = {"Generator": Generator}  # doctest would look for it in the module that it names

_FIRST_SEED = 67280421310721  # PyTorch's default_rng_seed_val, a prime factor of 2**128 + 1
_BLOCK = 624  # words that the Mersenne Twister makes at a time

# PyTorch's record of a generator, with the alignment that C gives it.
_STATE = np.dtype([
    ("seed", "<u8"), ("left", "<i4"), ("seeded", "<i4"), ("next", "<u8"), ("key", "<u8", _BLOCK),
    ("normal_x", "<f8"), ("normal_y", "<f8"), ("normal_rho", "<f8"),
    ("normal_is_valid", "<i4"), ("unused", "V12"),
])  # fmt: skip

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
