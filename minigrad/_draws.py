"""PyTorch's random numbers on the CPU, bit for bit, as NumPy arrays.

A generator gives random words; a *draw* makes of them numbers of the distribution that was asked
for. How many words a draw takes, and in which order, decides whether two libraries agree after the
same seed: that is what this file is about. It knows nothing of tensors: the layers above wrap the
arrays. PyTorch's page on it: https://docs.pytorch.org/docs/stable/random.html
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ._box_muller import box_muller, fused
from ._generator import Generator
from .autograd.region import check_once
from .backend import as_array, device_of, to_device
from .ops.layout import in_memory
from .random import default_generator

Array = NDArray[Any]
_NORMAL_BLOCK = 16

# What PyTorch's messages call a dtype, in C++ and in its own words.
_FLOATING = {np.dtype("f2"): "c10::Half", np.dtype("f4"): "float", np.dtype("f8"): "double"}
_TORCH_KINDS = {
    "float16": "Half", "float32": "Float", "float64": "Double", "bool": "Bool", "uint8": "Byte",
    "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long",
}  # fmt: skip


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

    Returns:
        Shape `shape`, dtype `dtype`.

    Raises:
        RuntimeError: If `low` exceeds `high`, a bound or their distance does not fit the dtype, or
            a dimension is negative.
        NotImplementedError: If `dtype` is none of the three.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import uniform
        >>> uniform((2, 2), -1, 1, generator=Generator().manual_seed(0))
        array([[-0.00748682,  0.5364436 ],
               [-0.82304513, -0.735939  ]], dtype=float32)

    See https://docs.pytorch.org/docs/stable/generated/torch.Tensor.uniform_.html
    """
    kind = _floating(dtype, "check_uniform_bounds")
    _check_bounds(low, high, kind)
    wide = _computed_in(kind)
    unit = _fractions(_count(shape), wide, _source(generator))
    values = fused(unit, wide(high) - wide(low), wide(low)).astype(kind)
    values[values == kind.type(high)] = low  # rounded up to the limit: from the other end
    return values.reshape(shape)


def normal(
    shape: Sequence[int],
    mean: float = 0.0,
    std: float = 1.0,
    dtype: DTypeLike = np.float32,
    generator: Generator | None = None,
    blocks: bool = True,
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
        blocks: False for a tensor whose memory is not in order: PyTorch draws such numbers one by
            one, however many there are.

    Returns:
        Shape `shape`, dtype `dtype`.

    Raises:
        RuntimeError: If `std` is negative, or a dimension is.
        NotImplementedError: If `dtype` is none of the three.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import normal
        >>> normal((3,), generator=Generator().manual_seed(0))
        array([ 1.5409961, -0.2934289, -2.1787894], dtype=float32)

    See https://docs.pytorch.org/docs/stable/generated/torch.Tensor.normal_.html
    """
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    kind = _floating(dtype, "normal_kernel_cpu")
    count, source = _count(shape), _source(generator)
    with np.errstate(all="ignore"):  # a large std may pass what the dtype holds: inf, silently
        if count < _NORMAL_BLOCK or not blocks:
            pairs = (_next_normal(source) for _ in range(count))
            values, wide = np.fromiter(pairs, np.float64, count), np.float64
        else:
            values, wide = _normal_blocks(count, kind, source), _computed_in(kind)
        if (mean, std) != (0, 1):
            values = fused(values, wide(std), wide(mean))
        return values.astype(kind).reshape(shape)


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

    Returns:
        Shape `shape`, dtype int64.

    Raises:
        RuntimeError: If `low` is not below `high`, or a dimension is negative.
        TypeError: If a bound is not an integer.
        ValueError: If a bound does not fit int64.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import integers
        >>> integers(-3, 3, (5,), Generator().manual_seed(0))
        array([-1,  0,  2, -3, -2])

    See https://docs.pytorch.org/docs/stable/generated/torch.randint.html
    """
    low, high = operator.index(low), operator.index(high)
    for bound in (low, high):
        if not -(2**63) <= bound < 2**63:
            raise ValueError(f"Overflow when unpacking long long\n{bound} does not fit int64.")
    if low >= high:
        raise RuntimeError(
            "random_ expects 'from' to be less than 'to', "
            f"but got from={low} >= to={high}\nNo integer lies between."
        )
    source = _source(generator)
    draw = source.draw32 if high - low < 2**28 else source.draw64
    steps = draw(_count(shape)) % np.uint64(high - low)
    return (steps + np.uint64(low % 2**64)).view(np.int64).reshape(shape)  # wraps around 2⁶⁴


def permutation(n: int, generator: Generator | None = None) -> NDArray[np.int64]:
    """The integers 0 … n - 1 in random order, each order as likely as the next: ``randperm``.

    Fisher and Yates' shuffle: every place in turn swaps its number with one from there to the end.

    Args:
        n: How many.
        generator: Where the words come from; the default generator if None.

    Returns:
        Shape (n,), dtype int64.

    Raises:
        RuntimeError: If `n` is negative.
        ValueError: If `n` is 2³²/20 or more: PyTorch shuffles so many in another way.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import permutation
        >>> permutation(5, Generator().manual_seed(0))
        array([4, 0, 1, 3, 2])

    See https://docs.pytorch.org/docs/stable/generated/torch.randperm.html
    """
    count = _count((operator.index(n),))
    if count >= (2**32 - 1) // 20:
        raise ValueError(f"n must be less than {(2**32 - 1) // 20}, but got {n}")
    order = list(range(count))
    words = _source(generator).draw32(max(count - 1, 0)).tolist()
    for place, word in enumerate(words):
        other = place + word % (count - place)
        order[place], order[other] = order[other], order[place]
    return np.array(order, np.int64)


def random_int64(generator: Generator | None = None) -> int:
    """An integer from 0 … 2⁶³ - 1: ``torch.empty((), dtype=torch.int64).random_().item()``.

    A data loader draws one whenever it is iterated, and seeds its sampler's generator with another.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import random_int64
        >>> random_int64(Generator().manual_seed(0))
        900450186894289455
    """
    return int(_source(generator).draw64(1)[0]) % 2**63


def bernoulli(
    shape: Sequence[int], p: float = 0.5, generator: Generator | None = None
) -> NDArray[np.bool_]:
    """True with probability `p`, else False: ``bernoulli_``, and what dropout keeps.

    Args:
        shape: Shape of the result.
        p: Probability of True, from 0 to 1.
        generator: Where the words come from; the default generator if None.

    Returns:
        Shape `shape`, dtype bool.

    Raises:
        RuntimeError: If `p` is no probability, or a dimension is negative.

    Example:
        >>> from minigrad import Generator
        >>> from minigrad._draws import bernoulli
        >>> bernoulli((4,), 0.8, Generator().manual_seed(0))
        array([False,  True,  True, False])

    See https://docs.pytorch.org/docs/stable/generated/torch.Tensor.bernoulli_.html
    """
    if not 0 <= p <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")
    return uniform(shape, dtype=np.float64, generator=generator) < p


def fill(array: Array, draw: Callable[[tuple[int, ...]], Array]) -> None:
    """Write what `draw` makes of a shape over `array`, in the order of memory, as PyTorch does.

    For a transposed array that is not the order of its indices.
    """
    memory = array.transpose(in_memory(array))
    values = as_array(draw(memory.shape))
    check_once(memory)
    memory[...] = to_device(values, device_of(memory))


def _fractions(count: int, kind: type[Any], source: Generator) -> Array:
    """`count` numbers from [0, 1): the lower bits of a word, as many as `kind` has, over 2^bits."""
    words, bits = (source.draw32(count), 24) if kind is np.float32 else (source.draw64(count), 53)
    return ((words & np.uint64(2**bits - 1)) * 2.0**-bits).astype(kind)


def _next_normal(source: Generator) -> float:
    """One standard normal number: the one that waits, else the first of a new pair."""
    waiting, source.waiting_normal = source.waiting_normal, None
    if waiting is not None:
        return waiting
    u1, u2 = _fractions(2, np.float64, source).tolist()
    radius = math.sqrt(-2 * math.log1p(-u2))
    source.waiting_normal = radius * math.sin(2 * math.pi * u1)
    return radius * math.cos(2 * math.pi * u1)


def _normal_blocks(count: int, kind: np.dtype[Any], source: Generator) -> Array:
    """`count` ≥ 16 standard normal numbers in blocks of 16; the last block ends at the end.

    So it covers some that stand there already. PyTorch has drawn a uniform number for every place
    by then, and draws 16 more; only for float16 it has drawn whole blocks from the start.
    """
    wide, rest = _computed_in(kind), count % _NORMAL_BLOCK
    uniform = _fractions(count - rest, wide, source)
    if not rest:
        return _to_normal(uniform)
    if kind != np.float16:
        _fractions(rest, wide, source)
    values = _to_normal(np.concatenate([uniform, _fractions(_NORMAL_BLOCK, wide, source)]))
    return np.concatenate([values[: count - _NORMAL_BLOCK], values[-_NORMAL_BLOCK:]])


def _to_normal(uniform: Array) -> Array:
    """Normal numbers from whole blocks of uniform ones; a block's two halves pair up."""
    blocks = uniform.reshape(-1, 2, _NORMAL_BLOCK // 2)
    u1, u2 = 1 - blocks[:, 0], blocks[:, 1]  # 1 - u: the logarithm must not meet 0
    return np.stack(box_muller(u1, u2), axis=1).ravel()


def _source(generator: Generator | None) -> Generator:
    if generator is None:
        return default_generator
    if not isinstance(generator, Generator):
        raise TypeError(
            f"argument 'generator' must be minigrad.Generator, not {type(generator).__name__}\n"
            "Generator().manual_seed(0) makes one."
        )
    return generator


def _count(shape: Sequence[int]) -> int:
    for size in shape:
        if size < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {size}: {list(shape)}"
            )
    return math.prod(shape)


def _floating(dtype: DTypeLike, task: str) -> np.dtype[Any]:
    kind = np.dtype(dtype)
    if kind not in _FLOATING:
        name = _TORCH_KINDS.get(kind.name, kind.name)
        raise NotImplementedError(
            f"\"{task}\" not implemented for '{name}'\n"
            "Draw float16, float32 or float64, or integers with randint."
        )
    return kind


def _computed_in(kind: np.dtype[Any]) -> type[Any]:
    """The type that the numbers are made in: float16 are rounded float32."""
    return np.float64 if kind == np.float64 else np.float32


def _check_bounds(low: float, high: float, kind: np.dtype[Any]) -> None:
    limit, name = float(np.finfo(kind).max), _FLOATING[kind]
    for bound, value in (("from", low), ("to", high)):
        if not -limit <= value <= limit:
            raise RuntimeError(f"{bound} is out of bounds for {name}: {value:g}")
    if low > high:
        raise RuntimeError(
            "uniform_ expects to return a [from, to) range, "
            f"but found from={low:g} > to={high:g}\nSwap them."
        )
    if high - low > limit:
        raise RuntimeError(
            f"uniform_ expects to-from <= std::numeric_limits<{_TORCH_KINDS[kind.name]}>::max(), "
            f"but found to={high:g} and from={low:g} which result in to-from to exceed the limit"
        )
