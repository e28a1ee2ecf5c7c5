"""PyTorch's random numbers on the CPU, to the digits that print, as NumPy arrays.

A generator gives random words; a *draw* makes of them numbers of the distribution that was asked
for. How many words a draw takes, and in which order, decides whether two libraries agree after the
same seed: that is what this file is about. It knows nothing of tensors: the layers above wrap the
arrays. PyTorch's page on it: https://docs.pytorch.org/docs/stable/random.html
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .backend import device_of, to_device
from .dtype import of
from .random import Generator, default_generator

Array = NDArray[Any]
_BLOCK = 16


def uniform(
    shape: Sequence[int],
    low: float = 0.0,
    high: float = 1.0,
    dtype: DTypeLike = np.float32,
    generator: Generator | None = None,
) -> Array:
    """Numbers from [low, high), each as likely as the next: ``rand`` and ``uniform_``.

    A number takes one word, or two in float64, and keeps as many of its bits as the dtype has.

    Args:
        shape: Shape of the result.
        low: Smallest number that can come.
        high: Upper limit; a number that rounds to it is replaced by `low`.
        dtype: float16, float32 or float64.
        generator: Where the words come from; the default generator if None.

    Raises:
        NotImplementedError: If `dtype` is none of the three.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import uniform
        >>> uniform((2, 2), -1, 1, generator=Generator().manual_seed(0)).round(4)
        array([[-0.0075,  0.5364],
               [-0.823 , -0.7359]], dtype=float32)

    See https://docs.pytorch.org/docs/stable/generated/torch.Tensor.uniform_.html
    """
    kind = _floating(dtype, "check_uniform_bounds")
    unit = _fractions(math.prod(shape), kind, generator or default_generator)
    values = (unit * (high - low) + low).astype(kind)
    values[values >= high] = low
    return values.reshape(shape)


def normal(
    shape: Sequence[int],
    mean: float = 0.0,
    std: float = 1.0,
    dtype: DTypeLike = np.float32,
    generator: Generator | None = None,
) -> Array:
    """Normally distributed numbers: ``randn`` and ``normal_``.

    Fewer than 16 come one by one from pairs of float64, and the unused half of the last pair waits
    in the generator for the next draw. From 16 they come in blocks, each of its own dtype's words.
    So ``normal((15,))`` and ``normal((16,))`` share no number.

    Args:
        shape: Shape of the result.
        mean: Centre of the distribution.
        std: Standard deviation, 0 or more.
        dtype: float16, float32 or float64.
        generator: Where the words come from; the default generator if None.

    Raises:
        NotImplementedError: If `dtype` is none of the three.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import normal
        >>> normal((3,), generator=Generator().manual_seed(0)).round(4)
        array([ 1.541 , -0.2934, -2.1788], dtype=float32)

    See https://docs.pytorch.org/docs/stable/generated/torch.Tensor.normal_.html
    """
    kind = _floating(dtype, "normal_kernel_cpu")
    count, source = math.prod(shape), generator or default_generator
    if count < _BLOCK:
        values = np.array([_next_normal(source) for _ in range(count)])
    else:
        values = _normal_blocks(count, kind, source)
    return (values * std + mean).astype(kind).reshape(shape)


def integers(
    low: int, high: int, shape: Sequence[int], generator: Generator | None = None
) -> NDArray[np.int64]:
    """Integers from low … high - 1, each as likely as the next: ``randint``.

    A number is the remainder of a word, of 32 bits below a range of 2²⁸ and of 64 from there.

    Args:
        low: Smallest number that can come.
        high: One more than the largest.
        shape: Shape of the result.
        generator: Where the words come from; the default generator if None.

    Raises:
        RuntimeError: If `low` is not below `high`.
        TypeError: If a bound is not an integer.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import integers
        >>> integers(-3, 3, (5,), Generator().manual_seed(0))
        array([-1,  0,  2, -3, -2])

    See https://docs.pytorch.org/docs/stable/generated/torch.randint.html
    """
    low, high = index(low), index(high)
    if low >= high:
        said = f"but got from={low} >= to={high}\nNo integer lies between."
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', {said}")
    source = generator or default_generator
    draw = source.draw32 if high - low < 2**28 else source.draw64
    steps = draw(math.prod(shape)) % np.uint64(high - low)
    return (steps + np.uint64(low % 2**64)).view(np.int64).reshape(shape)  # wraps around 2⁶⁴


def permutation(n: int, generator: Generator | None = None) -> NDArray[np.int64]:
    """The integers 0 … n - 1 in random order, each order as likely as the next: ``randperm``.

    Fisher and Yates' shuffle: every place in turn swaps its number with one from there to the end.

    Args:
        n: How many.
        generator: Where the words come from; the default generator if None.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import permutation
        >>> permutation(5, Generator().manual_seed(0))
        array([4, 0, 1, 3, 2])

    See https://docs.pytorch.org/docs/stable/generated/torch.randperm.html
    """
    order = list(range(n))
    words = (generator or default_generator).draw32(max(n - 1, 0)).tolist()
    for place, word in enumerate(words):
        other = place + word % (n - place)
        order[place], order[other] = order[other], order[place]
    return np.array(order, np.int64)


def any_integers(
    shape: Sequence[int], dtype: DTypeLike, generator: Generator | None = None
) -> NDArray[Any]:
    """Integers from 0 up to the largest of a type, each as likely as the next: ``random_``.

    For a floating type the largest is that below which it holds every integer, 2²⁴ for float32.

    Args:
        shape: Shape of the result.
        dtype: Any type; of bools, both are as likely.
        generator: Where the words come from; the default generator if None.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import any_integers
        >>> any_integers((3,), "uint8", Generator().manual_seed(0))
        array([172,  47, 117], dtype=uint8)

    See https://docs.pytorch.org/docs/stable/generated/torch.Tensor.random_.html
    """
    kind, source = np.dtype(dtype), generator or default_generator
    draw = source.draw64 if kind.itemsize == 8 else source.draw32
    words = draw(math.prod(shape)) % np.uint64(largest(kind) + 1)
    return words.astype(kind).reshape(shape)


def largest(kind: np.dtype[Any]) -> int:
    """The largest integer of a type; of a floating one, that below which it holds all."""
    if kind.kind == "f":
        return 2 ** (np.finfo(kind).nmant + 1)
    return 1 if kind.kind == "b" else int(np.iinfo(kind).max)


def random_int64(generator: Generator | None = None) -> int:
    """An integer from 0 … 2⁶³ - 1: ``torch.empty((), dtype=torch.int64).random_().item()``.

    A data loader draws one whenever it is iterated, and seeds its sampler's generator with another.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import random_int64
        >>> random_int64(Generator().manual_seed(0))
        900450186894289455
    """
    return int(any_integers((), np.int64, generator))


def exponential(
    shape: Sequence[int],
    rate: float = 1.0,
    dtype: DTypeLike = np.float32,
    generator: Generator | None = None,
) -> Array:
    """Exponentially distributed numbers: how long one waits for what comes at random.

    Each is the logarithm of a uniform one.

    Args:
        shape: Shape of the result.
        rate: How often it comes in the mean.
        dtype: float16, float32 or float64; drawn are float64.
        generator: Where the words come from; the default generator if None.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import exponential
        >>> exponential((3,), generator=Generator().manual_seed(0)).round(4)
        array([3.5083, 1.2304, 0.615 ], dtype=float32)

    See https://docs.pytorch.org/docs/stable/generated/torch.Tensor.exponential_.html
    """
    times = -np.log1p(-uniform(shape, dtype=np.float64, generator=generator))
    return (times / rate).astype(dtype)


def bernoulli(
    shape: Sequence[int], p: float = 0.5, generator: Generator | None = None
) -> NDArray[np.bool_]:
    """True with probability `p`, else False: ``bernoulli_``, and what dropout keeps.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import bernoulli
        >>> bernoulli((4,), 0.8, Generator().manual_seed(0))
        array([False,  True,  True, False])

    See https://docs.pytorch.org/docs/stable/generated/torch.Tensor.bernoulli_.html
    """
    return uniform(shape, dtype=np.float64, generator=generator) < p


def choices(weights: Array, count: int, generator: Generator | None = None) -> NDArray[np.int64]:
    """Places along the last axis, each as likely as its weight: ``multinomial`` with replacement.

    A fraction falls between two of the weights' running sums.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import choices
        >>> choices(np.array([0.3, 0.2, 0.5]), 5, Generator().manual_seed(0))
        array([2, 2, 1, 2, 2])
    """
    ends = np.cumsum(weights, -1, dtype=np.float64)
    where = uniform((*weights.shape[:-1], count), dtype=np.float64, generator=generator)
    return (ends[..., None, :] / ends[..., None, -1:] < where[..., None]).sum(-1)


def distinct_choices(
    weights: Array, count: int, generator: Generator | None = None
) -> NDArray[np.int64]:
    """The same, no place twice: ``multinomial`` without replacement.

    Each waits for an exponentially distributed time, the heavier the shorter; the first are taken.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import distinct_choices
        >>> distinct_choices(np.array([0.1, 0.2, 0.7]), 2, Generator().manual_seed(0))
        array([2, 1])
    """
    speed = weights / exponential(weights.shape, dtype=weights.dtype, generator=generator)
    return np.argsort(-speed, -1, kind="stable")[..., :count]


def fill(array: Array, draw: Callable[[tuple[int, ...]], Array]) -> None:
    """Write what `draw` makes of a shape over `array`, wherever that lies."""
    array[...] = to_device(draw(array.shape), device_of(array))


def _fractions(count: int, kind: np.dtype[Any], source: Generator) -> Array:
    """`count` numbers from [0, 1): the lower bits of a word, as many as `kind` has, over 2^bits."""
    words, bits = (source.draw64(count), 53) if kind == np.float64 else (source.draw32(count), 24)
    return (words & np.uint64(2**bits - 1)) * 2.0**-bits


def _next_normal(source: Generator) -> float:
    """One standard normal number: the one that waits, else the first of a new pair."""
    waiting, source.waiting_normal = source.waiting_normal, None
    if waiting is not None:
        return waiting
    u2, u1 = _fractions(2, np.dtype(np.float64), source)
    first, second = _box_muller(1 - u1, u2)
    source.waiting_normal = float(second)
    return float(first)


def _normal_blocks(count: int, kind: np.dtype[Any], source: Generator) -> Array:
    """`count` ≥ 16 standard normal numbers in blocks of 16; the last block ends at the end.

    So where `count` is no multiple of 16, the last 16 are drawn anew, over some that stand there.
    """
    values = _paired(_fractions(count, kind, source)[: count - count % _BLOCK], kind)
    if count % _BLOCK:
        last = _paired(_fractions(_BLOCK, kind, source), kind)
        values = np.concatenate([values[: count - _BLOCK], last])
    return values


def _paired(uniform: Array, kind: np.dtype[Any]) -> Array:
    """Normal numbers from whole blocks of uniform ones; a block's two halves pair up."""
    blocks = uniform.reshape(-1, 2, _BLOCK // 2)
    u1, u2 = 1 - blocks[:, 0], blocks[:, 1]  # 1 - u: the logarithm must not meet 0
    rounded = np.float64 if kind == np.float64 else np.float32
    return np.stack(_box_muller(u1, u2, rounded), 1).ravel()


def _box_muller(u1: Any, u2: Any, rounded: Any = np.float64) -> tuple[Any, Any]:
    """Two independent standard normal numbers from two uniform ones (Box and Muller, 1958).

    A point drawn from the plane's standard normal density has a uniform angle 2π·u₂, and half its
    squared distance from the origin is exponential, so -log u₁. The coordinates are what we want.
    """
    radius, angle = np.sqrt(-2 * np.log(u1)), rounded(2 * np.pi) * rounded(u2)
    return radius * np.cos(angle, dtype=np.float64), radius * np.sin(angle, dtype=np.float64)


def _floating(dtype: DTypeLike, kernel: str) -> np.dtype[Any]:
    kind = np.dtype(dtype)
    if kind.kind != "f":
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{of(kind).title}'\n"
            "Draw floating point numbers, or integers with randint."
        )
    return kind
