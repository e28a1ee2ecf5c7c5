"""The bits of integers moved to the left and to the right: ``x << 1``, ``x >> 1``.

`&`, `|` and `^` stand in `comparison`: most of all they join masks.
"""

from __future__ import annotations

import numpy as np

from ..autograd.registry import elementwise, public
from ..backend import Array
from ..dtype import of


@public(method=True, in_place=True)
@elementwise(r"x \cdot 2^y")
def bitwise_left_shift(input: Array, other: Array) -> Array:
    """Elementwise ``input << other`` of integers: the bits `other` places further left.

    Raises:
        NotImplementedError: both are of bools, or one is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 5]) << 1
        tensor([ 2, 10])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.bitwise_left_shift.html
    """
    _check_integers("lshift_cpu", input)
    return np.left_shift(input, other)


@public(method=True, in_place=True)
@elementwise(r"\lfloor x / 2^y \rfloor")
def bitwise_right_shift(input: Array, other: Array) -> Array:
    """Elementwise ``input >> other`` of integers: the bits `other` places further right.

    Raises:
        NotImplementedError: both are of bools, or one is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([2, 5]) >> 1
        tensor([1, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.bitwise_right_shift.html
    """
    _check_integers("rshift_cpu", input)
    return np.right_shift(input, other)


def _check_integers(kernel: str, input: Array) -> None:
    if input.dtype.kind in "fb":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{of(input.dtype).title}'")
