"""Numbers kept between bounds. In TeX, x is `input`, a is `min`, b is `max`, g the gradient.

At a bound itself the gradient passes. Bounds that are numbers and bounds that are tensors have rows
of their own, for only tensors can be given a gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .operands import bare, pythonic, tensors
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]


def _inside_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    if min is None:
        return where(input <= max, g, 0)
    if max is None:
        return where(input >= min, g, 0)
    return where((input >= min) & (input <= max), g, 0)


def _below_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    """The lower bound is the result where the input is lower still; `max` wins where they cross."""
    lower = input < min
    return where(lower if max is None else lower & (min < max), g, 0)


def _above_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    higher = input > max
    return where(higher if min is None else higher | (max < min), g, 0)


@op(r"\min(\max(x, a), b)", name="ClampBackward1", input=(_inside_vjp, r"g \odot [a \le x \le b]"))
def _clamp(input: Array, min: Any, max: Any) -> Array:
    return _between(input, min, max)


@elementwise(
    r"\min(\max(x, a), b)",
    name="ClampBackward0",
    input=(_inside_vjp, r"g \odot [a \le x \le b]"),
    min=(_below_vjp, r"g \odot [x < a < b]"),
    max=(_above_vjp, r"g \odot [x > b \lor a > b]"),
)
def _clamp_tensor(input: Array, min: Array, max: Array) -> Array:
    return _between(input, min, max)


def _between(input: Array, min: Any, max: Any) -> Array:
    least = input if min is None else np.maximum(input, min)
    return least if max is None else np.minimum(least, max)


_clamp_tensor.op.label = "clamp"  # type: ignore[attr-defined]


def clamp(input: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Each element, or the bound that it lies beyond; where the bounds cross, `max`.

    The gradient passes where an element lies between the bounds or on one of them; elsewhere a
    bound that is a tensor gets it. Saves `input`, and bounds that are tensors.

    Args:
        input: any shape.
        min: a number, or a tensor that broadcasts with `input`; None for no lower bound.
        max: the same, for the upper bound.

    Raises:
        RuntimeError: neither bound is given, or one does not fit into the type of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.clamp(minigrad.tensor([-2.0, 0.5, 3.0]), min=0, max=1)
        tensor([0.0000, 0.5000, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.clamp.html
    """
    return _bounded((_clamp, _clamp_tensor), input, min, max)  # type: ignore[no-any-return]


def clamp_min(input: Tensor, min: Any) -> Tensor:
    """`clamp` with a lower bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_min(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([0.0000, 0.5000])
    """
    return clamp(input, min=min)


def clamp_max(input: Tensor, max: Any) -> Tensor:
    """`clamp` with an upper bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_max(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([-2.,  0.])
    """
    return clamp(input, max=max)


# ---------------------------------------------------------------------------------- in place

_CLAMP_ = in_place(_clamp), in_place(_clamp_tensor)


def clamp_(input: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """In-place version of `clamp`."""
    return _bounded(_CLAMP_, input, min, max)  # type: ignore[no-any-return]


def clamp_min_(input: Tensor, min: Any) -> Tensor:
    """In-place version of `clamp_min`."""
    return clamp_(input, min=min)


def clamp_max_(input: Tensor, max: Any) -> Tensor:
    """In-place version of `clamp_max`."""
    return clamp_(input, max=max)


def _bounded(rows: tuple[Call, Call], input: Any, min: Any, max: Any) -> Any:
    """What the row for numbers makes of `input`, or that for tensors, which also promotes."""
    if min is None and max is None:
        raise RuntimeError("minigrad.clamp: At least one of 'min' or 'max' must not be None")
    if is_tensor(min) or is_tensor(max) or bare(input).dtype.kind != "f":
        return rows[1](input, *(x if x is None else tensors(input, x)[1] for x in (min, max)))
    return rows[0](input, pythonic(min), pythonic(max))


_clamp_min = clamp_min
