"""The largest and the smallest along several dimensions; elements that tie share the gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .dims import reduced_axes
from .operands import bare, constant
from .reduce import restored


def shared_evenly(g: Any, ties: Any, dim: Any) -> Any:
    """`g`, split evenly among the elements where `ties` holds, in each group along `dim`.

    Where none does, because the largest is nan, that is 0 / 0.
    """
    held = bare(ties).astype(bare(g).dtype)
    number = held.sum(reduced_axes(dim, held.ndim), keepdims=True)
    return g * constant(held, g) / constant(number, g)


def _shared_vjp(g: Any, input: Any, result: Any, dim: Any) -> Any:
    g, result = (restored(x, input.shape, dim) for x in (g, result))
    return shared_evenly(g, input == result, dim)


@op(r"\max_i x_i", input=(_shared_vjp, r"g \odot [x = z] / \#"))
def amax(input: Array, dim: Any = (), keepdim: bool = False) -> Array:
    """The largest element of all, or along one or several dimensions; nan wins.

    Elements that tie share the gradient evenly, where `max` along a dimension gives the first all
    of it. Saves `input` and the result.

    Args:
        input: any shape.
        dim: one dimension or several; ``()`` means all.
        keepdim: keep the reduced dimensions, with size one.

    Raises:
        IndexError: there is no such dimension.
        ValueError: there is no element to choose from.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 9.0], [9.0, 3.0]], requires_grad=True)
        >>> minigrad.amax(x, dim=(0, 1)).backward()
        >>> x.grad
        tensor([[0.0000, 0.5000],
                [0.5000, 0.0000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.amax.html
    """
    return np.max(input, reduced_axes(dim, input.ndim), keepdims=keepdim)


@op(r"\min_i x_i", input=(_shared_vjp, r"g \odot [x = z] / \#"))
def amin(input: Array, dim: Any = (), keepdim: bool = False) -> Array:
    """The smallest element; arguments, ties, saved values and errors are those of `amax`.

    Example:
        >>> import minigrad
        >>> minigrad.amin(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([1., 3.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.amin.html
    """
    return np.min(input, reduced_axes(dim, input.ndim), keepdims=keepdim)
