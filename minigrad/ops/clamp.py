"""Numbers kept between bounds. In TeX, x is `input`, a is `min`, b is `max`, g the gradient.

At a bound itself the gradient passes. Bounds that are numbers and bounds that are tensors have rows
of their own, for only tensors can be given a gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import explained
from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from ..dtype import of, rank, result_type
from .operands import check_kind, fitted, is_number, pythonic
from .parse import overloaded
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
    side = "" if None not in (min, max) else "_min" if max is None else "_max"
    check_kind(f"clamp{side}_scalar_cpu", input, "iuf")
    return _between(input, min, max)


@elementwise(
    r"\min(\max(x, a), b)",
    name="ClampBackward0",
    input=(_inside_vjp, r"g \odot [a \le x \le b]"),
    min=(_below_vjp, r"g \odot [x < a < b]"),
    max=(_above_vjp, r"g \odot [x > b \lor a > b]"),
)
def _clamp_tensor(input: Array, min: Array, max: Array) -> Array:
    if min is not None and max is not None:
        check_kind("clamp_cpu", input, "iuf")
    try:
        return _between(input, min, max)
    except ValueError as error:
        given = [x for x in (input, min, max) if x is not None]
        raise explained(_clamp_tensor.op, given, error) from None  # type: ignore[attr-defined]


_clamp.op.label = _clamp_tensor.op.label = "clamp"  # type: ignore[attr-defined]


def _between(input: Array, min: Any, max: Any) -> Array:
    least = input if min is None else np.maximum(input, min)
    return least if max is None else np.minimum(least, max)


@overloaded("(Tensor input, Tensor min, Tensor max)", "(Tensor input, Number min, Number max)")
def clamp(input: Any, min: Any = None, max: Any = None) -> Tensor:
    """Each element, or the bound that it lies beyond; where the bounds cross, `max`.

    The gradient passes where an element lies between the bounds or on one of them; elsewhere a
    bound that is a tensor gets it. Saves `input`, and bounds that are tensors.

    Args:
        input: any shape.
        min: a number, or a tensor that broadcasts with `input`; None for no lower bound.
        max: the same, for the upper bound.

    Raises:
        RuntimeError: neither bound is given, or one does not fit into the type of `input`.
        TypeError: a bound is neither a number nor a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp(minigrad.tensor([-2.0, 0.5, 3.0]), min=0, max=1)
        tensor([0.0000, 0.5000, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.clamp.html
    """
    if min is None and max is None:
        raise _no_bound()
    return _bounded((_clamp, _clamp_tensor), input, min, max)  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------- one bound


@op(
    r"\max(x, a)",
    name="ClampMinBackward0",
    input=(lambda g, input, min: where(input >= min, g, 0), r"g \odot [x \ge a]"),
)
def _clamp_min(input: Array, min: Any) -> Array:
    check_kind("clamp_min_scalar_cpu", input, "iuf")
    return np.maximum(input, min)


@elementwise(
    r"\max(x, a)",
    name="ClampMinBackward1",
    input=(lambda g, input, min: where(input >= min, g, 0), r"g \odot [x \ge a]"),
    min=(lambda g, input, min: where(input < min, g, 0), r"g \odot [x < a]"),
)
def _clamp_min_tensor(input: Array, min: Array) -> Array:
    return np.maximum(input, min)


@op(
    r"\min(x, b)",
    name="ClampMaxBackward0",
    input=(lambda g, input, max: where(input <= max, g, 0), r"g \odot [x \le b]"),
)
def _clamp_max(input: Array, max: Any) -> Array:
    check_kind("clamp_max_scalar_cpu", input, "iuf")
    return np.minimum(input, max)


@elementwise(
    r"\min(x, b)",
    name="ClampMaxBackward1",
    input=(lambda g, input, max: where(input <= max, g, 0), r"g \odot [x \le b]"),
    max=(lambda g, input, max: where(input > max, g, 0), r"g \odot [x > b]"),
)
def _clamp_max_tensor(input: Array, max: Array) -> Array:
    return np.minimum(input, max)


@overloaded("(Tensor input, Tensor min)", "(Tensor input, Number min)")
def clamp_min(input: Any, min: Any) -> Tensor:
    """`clamp` with a lower bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_min(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([0.0000, 0.5000])
    """
    return _bounded((_clamp_min, _clamp_min_tensor), input, min)  # type: ignore[no-any-return]


@overloaded("(Tensor input, Tensor max)", "(Tensor input, Number max)")
def clamp_max(input: Any, max: Any) -> Tensor:
    """`clamp` with an upper bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_max(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([-2.,  0.])
    """
    return _bounded((_clamp_max, _clamp_max_tensor), input, max)  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------- in place

_clamp_min_tensor.op.label, _clamp_max_tensor.op.label = "clamp_min", "clamp_max"  # type: ignore[attr-defined]
_CLAMP_ = in_place(_clamp), in_place(_clamp_tensor)
_CLAMP_MIN_ = in_place(_clamp_min), in_place(_clamp_min_tensor)
_CLAMP_MAX_ = in_place(_clamp_max), in_place(_clamp_max_tensor)


@overloaded("(Tensor min, Tensor max)", "(Number min, Number max)")
def clamp_(input: Any, min: Any = None, max: Any = None) -> Tensor:
    """In-place version of `clamp`."""
    if min is None and max is None:
        raise _no_bound()
    return _bounded(_CLAMP_, input, min, max, written=True)  # type: ignore[no-any-return]


@overloaded("(Tensor min)", "(Number min)")
def clamp_min_(input: Any, min: Any) -> Tensor:
    """In-place version of `clamp_min`."""
    return _bounded(_CLAMP_MIN_, input, min, written=True)  # type: ignore[no-any-return]


@overloaded("(Tensor max)", "(Number max)")
def clamp_max_(input: Any, max: Any) -> Tensor:
    """In-place version of `clamp_max`."""
    return _bounded(_CLAMP_MAX_, input, max, written=True)  # type: ignore[no-any-return]


def _no_bound() -> RuntimeError:
    return RuntimeError("minigrad.clamp: At least one of 'min' or 'max' must not be None")


def _bounded(rows: tuple[Call, Call], input: Any, *bounds: Any, written: bool = False) -> Any:
    """What the row for numbers makes of `input`, or that for tensors.

    Args:
        rows: the two.
        input: a tensor; anything else is for `overloaded` to refuse.
        bounds: as they were given; a constant 0-d tensor will do as a number.
        written: whether the rows write into `input`, so that its type has to stay.
    """
    given = [x for x in bounds if x is not None]
    if not (is_tensor(input) and given and all(is_tensor(x) or is_number(x) for x in given)):
        return NotImplemented
    if all(map(is_tensor, given)):
        return rows[1](input, *bounds)
    if any(is_tensor(x) and (x.ndim or x.requires_grad) for x in given):
        return NotImplemented
    numbers = [x.item() if is_tensor(x) else pythonic(x) for x in given]
    common = result_type(input._array, *numbers)
    if not written:
        input = input.to(of(common))
    elif rank(common) > rank(input._array.dtype):
        raise RuntimeError(
            f"result type {of(common).kind} can't be cast to the desired output type "
            f"{input.dtype.cpp}"
        )
    fitting = iter([pythonic(fitted(x, input._array.dtype)) for x in numbers])
    return rows[0](input, *(None if x is None else next(fitting) for x in bounds))
