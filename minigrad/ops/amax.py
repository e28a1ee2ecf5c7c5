"""The largest and the smallest along several dimensions; elements that tie share the gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .dims import reduced_axes
from .extrema import check_some
from .layout import packed
from .operands import bare, constant
from .parse import IntOrShape, parsed
from .reduce import check_flag, kept
from .shape import reshape

if TYPE_CHECKING:
    from ..tensor import Tensor


def shared_evenly(g: Any, ties: Array, axes: tuple[int, ...]) -> Any:
    """`g`, split evenly among the elements where `ties` holds, in each group along `axes`.

    Where none does, because the largest is nan, that is 0 / 0.
    """
    kind = bare(g).dtype
    number = np.sum(ties, axes, dtype=kind, keepdims=True)
    return g / constant(number, g) * constant(ties.astype(kind), g)


def _shared_vjp(g: Any, input: Any, result: Any, dim: Any, keepdim: bool) -> Any:
    values = bare(input)
    shape = kept(values.shape, dim)
    ties = values == bare(result).reshape(shape)
    return shared_evenly(g if keepdim else reshape(g, shape), ties, reduced_axes(dim, values.ndim))


@op(r"\max_i x_i", name="AmaxBackward0", input=(_shared_vjp, r"g \odot [x = z] / \#"))
def _amax(input: Array, dim: Any = (), keepdim: bool = False) -> Array:
    return packed(np.max(input, reduced_axes(dim, input.ndim), keepdims=keepdim))


@op(r"\min_i x_i", name="AminBackward0", input=(_shared_vjp, r"g \odot [x = z] / \#"))
def _amin(input: Array, dim: Any = (), keepdim: bool = False) -> Array:
    return packed(np.min(input, reduced_axes(dim, input.ndim), keepdims=keepdim))


@parsed
def amax(input: Tensor, dim: IntOrShape = (), keepdim: bool = False) -> Tensor:
    """The largest element of all, or along one or several dimensions; nan wins.

    Elements that tie share the gradient evenly, where `max` along a dimension gives the first all
    of it. Saves `input` and the result.

    Args:
        input: any shape.
        dim: one dimension or several; ``()`` means all.
        keepdim: keep the reduced dimensions, with size one.

    Raises:
        IndexError: there is no such dimension, or it is empty.
        RuntimeError: `input` has no elements, and `dim` is not given.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 9.0], [9.0, 3.0]], requires_grad=True)
        >>> minigrad.amax(x, dim=(0, 1)).backward()
        >>> x.grad
        tensor([[0.0000, 0.5000],
                [0.5000, 0.0000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.amax.html
    """
    return _reduced("amax", _amax, input, dim, keepdim)


@parsed
def amin(input: Tensor, dim: IntOrShape = (), keepdim: bool = False) -> Tensor:
    """The smallest element; arguments, ties, saved values and errors are those of `amax`.

    Example:
        >>> import minigrad
        >>> minigrad.amin(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([1., 3.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.amin.html
    """
    return _reduced("amin", _amin, input, dim, keepdim)


def _reduced(name: str, row: Any, input: Any, dim: Any, keepdim: bool) -> Tensor:
    check_flag(keepdim)
    reduced_axes(dim, input.ndim)  # raises if there are no such dimensions
    given = dim if isinstance(dim, (tuple, list)) else (dim,)
    for each in given or (None,):
        check_some(name, input, each)
    return row(input, tuple(dim or ()) if not hasattr(dim, "__index__") else dim, keepdim)  # type: ignore[no-any-return]
