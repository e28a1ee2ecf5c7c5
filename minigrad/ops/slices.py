"""Whole slices along one dimension, at the positions that a vector of integers names.

`index_select` reads them; `index_add`, `index_copy` and `index_fill` write. What reads and what
writes are each other's derivatives.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor, is_tensor, type_name, untracked
from ..backend import Array, check_beside, module_of
from ..backend import scatter_add as add_at
from .gathering import check_range, check_type
from .operands import Shape, as_scalar, own_dim
from .shapes import beside, expand, in_order, reshape, unsqueeze, view, zeros_of

# ---------------------------------------------------------------------------------- read


def _select_vjp(g: Any, index: Any, input_shape: Shape, dim: int) -> Any:
    return _index_add(zeros_of(g, input_shape), index, g, dim=dim)


@op(r"x_{[i]}", input=(_select_vjp, r"\sum_i g_i"))
def _index_select(input: Array, index: Array, dim: int) -> Array:
    return input.take(index.reshape(-1), dim)


@public(method=True)
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
    dim = _slices_dim("index_select", input, dim, index)
    return _index_select(input, index, dim=dim)


def _slices_dim(name: str, input: Any, dim: int, index: Any) -> int:
    """The dimension that `index` names slices of, if it can."""
    dim = own_dim(dim, input.ndim)
    check_type(name, index, input)
    if index.ndim > 1:
        raise IndexError(f"{name}(): Index is supposed to be a vector\nIt is {index.ndim}-D.")
    check_range(index._array, input._array, dim)
    return dim


def _key_of(index: Array, dim: int) -> tuple[Any, ...]:
    """The key that takes the slices `index` along `dim`."""
    return (*(slice(None),) * dim, index.reshape(-1))


# ---------------------------------------------------------------------------------- added


def _added_vjp(g: Any, index: Any, source: Any, dim: int, alpha: Any) -> Any:
    added = expand(_index_select(g, index, dim), tuple(source.shape))
    return added if alpha == 1 else added * alpha


@op(r"x + \alpha \sum_i y_i", input=(lambda g: g, r"g"), source=(_added_vjp, r"\alpha g_i"))
def _index_add(input: Array, index: Array, source: Array, dim: int, alpha: Any = 1) -> Array:
    out = input.copy()
    added = source if alpha == 1 else source * input.dtype.type(alpha)
    add_at(out, _key_of(index, dim), added)
    return out


_index_add_ = in_place(_index_add)


@public(method=True)
def index_add(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
    """`input` with slices of `source`, times `alpha`, added at the positions `index` along `dim`.

    Where a position is named twice, both count. Saves `index` and `source`.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        index: ``(N,)`` or ``()``, of int64 or int32.
        source: the shape of `input`, with size N at `dim`; of the same type.
        alpha: a number.

    Raises:
        IndexError: there is no such dimension, or `index` is no vector.
        RuntimeError: `index` has another type or leads out of `input`, or `source` has another type
            or shape.

    Example:
        >>> import minigrad
        >>> places = minigrad.tensor([0, 0, 2])
        >>> minigrad.index_add(minigrad.zeros(3), 0, places, minigrad.tensor([1.0, 2.0, 5.0]))
        tensor([3., 0., 5.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_add_.html
    """
    dim = _adding(input, dim, index, source)
    return _index_add(
        input, index, source, dim=dim, alpha=as_scalar(alpha, input._array.dtype).item()
    )


@public(function=False, method=True)
def index_add_(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
    """In-place version of `index_add`: writes into `input` and returns it."""
    dim, alpha = _adding(input, dim, index, source), _as_factor(alpha, input)
    return _index_add_(input, index, source, dim=dim, alpha=alpha)


def _adding(input: Any, dim: int, index: Any, source: Any) -> int:
    """`dim` counted from the front, once `source` can be added at `index`."""
    _check_source("index_add", source, input)
    dim = own_dim(dim, input.ndim)
    kind, types = index.dtype.title, (input.dtype.title, source.dtype.title)
    if kind not in ("Long", "Int"):
        _refuse(f"Expected dtype int32/int64 for index but got: {kind}")
    if index.ndim > 1:
        which = f"dim: {index.ndim} with type: {kind} and size: {list(index.shape)}"
        raise IndexError(f"index_add_(): Index is supposed to be a vector, but got {which}")
    if input.dtype != source.dtype:
        _refuse("self ({}) and source ({}) must have the same scalar type".format(*types))
    check_range(index._array, input._array, dim)
    count, size = index.numel(), source.shape[dim] if source.ndim > dim else source.numel()
    if size != count:
        given = f"({count}) should be equal to source.size(dim): ({size}), for dim: {dim}"
        _refuse(f"Number of indices {given}")
    if _beside(input, dim) != _beside(source, dim):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {list(input.shape)} source.shape = {list(source.shape)}"
        )
    return dim


def _as_factor(alpha: Any, input: Any) -> Any:
    """`alpha` as a number of the type of `input`: an integer, say, is cut off."""
    return as_scalar(alpha, input._array.dtype).item()


def _refuse(said: str) -> NoReturn:
    raise RuntimeError(f"index_add_(): {said}")


def _check_source(name: str, source: Any, input: Any) -> None:
    if not is_tensor(source):
        said = f"must be Tensor, not {type_name(source)}"
        raise TypeError(f"{name}(): argument 'source' (position 3) {said}")
    check_beside("source", source._array, input._array)


def _beside(x: Any, dim: int) -> Shape:
    """The sizes of all dimensions but `dim`."""
    return tuple(x.shape[:dim]) + tuple(x.shape[dim + 1 :])


# ---------------------------------------------------------------------------------- copied


def _copied_vjp(g: Any, index: Any, source: Any, dim: int) -> Any:
    return expand(_index_select(g, index, dim), tuple(source.shape))


@op(
    r"y_i",
    input=(lambda g, index, dim: _index_fill(g, index, 0, dim), r"g \odot [\text{not } i]"),
    source=(_copied_vjp, r"g_i"),
)
def _index_copy(input: Array, index: Array, source: Array, dim: int) -> Array:
    out = input.copy()
    out[_key_of(index, dim)] = source
    return out


_index_copy_ = in_place(_index_copy)


@public(method=True)
def index_copy(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """`input` with slices of `source` at the positions `index` along `dim`.

    Where a position is named twice, the last slice stays. Saves `index` and `source`.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        index: ``(N,)`` or ``()``, of int64.
        source: the shape of `input`, with size N at `dim`; of the same type.

    Raises:
        IndexError: there is no such dimension, `index` is no vector or leads out of `input`, or
            there are not as many slices as positions.
        RuntimeError: `index` has another type, or `source` has another type or shape.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(3, 2)
        >>> minigrad.index_copy(x, 0, minigrad.tensor([2, 0]), minigrad.tensor([[1.0, 2], [3, 4]]))
        tensor([[3., 4.],
                [0., 0.],
                [1., 2.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_copy_.html
    """
    return _index_copy(input, index, source, dim=_copying(input, dim, index, source))


@public(function=False, method=True)
def index_copy_(input: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """In-place version of `index_copy`: writes into `input` and returns it."""
    return _index_copy_(input, index, source, dim=_copying(input, dim, index, source))


def _copying(input: Any, dim: int, index: Any, source: Any) -> int:
    """`dim` counted from the front, once `source` can be written at `index`."""
    _check_source("index_copy", source, input)
    dim, count = own_dim(dim, input.ndim), index.numel()
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if source.ndim != input.ndim:
        raise IndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality must "
            f"match. Source dimensionality ({source.ndim}), destination dimensionality "
            f"({input.ndim})"
        )
    _check_copied_types(input, index, source)
    ours, theirs = _beside(input, dim), _beside(source, dim)
    if ours != theirs:
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
            f"slice shape: {' '.join(map(str, ours))} at dimension {dim} and source slice shape: "
            f"{' '.join(map(str, theirs))} at dimension 0."
        )
    if count != source.shape[dim]:
        words = f"Number of indices ({count}) should be equal to source.size(dim)"
        raise IndexError(f"index_copy_(): {words} ({source.shape[dim]})")
    _check_places("index_copy_(): ", index._array, 0, input.shape[dim], dim)
    return dim


def _check_copied_types(input: Any, index: Any, source: Any) -> None:
    check_beside("index", index._array, input._array)
    if index.dtype.title != "Long":
        words = "Expected a long tensor for index, but got"
        raise RuntimeError(f"index_copy_(): {words} {index.dtype.title}")
    if source.dtype != input.dtype:
        raise RuntimeError(
            "index_copy_(): self and source expected to have the same dtype, but got (self) "
            f"{input.dtype.title} and (source) {source.dtype.title}"
        )


def _check_places(opening: str, index: Array, least: int, size: int, dim: int) -> None:
    outside = (index < least) | (index >= size)
    if outside.any():
        wrong = np.extract(outside, index)[0]
        said = f"index {wrong} is out of bounds for dimension {dim} with size {size}"
        raise IndexError(f"{opening}{said}")


# ---------------------------------------------------------------------------------- filled


@op(
    r"c",
    name="IndexFillBackward0",
    input=(lambda g, index, dim: _index_fill(g, index, 0, dim), r"g \odot [\text{not } i]"),
)
def _index_fill(input: Array, index: Array, value: Any, dim: int) -> Array:
    return _filled(input, index, value, dim)


@op(
    r"y",
    name="IndexFillBackward1",
    promotes=True,
    input=(lambda g, index, dim: _index_fill(g, index, 0, dim), r"g \odot [\text{not } i]"),
    value=(lambda g, index, dim: _index_select(g, index, dim).sum(), r"\sum_i g_i"),
)
def _index_fill_tensor(input: Array, index: Array, value: Array, dim: int) -> Array:
    return _filled(input, index, value, dim)


def _filled(input: Array, index: Array, value: Any, dim: int) -> Array:
    out = input.copy()
    out[_key_of(index, dim)] = value
    return out


_fill_number_, _fill_tensor_ = map(in_place, (_index_fill, _index_fill_tensor))


@public(method=True)
def index_fill(input: Tensor, dim: int, index: Tensor, value: Any) -> Tensor:
    """`input` with a number in all slices at the positions `index` along `dim`. Saves `index`.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        index: ``(N,)`` or ``()``, of int64; negative counts from the end.
        value: a number, or a 0-d tensor.

    Raises:
        IndexError: there is no such dimension, or `index` has another type or leads out of `input`.
        RuntimeError: `index` is no vector, or `value` has dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.index_fill(minigrad.zeros(2, 3), 1, minigrad.tensor([0, 2]), 7.0)
        tensor([[7., 0., 7.],
                [7., 0., 7.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_fill_.html
    """
    return _filled_by(_index_fill, _index_fill_tensor, input, dim, index, value)


@public(function=False, method=True)
def index_fill_(input: Tensor, dim: int, index: Tensor, value: Any) -> Tensor:
    """In-place version of `index_fill`: writes into `input` and returns it."""
    return _filled_by(_fill_number_, _fill_tensor_, input, dim, index, value)


def _filled_by(by_number: Any, by_tensor: Any, input: Any, dim: int, index: Any, value: Any) -> Any:
    """A number, or a 0-d tensor, written by the row that is made for it."""
    dim = own_dim(dim, input.ndim)
    if index.dtype.title != "Long":
        said = "Expected dtype int64 for index."
        raise IndexError(f"index_fill_(): {said}\nIt is of type {index.dtype.name}.")
    if index.ndim > 1:
        raise RuntimeError(f"Index has to be a vector/scalar\nIt is {index.ndim}-D.")
    check_beside("index", index._array, input._array)
    _check_places("", index._array, -input.shape[dim], input.shape[dim], dim)
    if not is_tensor(value):
        return by_number(input, index, as_scalar(value, input._array.dtype), dim)
    if value.ndim:
        raise RuntimeError(
            "index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
            f"{value.ndim} dimension(s)."
        )
    value = beside(value, input)
    if not (value.is_floating_point() and input.is_floating_point()):
        value = value.to(input.dtype)
    return by_tensor(input, index, value, dim)


# ---------------------------------------------------------------------------------- repeated


@public(method=True)
def repeat_interleave(
    input: Any, repeats: Any = None, dim: Any = None, *, output_size: Any = None
) -> Any:
    """Each element, or each slice along `dim`, several times in a row.

    `Tensor.repeat` lays the whole side by side with itself instead. Saves the positions where
    `repeats` is a tensor, else nothing.

    Args:
        input: any shape.
        repeats: how often: a number, or a tensor with a number for each slice. Given alone, such a
            tensor says how often each position comes.
        dim: a dimension; None takes `input` flat.
        output_size: makes no difference.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: a number is negative, or there are not as many numbers as slices.

    Example:
        >>> import minigrad
        >>> minigrad.repeat_interleave(minigrad.tensor([1, 2]), 2)
        tensor([1, 1, 2, 2])
        >>> minigrad.tensor([1, 2]).repeat_interleave(minigrad.tensor([3, 1]))
        tensor([1, 1, 1, 2])
        >>> minigrad.repeat_interleave(minigrad.tensor([3, 1]))
        tensor([0, 0, 0, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.repeat_interleave.html
    """
    if repeats is None:
        return _repeated(input, 0, input)
    if dim is None:
        input = reshape(input, (-1,))
    dim = own_dim(dim or 0, input.ndim)
    if is_tensor(repeats):
        return index_select(input, dim, _repeated(input, dim, repeats))
    if repeats < 0:
        raise RuntimeError(f"Repeats must be non-negative\n`repeats` is {repeats}.")
    before, after = input.shape[:dim], input.shape[dim + 1 :]
    size = input.shape[dim]
    side_by_side = expand(unsqueeze(input, dim + 1), (*before, size, repeats, *after))
    return view(in_order(side_by_side), (*before, size * repeats, *after))


def _repeated(input: Any, dim: int, repeats: Any) -> Any:
    """The positions along `dim`, each as often as `repeats` says."""
    count = input.shape[dim]
    if repeats.numel() not in (1, count):
        sizes = f"repeats.size(0) = {repeats.numel()} and input.size({dim}) = {count}"
        raise RuntimeError(f"repeats must have the same size as input along dim, but got {sizes}")
    if (repeats._array < 0).any():
        raise RuntimeError("repeats can not be negative")
    positions = module_of(input._array).arange(count)
    return untracked(positions.repeat(repeats.tolist()))
