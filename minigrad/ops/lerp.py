"""A sum and a product in one: `addcmul`, and `lerp`, which goes from one tensor towards another.

In TeX, x is `input`, g the gradient of the result; y is what is added, w its weight, and c a weight
that is a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise, op
from ..autograd.wrap import is_tensor
from ..backend import Array
from .half import rounded_once
from .operands import as_number, check_kind, fitted, is_number, pythonic
from .parse import Number, overloaded, parsed

if TYPE_CHECKING:
    from ..tensor import Tensor

Call = Callable[..., Any]


@elementwise(
    r"x + c\,y_1 \odot y_2",
    name="AddcmulBackward0",
    input=(lambda g: g, r"g"),
    tensor1=(lambda g, tensor2, value: g * (tensor2 * value), r"c\,g \odot y_2"),
    tensor2=(lambda g, tensor1, value: g * (tensor1 * value), r"c\,g \odot y_1"),
)
@rounded_once
def _addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: Any = 1) -> Array:
    check_kind("addcmul_cpu_out", input, "iuf")
    if input.dtype.kind != "f":
        value = fitted(value, input.dtype)
    return input + value * tensor1 * tensor2


_addcmul_ = in_place(_addcmul)


@parsed
def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
    """Elementwise ``input + value * tensor1 * tensor2``; shapes broadcast.

    Saves `tensor1` and `tensor2`, each if the other needs a gradient.

    Args:
        input: any shape.
        tensor1: the first factor.
        tensor2: the second.
        value: a number; among integers it is cut off.

    Raises:
        NotImplementedError: all are bool tensors.
        RuntimeError: the shapes do not broadcast.
        TypeError: one of the three is no tensor, or `value` no number.

    Example:
        >>> import minigrad
        >>> x, y = minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0])
        >>> minigrad.addcmul(x, y, y, value=0.5)
        tensor([ 5.5000, 10.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addcmul.html
    """
    if is_number(tensor1) or is_number(tensor2):
        raise TypeError("a factor that is a number goes into `value`")
    return _addcmul(input, tensor1, tensor2, value=as_number("addcmul", "value", 4, value))  # type: ignore[no-any-return]


@parsed
def addcmul_(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Number = 1) -> Tensor:
    """In-place version of `addcmul`."""
    if is_number(tensor1) or is_number(tensor2):
        raise TypeError("a factor that is a number goes into `value`")
    return _addcmul_(input, tensor1, tensor2, value=as_number("addcmul", "value", 4, value))  # type: ignore[no-any-return]


@op(
    r"x + c\,(y - x)",
    name="LerpBackward0",
    input=(lambda g, weight: g * (1 - weight), r"(1 - c)\,g"),
    end=(lambda g, weight: g * weight, r"c\,g"),
)
@rounded_once
def _lerp_number(input: Array, end: Array, weight: Any) -> Array:
    check_kind("lerp_kernel_scalar", input, "f")
    if weight < 0.5:
        return input + weight * (end - input)
    return end - (end - input) * (1 - weight)  # so that for 1 it is just `end`


@op(
    r"x + w \odot (y - x)",
    name="LerpBackward1",
    input=(lambda g, weight: g * (1 - weight), r"g \odot (1 - w)"),
    end=(lambda g, weight: g * weight, r"g \odot w"),
    weight=(lambda g, input, end: g * (end - input), r"g \odot (y - x)"),
)
@rounded_once
def _lerp_tensor(input: Array, end: Array, weight: Array) -> Array:
    check_kind("lerp_kernel_tensor", input, "f")
    way = end - input
    return np.where(weight < 0.5, input + weight * way, end - way * (1 - weight))


_lerp_number.op.label = _lerp_tensor.op.label = "lerp"  # type: ignore[attr-defined]
_lerp_tensor.op.meets = True  # type: ignore[attr-defined]
_lerp_number_, _lerp_tensor_ = in_place(_lerp_number), in_place(_lerp_tensor)


@overloaded(
    "(Tensor input, Tensor end, Tensor weight)", "(Tensor input, Tensor end, Number weight)"
)
def lerp(input: Any, end: Any, weight: Any) -> Tensor:
    """Elementwise ``input + weight * (end - input)``, a point on the way from `input` to `end`.

    Saves `weight` if it is a tensor; and `input` and `end` if that needs a gradient.

    Args:
        input: floating point, any shape.
        end: of the same type; shapes broadcast.
        weight: how far to go, 0 for `input`, 1 for `end`: a number, or a tensor of the same type.

    Raises:
        NotImplementedError: the tensors are not floating point.
        RuntimeError: the types differ, or the shapes do not broadcast.
        TypeError: `end` is no tensor, or `weight` neither a tensor nor a number.

    Example:
        >>> import minigrad
        >>> minigrad.lerp(minigrad.tensor([0.0, 10.0]), minigrad.tensor([1.0, 20.0]), 0.25)
        tensor([ 0.2500, 12.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.lerp.html
    """
    return _lerp((_lerp_number, _lerp_tensor), input, end, weight)  # type: ignore[no-any-return]


@overloaded("(Tensor end, Tensor weight)", "(Tensor end, Number weight)")
def lerp_(input: Any, end: Any, weight: Any) -> Tensor:
    """In-place version of `lerp`."""
    return _lerp((_lerp_number_, _lerp_tensor_), input, end, weight)  # type: ignore[no-any-return]


def _lerp(rows: tuple[Call, Call], input: Any, end: Any, weight: Any) -> Any:
    """What the row for a weight that is a number makes of it, or that for a tensor."""
    if not (is_tensor(input) and is_tensor(end) and (is_tensor(weight) or is_number(weight))):
        return NotImplemented
    given = {"end": end, "weight": weight if is_tensor(weight) and weight.ndim else end}
    for argument, x in given.items():
        if x.dtype is not input.dtype:
            raise RuntimeError(
                f"expected dtype {input.dtype.cpp} for `{argument}` but got dtype {x.dtype.cpp}"
            )
    if is_tensor(weight):
        return rows[1](input, end, weight)
    return rows[0](input, end, pythonic(weight))
