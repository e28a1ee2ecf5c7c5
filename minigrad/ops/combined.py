"""Two or three tensors in one step: a quotient added, a point between two, a hypotenuse, log-sums.

Operands broadcast. In TeX, x is `input`, y `other`, z the result, g its gradient.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import elementwise, op, public
from ..autograd.wrap import Tensor, is_tensor, type_name
from ..backend import Array
from ..dtype import of
from .arithmetic import exp, pow
from .operands import as_scalar, check_floating, is_number, pythonic

# -------------------------------------------------------------------------------- a quotient added


def _no_whole_quotient(types: Sequence[np.dtype[Any]]) -> None:
    """Raise where both that are divided hold integers."""
    if all(dtype.kind in "iub" for dtype in types[-2:]):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  release "
            "addcdiv will perform a true division of tensor1 and tensor2. The historic addcdiv "
            "behavior can be implemented as (input + value * minigrad.trunc(tensor1 / tensor2))"
            ".to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for "
            "float inputs. The future addcdiv behavior is just the latter implementation: (input "
            "+ value * tensor1 / tensor2), for all dtypes."
        )


@public(method=True, in_place=True)
@elementwise(
    r"x + c\,y_1 / y_2",
    check_types=_no_whole_quotient,
    input=(lambda g: g, r"g"),
    tensor1=(lambda g, tensor2, value: g * value / tensor2, r"c\,g / y_2"),
    tensor2=(
        lambda g, tensor1, tensor2, value: -g * (value * tensor1 / (tensor2 * tensor2)),
        r"-c\,g \odot y_1 / y_2^2",
    ),
)
def addcdiv(input: Array, tensor1: Array, tensor2: Array, *, value: Any = 1) -> Array:
    """Elementwise ``input + value * tensor1 / tensor2``. Saves `tensor1` and `tensor2`.

    Args:
        input: any shape.
        tensor1: what is divided.
        tensor2: what it is divided by.
        value: a number.

    Raises:
        RuntimeError: the shapes do not broadcast, or both that are divided hold integers.

    Example:
        >>> import minigrad
        >>> x, y = minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0])
        >>> minigrad.addcdiv(x, x, y, value=3)
        tensor([2.0000, 3.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addcdiv.html
    """
    return input + as_scalar(value, input.dtype) * tensor1 / tensor2


# ----------------------------------------------------------------------------- a point between two


def _between(input: Array, end: Array, weight: Any) -> Array:
    """From the nearer end, so that a weight of 0 or 1 gives that end itself."""
    way = end - input
    return np.where(weight < 0.5, input + weight * way, end - way * (1 - weight))


@op(
    r"x + w\,(y - x)",
    input=(lambda g, weight: g * (1 - weight), r"(1 - w)\,g"),
    end=(lambda g, weight: g * weight, r"w\,g"),
)
def _lerp(input: Array, end: Array, weight: Any) -> Array:
    check_floating("lerp_kernel_scalar", input)
    return _between(input, end, input.dtype.type(weight))


@op(
    r"x + w \odot (y - x)",
    name="LerpBackward1",
    input=(lambda g, weight: g * (1 - weight), r"(1 - w) \odot g"),
    end=(lambda g, weight: g * weight, r"w \odot g"),
    weight=(lambda g, input, end: g * (end - input), r"g \odot (y - x)"),
)
def _lerp_tensor(input: Array, end: Array, weight: Array) -> Array:
    check_floating("lerp_kernel_tensor", input)
    return _between(input, end, weight.astype(input.dtype))


@public(method=True)
def lerp(input: Tensor, end: Tensor, weight: Any) -> Tensor:
    """The point between two: ``input + weight * (end - input)``; a weight of 0 gives `input`.

    A weight that is a tensor is saved, and the two ends for its sake.

    Args:
        input: floating point, any shape.
        end: of the same type.
        weight: a number, or a tensor.

    Raises:
        NotImplementedError: `input` is not floating point.
        RuntimeError: the types differ, or the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.lerp(minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 6.0]), 0.25)
        tensor([1.5000, 3.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.lerp.html
    """
    return _of_weight(_lerp, _lerp_tensor, input, end, weight)


_LERP_ = in_place(_lerp), in_place(_lerp_tensor)


@public(function=False, method=True)
def lerp_(input: Tensor, end: Tensor, weight: Any) -> Tensor:
    """In-place version of `lerp`: a running mean moves towards what is new."""
    return _of_weight(*_LERP_, input, end, weight)


def _of_weight(by_number: Any, by_tensor: Any, input: Any, end: Any, weight: Any) -> Any:
    for called, x in (("end", end), ("weight", weight)):
        number = called == "weight" and is_number(x)
        if not (is_tensor(x) or number):
            raise TypeError(f"lerp(): argument '{called}' must be Tensor, not {type_name(x)}")
        if not number and x.dtype != input.dtype and (x.ndim or called == "end"):
            raise RuntimeError(
                f"expected dtype {of(input._array.dtype).cpp} for `{called}` but got dtype "
                f"{of(x._array.dtype).cpp}"
            )
    if is_tensor(weight):
        return by_tensor(input, end, weight)
    return by_number(input, end, weight=pythonic(weight))


# --------------------------------------------------------------------------- sums of other numbers


def _part(g: Any, mine: Any, other: Any, power: Any) -> Any:
    """`g` times how much of the sum of two powers is the first."""
    return g / (1 + power(other - mine))


@public(method=True)
@elementwise(
    r"\log(e^{x} + e^{y})",
    input=(lambda g, input, other: _part(g, input, other, exp), r"g \odot e^{x - z}"),
    other=(lambda g, input, other: _part(g, other, input, exp), r"g \odot e^{y - z}"),
)
def logaddexp(input: Array, other: Array) -> Array:
    """``log(exp(input) + exp(other))``, right also where the powers would overflow. Saves both.

    Raises:
        NotImplementedError: neither tensor is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.logaddexp(minigrad.tensor([1000.0]), minigrad.tensor([1000.0]))
        tensor([1000.6932])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.logaddexp.html
    """
    check_floating("logaddexp_cpu", input)
    return np.logaddexp(input, other)


def _power_of_2(x: Any) -> Any:
    return pow(2, x)


@public(method=True)
@elementwise(
    r"\log_2(2^{x} + 2^{y})",
    input=(lambda g, input, other: _part(g, input, other, _power_of_2), r"g \odot 2^{x - z}"),
    other=(lambda g, input, other: _part(g, other, input, _power_of_2), r"g \odot 2^{y - z}"),
)
def logaddexp2(input: Array, other: Array) -> Array:
    """`logaddexp` to the base of 2. Saves both.

    Example:
        >>> import minigrad
        >>> minigrad.logaddexp2(minigrad.tensor([3.0]), minigrad.tensor([3.0]))
        tensor([4.])
    """
    check_floating("logaddexp2_cpu", input)
    return np.logaddexp2(input, other)


@public(method=True, in_place=True)
@elementwise(
    r"\sqrt{x^2 + y^2}",
    input=(lambda g, input, result: g * (input / result), r"g \odot x / z"),
    other=(lambda g, other, result: g * (other / result), r"g \odot y / z"),
)
def hypot(input: Array, other: Array) -> Array:
    """The hypotenuse of two legs, ``sqrt(input**2 + other**2)``. Saves both and the result.

    Raises:
        NotImplementedError: neither tensor is floating point.

    Example:
        >>> import minigrad
        >>> minigrad.hypot(minigrad.tensor([3.0]), minigrad.tensor([4.0]))
        tensor([5.])
    """
    check_floating("hypot_cpu", input)
    return np.hypot(input, other)
