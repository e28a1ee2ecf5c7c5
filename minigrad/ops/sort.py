"""The order of elements along a dimension: `sort`, `argsort`, `topk`. nan counts as the largest."""

from __future__ import annotations

from operator import index as as_int
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array, module_of
from .copy import zeros_of
from .dims import Shape, wrap_dim
from .gather import check_range, key_along
from .layout import laid_as
from .operands import bare
from .parse import overloaded, parsed, truth
from .scatter import _scatter

if TYPE_CHECKING:
    from ..tensor import Tensor


def _back_vjp(g: Any, indices: Any, input_shape: Shape, dim: int) -> Any:
    """Each gradient to the element that its value was; others may have been written there since."""
    zeros = zeros_of(g, input_shape)
    check_range(bare(indices), zeros, dim)
    return _scatter(zeros, indices, g, dim=dim)


@op(r"x_{(i)}", outputs=("values", "indices"), input=(_back_vjp, r"g_{(i)}"))
def _sort(input: Array, dim: int, descending: bool) -> tuple[Array, Array]:
    return _ordered(input, dim, descending)


@op(r"x_{(i)}", name="SortBackward1", outputs=("values", "indices"), input=(_back_vjp, r"g_{(i)}"))
def _sort_stable(input: Array, dim: int, descending: bool) -> tuple[Array, Array]:
    return _ordered(input, dim, descending)


_sort_stable.op.label = "sort"  # type: ignore[attr-defined]


@op(r"x_{(i)}", outputs=("values", "indices"), input=(_back_vjp, r"g_{(i)}"))
def _topk(input: Array, k: int, dim: int, largest: bool) -> tuple[Array, Array]:
    first = (*(slice(None),) * dim, slice(k)) if input.ndim else ()
    return tuple([x[first].copy() for x in _ordered(input, dim, largest)])


def _ordered(input: Array, dim: int, descending: bool) -> tuple[Array, Array]:
    """The elements in order, and where each was; equal ones stay in the order they were in."""
    if not input.ndim:
        return input.copy(), np.zeros_like(input, dtype=np.int64)
    backwards = (*(slice(None),) * dim, slice(None, None, -1))
    there = input[backwards] if descending else input
    places = module_of(input).argsort(there, dim, kind="stable")
    # Turned round twice, so that equal elements are not; and in new memory, not read backwards.
    indices = input.shape[dim] - 1 - places[backwards] if descending else places
    found = input[key_along(indices, dim)], indices.astype(np.int64, copy=False)
    return laid_as(input, found[0]), laid_as(input, found[1])


_FORMS = (
    "(Tensor input, *, bool stable, int dim = -1, bool descending = False)",
    "(Tensor input, int dim = -1, bool descending = False)",
)


@overloaded(*_FORMS)
def sort(
    input: Tensor, dim: int = -1, descending: bool = False, *, stable: bool | None = None
) -> Any:
    """The elements in order along `dim`: a named tuple ``(values, indices)``.

    Equal elements stay in the order they were in, whether `stable` asks for it or not; each gets
    its own gradient. Saves the indices.

    Args:
        input: any shape.
        dim: a dimension.
        descending: the largest first.
        stable: makes no difference, but to the name of the node, as in PyTorch.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> values, indices = minigrad.sort(minigrad.tensor([3, 1, 2]))
        >>> values, indices
        (tensor([1, 2, 3]), tensor([1, 2, 0]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sort.html
    """
    row = _sort if stable is None else _sort_stable
    return row(input, dim=wrap_dim(dim, input.ndim), descending=truth(descending))


@overloaded(*_FORMS)
def argsort(
    input: Tensor, dim: int = -1, descending: bool = False, *, stable: bool = False
) -> Tensor:
    """The positions that the elements in order come from; arguments and errors are those of `sort`.

    Example:
        >>> import minigrad
        >>> minigrad.argsort(minigrad.tensor([3, 1, 2]))
        tensor([1, 2, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argsort.html
    """
    return sort(input, dim, descending).indices  # type: ignore[no-any-return]


@parsed
def topk(input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """The `k` largest elements along `dim`: a named tuple ``(values, indices)``.

    Of equal elements the first are taken; PyTorch does not say which it takes. Saves the indices.

    Args:
        input: any shape.
        k: how many.
        dim: a dimension.
        largest: False asks for the smallest.
        sorted: makes no difference: they come in order.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: there are not so many, or `input` is of bools.

    Example:
        >>> import minigrad
        >>> minigrad.topk(minigrad.tensor([3, 1, 2]), 2).values
        tensor([3, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.topk.html
    """
    dim = wrap_dim(dim, input.ndim)
    k, size = as_int(k), input.shape[dim] if input.ndim else 1
    if not 0 <= k <= size:
        raise RuntimeError(f"selected index k out of range\nk is {k}, there are {size} elements.")
    if input.dtype.kind == "Bool":
        raise RuntimeError("topk does not support bool dtypes on CPU")
    truth(sorted)
    return _topk(input, k, dim, truth(largest))
