"""Whole slices along one dimension, chosen by a vector of positions.

`index_select` reads slices and `index_add` adds to them: each is how the other passes a gradient
back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array, scatter_add
from .copy import zeros_of
from .dims import Shape, own_dim
from .gather import check_range, check_type

if TYPE_CHECKING:
    from ..tensor import Tensor


def _select_vjp(g: Any, index: Any, input_shape: Shape, dim: int) -> Any:
    return _index_add(zeros_of(g, input_shape), index, g, dim=dim)


@op(r"x_{[i]}", input=(_select_vjp, r"\sum_i g_i"))
def _index_select(input: Array, index: Array, dim: int) -> Array:
    return input.take(index.reshape(-1), dim)


def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """The slices of `input` at the positions `index` along `dim`.

    Where a position is named twice, its gradients add up. Saves `index`.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        index: ``(N,)`` or ``()``, of int64 or int32.

    Returns:
        The shape of `input`, with size N at `dim`.

    Raises:
        IndexError: there is no such dimension, or `index` is no vector.
        RuntimeError: `index` has another type, or leads out of `input`.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1, 2, 3], [4, 5, 6]])
        >>> minigrad.index_select(x, 1, minigrad.tensor([2, 0]))
        tensor([[3, 1],
                [6, 4]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.index_select.html
    """
    dim = _checked("index_select", input, dim, index)
    return _index_select(input, index, dim=dim)  # type: ignore[no-any-return]


def _source_vjp(g: Any, index: Any, source: Any, dim: int) -> Any:  # saves what PyTorch saves
    return _index_select(g, index, dim=dim)


@op(r"x + \sum_i y_i", input=(lambda g: g, r"g"), source=(_source_vjp, r"g_i"))
def _index_add(input: Array, index: Array, source: Array, dim: int) -> Array:
    out = input.copy()
    scatter_add(out, (*(slice(None),) * dim, index.reshape(-1)), source)
    return out


_index_add_ = in_place(_index_add)


def index_add(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
    """`input` with the slices of `source` added at the positions `index` along `dim`.

    Where a position is named twice, both count. Saves `index` and `source`.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        index: ``(N,)`` or ``()``, of int64 or int32.
        source: the type and shape of `input`, but size N at `dim`.
        alpha: what `source` is multiplied with.

    Raises:
        IndexError: there is no such dimension, or `index` is no vector.
        RuntimeError: `index` or `source` has another type or does not fit, or `index` leads out of
            `input`.

    Example:
        >>> import minigrad
        >>> minigrad.index_add(minigrad.zeros(2), 0, minigrad.tensor([1, 1]), minigrad.ones(2))
        tensor([0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_add_.html
    """
    dim = _checked("index_add", input, dim, index)
    return _index_add(input, index, _scaled(input, dim, index, source, alpha), dim=dim)  # type: ignore[no-any-return]


def index_add_(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
    """In-place version of `index_add`: writes into `input` and returns it."""
    dim = _checked("index_add", input, dim, index)
    return _index_add_(input, index, _scaled(input, dim, index, source, alpha), dim=dim)  # type: ignore[no-any-return]


def _checked(name: str, input: Any, dim: int, index: Any) -> int:
    """The dimension that `index` names slices of, if it can."""
    dim = own_dim(dim, input.ndim)
    check_type(name, index)
    if index.ndim > 1:
        raise IndexError(
            f"{name}(): Index is supposed to be a vector\nIts shape is {list(index.shape)}."
        )
    check_range(index._array, input._array, dim)
    return dim


def _scaled(input: Any, dim: int, index: Any, source: Any, alpha: Any) -> Any:
    """`source` times `alpha`, if it can be added to `input` at the slices of `index`."""
    source = source if alpha == 1 else source * alpha
    fits = list(input.shape)
    fits[dim] = index.numel()
    if list(source.shape) != fits:
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {list(input.shape)} source.shape = {list(source.shape)}"
        )
    if input.dtype != source.dtype:
        raise RuntimeError(
            f"index_add_(): self ({input.dtype.kind}) and source ({source.dtype.kind}) must have "
            "the same scalar type"
        )
    return source
