"""A sum and a product in one: `addcmul`, and `lerp`, which goes from one tensor towards another.

In TeX, x is `input`, g the gradient of the result; y is what is added, w its weight, and c a factor
that is a number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import elementwise
from ..backend import Array
from .operands import fitted


@elementwise(
    r"x + c\,y_1 \odot y_2",
    input=(lambda g: g, r"g"),
    tensor1=(lambda g, tensor2, value: g * (tensor2 * value), r"c\,g \odot y_2"),
    tensor2=(lambda g, tensor1, value: g * (tensor1 * value), r"c\,g \odot y_1"),
)
def addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: Any = 1) -> Array:
    """Elementwise ``input + value * tensor1 * tensor2``; shapes broadcast.

    Saves `tensor1` and `tensor2`, each if the other needs a gradient.

    Args:
        input: any shape.
        tensor1: the first factor.
        tensor2: the second.
        value: a number; among integers it is cut off.

    Raises:
        RuntimeError: the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> x, y = minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0])
        >>> minigrad.addcmul(x, y, y, value=0.5)
        tensor([ 5.5000, 10.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addcmul.html
    """
    return input + fitted(value, input.dtype) * tensor1 * tensor2


@elementwise(
    r"x + w \odot (y - x)",
    input=(lambda g, weight: g * (1 - weight), r"g \odot (1 - w)"),
    end=(lambda g, weight: g * weight, r"g \odot w"),
    weight=(lambda g, input, end: g * (end - input), r"g \odot (y - x)"),
)
def lerp(input: Array, end: Array, weight: Array) -> Array:
    """Elementwise ``input + weight * (end - input)``, a point on the way from `input` to `end`.

    Saves `weight`; and `input` and `end` if that needs a gradient.

    Args:
        input: floating point, any shape.
        end: shapes broadcast.
        weight: how far to go, 0 for `input`, 1 for `end`: a number, or a tensor.

    Raises:
        RuntimeError: the shapes do not broadcast.

    Example:
        >>> import minigrad
        >>> minigrad.lerp(minigrad.tensor([0.0, 10.0]), minigrad.tensor([1.0, 20.0]), 0.25)
        tensor([ 0.2500, 12.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.lerp.html
    """
    way = end - input  # from the nearer end, so that for 1 it is just `end`
    return np.where(np.less(weight, 0.5), input + weight * way, end - way * (1 - weight))


addcmul_, lerp_ = in_place(addcmul), in_place(lerp)
