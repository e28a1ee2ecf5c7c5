"""Signs: of one number, of another, and the step at 0.

In TeX, x is `input`, y is `other`, z the result, g its gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.node import OPS
from ..autograd.registry import elementwise, op, public
from ..autograd.wrap import Tensor, is_tensor, type_name
from ..backend import Array, check_beside
from .arithmetic import _no_derivative
from .comparison import masked_fill
from .operands import pythonic
from .shapes import zeros_like


@public(method=True, in_place=True)
@op(r"\mathrm{sign}\,x", input=(lambda g, input, result: zeros_like(g), r"0"))
def sgn(input: Array) -> Array:
    """Elementwise sign: `sign`, under the name it has for complex numbers.

    Saves `input` and the result, which those need.

    Example:
        >>> import minigrad
        >>> minigrad.sgn(minigrad.tensor([-1.5, 0.0, 2.0]))
        tensor([-1.,  0.,  1.])
    """
    return OPS["sign"].op.forward(input)


@public(method=True)
@op(r"[x < 0]")
def signbit(input: Array) -> Array:
    """Whether an element has a minus, as -0.0 has; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.signbit(minigrad.tensor([-1.0, -0.0, 0.0]))
        tensor([ True,  True, False])
    """
    return np.signbit(input) if input.dtype.kind == "f" else input < 0


@public(method=True)
def positive(input: Tensor) -> Tensor:
    """``+input``: the tensor itself.

    Raises:
        RuntimeError: it holds bools.

    Example:
        >>> import minigrad
        >>> minigrad.positive(minigrad.tensor([-1.0]))
        tensor([-1.])
    """
    if input.dtype.title == "Bool":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


@public(method=True)
@op(r"x = \infty")
def isposinf(input: Array) -> Array:
    """Whether an element is positive infinity; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isposinf(minigrad.tensor([1.0, float("inf")]))
        tensor([False,  True])
    """
    return input == np.inf


@public(method=True)
@op(r"x = -\infty")
def isneginf(input: Array) -> Array:
    """Whether an element is negative infinity; as bools.

    Example:
        >>> import minigrad
        >>> minigrad.isneginf(minigrad.tensor([1.0, float("-inf")]))
        tensor([False,  True])
    """
    return input == -np.inf


# ---------------------------------------------------------------------------------- of another


def _turned(g: Any, input: Any, result: Any) -> Any:
    """The gradient passes, turned round where the sign was; at 0 it is 0."""
    return g * masked_fill(result / input, input == 0, 0)


_TURNED = (_turned, r"g \odot \mathrm{sign}(x\,z)")


@elementwise(
    r"|x|\,\mathrm{sign}\,y",
    name="CopysignBackward0",
    to_float=True,
    input=_TURNED,
    other=(zeros_like, r"0"),
)
def _copysign(input: Array, other: Array) -> Array:
    return np.copysign(input, other)


@op(r"|x|\,\mathrm{sign}\,c", name="CopysignBackward1", to_float=True, input=_TURNED)
def _copysign_number(input: Array, other: Any) -> Array:
    return np.copysign(input, input.dtype.type(other))


@public(method=True)
def copysign(input: Tensor, other: Any) -> Tensor:
    """The size of `input` with the sign of `other`, which -0.0 has, too. Saves `input` and result.

    Args:
        input: any shape.
        other: a tensor that broadcasts with `input`, or a number.

    Raises:
        RuntimeError: the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.copysign(minigrad.tensor([1.0, -2.0]), -0.0)
        tensor([-1., -2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.copysign.html
    """
    return _copysign(input, other) if is_tensor(other) else _copysign_number(input, pythonic(other))


_COPYSIGN_, _COPYSIGN_NUMBER_ = in_place(_copysign), in_place(_copysign_number)


@public(function=False, method=True)
def copysign_(input: Tensor, other: Any) -> Tensor:
    """In-place version of `copysign`."""
    if is_tensor(other):
        return _COPYSIGN_(input, other)
    return _COPYSIGN_NUMBER_(input, pythonic(other))


# ---------------------------------------------------------------------------------- the step


@elementwise(
    r"[x > 0] + y\,[x = 0]",
    name="NotImplemented",
    input=(_no_derivative, r"0"),
    values=(_no_derivative, r"0"),
)
def _heaviside(input: Array, values: Array) -> Array:
    return np.where(input == 0, values, input > 0).astype(input.dtype)


@public(method=True)
def heaviside(input: Tensor, values: Tensor) -> Tensor:
    """0 below 0, 1 above it, and at 0 itself `values`. Saves nothing; has no derivative.

    Args:
        input: any shape.
        values: a tensor of its type that broadcasts with it.

    Raises:
        RuntimeError: the types differ; or, in backward, always.
        TypeError: `values` is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.heaviside(minigrad.tensor([-1.5, 0.0, 2.0]), minigrad.tensor(0.5))
        tensor([0.0000, 0.5000, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.heaviside.html
    """
    if not is_tensor(values):
        said = f"must be Tensor, not {type_name(values)}"
        raise TypeError(f"heaviside(): argument 'values' (position 2) {said}")
    check_beside("values", values._array, input._array)
    if values.dtype != input.dtype:
        raise RuntimeError(
            "heaviside is not yet implemented for tensors with different dtypes.\n"
            f"They are {input.dtype} and {values.dtype}."
        )
    return _heaviside(input, values)
