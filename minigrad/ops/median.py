"""The median: the middle one of the sorted elements, of two middle ones the lower."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .dims import wrap_dim
from .extrema import along_dim, picked, shared_vjp
from .reduce import check_flag

if TYPE_CHECKING:
    from ..tensor import Tensor


def _middle(input: Array, dim: int) -> Array:
    """Where the median lies along `dim`, kept with size one; a nan stands for the median."""
    order = np.argsort(input, dim, kind="stable")  # nan comes last
    nans, n = np.isnan(input).sum(dim, keepdims=True), input.shape[dim]
    return np.take_along_axis(order, np.where(nans, n - nans, (n - 1) // 2), dim)


@op(r"\mathrm{med}_i\,x_i", name="MedianBackward0", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _median(input: Array) -> Array:
    flat = input.reshape(-1)
    return flat[_middle(flat, 0)[0]]


@along_dim(r"\mathrm{med}_i\,x_i", name="MedianBackward1")
def _median_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    return picked(input, _middle(np.atleast_1d(input), dim), dim, keepdim)


_median_dim.op.label = "median"  # type: ignore[attr-defined]


def median(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The median of all elements; with `dim`, along it: a named tuple ``(values, indices)``.

    Of an even number it is the lower of the two in the middle, not their mean. Over all elements,
    ties share the gradient evenly; along a dimension one of them gets it. Saves the indices, or,
    over all elements, `input` and the result.

    Args:
        input: any shape; nan wins.
        dim: a dimension; None means all.
        keepdim: keep the reduced dimension, with size one.

    Raises:
        IndexError: there is no such dimension, or no element.

    Example:
        >>> import minigrad
        >>> minigrad.median(minigrad.tensor([4.0, 1.0, 3.0, 2.0]))
        tensor(2.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.median.html
    """
    check_flag(keepdim)
    if dim is None and not keepdim:
        return _median(input)
    return _median_dim(input, wrap_dim(dim, input.ndim), keepdim)
