"""The order of elements along a dimension: `sort`, `argsort`, `topk`. nan counts as the largest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .dims import wrap_dim
from .extrema import put_back

if TYPE_CHECKING:
    from ..tensor import Tensor


@op(r"x_{(i)}", outputs=("values", "indices"), input=(put_back, r"g_{(i)}"))
def _sort(input: Array, dim: int, descending: bool) -> tuple[Array, Array]:
    """The elements in order, and where each was; equal ones stay in the order they were in."""
    if not input.ndim:
        return input.copy(), np.zeros_like(input, dtype=np.int64)
    there = np.flip(input, dim) if descending else input
    indices = np.argsort(there, dim, kind="stable")
    if descending:  # turned round twice, so that equal elements are not
        indices = input.shape[dim] - 1 - np.flip(indices, dim)
    return np.take_along_axis(input, indices, dim), indices


@op(r"x_{(i)}", outputs=("values", "indices"), input=(put_back, r"g_{(i)}"))
def _topk(input: Array, k: int, dim: int, largest: bool) -> tuple[Array, Array]:
    first = (*(slice(None),) * dim, slice(k)) if input.ndim else ()
    values, indices = _sort.op.forward(input, dim, largest)  # type: ignore[attr-defined]
    return values[first].copy(), indices[first].copy()


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
        stable: makes no difference.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> values, indices = minigrad.sort(minigrad.tensor([3, 1, 2]))
        >>> values, indices
        (tensor([1, 2, 3]), tensor([1, 2, 0]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sort.html
    """
    return _sort(input, dim=wrap_dim(dim, input.ndim), descending=descending)


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
        RuntimeError: there are not so many.

    Example:
        >>> import minigrad
        >>> minigrad.topk(minigrad.tensor([3, 1, 2]), 2).values
        tensor([3, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.topk.html
    """
    dim = wrap_dim(dim, input.ndim)
    size = input.shape[dim] if input.ndim else 1
    if not 0 <= k <= size:
        raise RuntimeError(f"selected index k out of range\nk is {k}, there are {size} elements.")
    return _topk(input, k, dim, largest)
