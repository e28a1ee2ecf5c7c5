"""Indexing: ``x[0]``, ``x[:, 1:3]``, ``x[mask]``, ``x[[0, 0, 2]]``, and assignment to any of them.

Integers, slices, None and ``...`` give views, one node for each as in PyTorch. Integer tensors,
masks and lists gather copies; where an element was taken twice, its gradients add up.
"""

from __future__ import annotations

from functools import partial
from operator import index as as_int
from typing import TYPE_CHECKING, Any

from ..autograd.record import op
from ..autograd.wrap import is_tensor, type_name, wrap
from ..backend import Array, module_of
from .broadcast import expand
from .copy import copy_, fill_tensor_
from .dims import Shape, wrap_dim
from .index_put import as_indices, take_at, write_at
from .key import Step, read
from .operands import fitted, is_number
from .shape import alias, reshape, unsqueeze, view_op

if TYPE_CHECKING:
    from ..tensor import Tensor


def getitem(x: Any, key: Any) -> Tensor:
    """``x[key]``: a view where the key only says how to look at the memory, else a copy.

    Raises:
        IndexError: the key has too many parts, leads out of `x`, or is none.
    """
    steps, gathers = read(key, x._array.shape)
    part = _walk(x, steps)
    if gathers:
        return take_at(part, as_indices(gathers, key))  # type: ignore[no-any-return]
    return alias(x) if part is x else part  # type: ignore[no-any-return]


def setitem(x: Any, key: Any, value: Any) -> None:
    """``x[key] = value``, which broadcasts; it is a write, and counts and records as one.

    Raises:
        IndexError: the key has too many parts, leads out of `x`, or is none.
        RuntimeError: `value` does not fit, or the write may not be recorded.
        TypeError: `value` is neither a tensor nor a number.
    """
    if is_number(value):
        value = wrap(fitted(value, x._array.dtype))
    elif not is_tensor(value):
        raise TypeError(
            f"can't assign a {type_name(value)} to a {x.type()}\nMake a tensor of it first, "
            "minigrad.tensor(...)."
        )
    steps, gathers = read(None if key is True else key, x._array.shape, writing=True)
    part = _walk(x, steps)
    if gathers:
        if value._array.shape[:1] == (1,):
            value = reshape(value, _trimmed(value._array.shape))
        indices = as_indices(gathers, key)
        sole_mask = len(indices) == 1 and indices[0]._array.dtype.kind == "b"
        if sole_mask and value.numel() == 1:  # as `masked_fill` takes it, of any type
            value = value.to(part.dtype)
        write_at(part, value, indices)
    elif value._array.shape == part._array.shape:
        copy_(part, value)
    elif value.ndim == 0:
        fill_tensor_(part, value)
    else:
        value = reshape(value, _trimmed(value._array.shape))
        same = value._array.shape == part._array.shape
        copy_(part, value if same else expand(value, part._array.shape))


def _walk(x: Any, steps: list[Step]) -> Any:
    for view, dim, at in steps:
        if view == "select":
            x = _select(x, dim, at)
        elif view == "slice":
            x = slice_(x, dim, at.start, at.stop, at.step)
        else:
            x = unsqueeze(x, dim)
    return x


def _trimmed(shape: Shape) -> Shape:
    """`shape` without its leading ones."""
    while shape[:1] == (1,):
        shape = shape[1:]
    return shape


# ---------------------------------------------------------------------------------- views


def embedded(input: Array, shape: Shape, at: Any) -> Array:
    """Zeros of `shape`, with `input` where the view `at` shows them: the gradient of a view."""
    out = module_of(input).zeros(shape, input.dtype)
    at(out)[...] = input
    return out


@op(r"x", name="SelectBackwardBackward0", input=(lambda g, at: at(g), r"g"))
def select_backward(input: Array, shape: Shape, at: Any) -> Array:
    """The gradient of a position: `input` there, zeros elsewhere."""
    return embedded(input, shape, at)


@op(r"x", name="SliceBackwardBackward0", input=(lambda g, at: at(g), r"g"))
def slice_backward(input: Array, shape: Shape, at: Any) -> Array:
    """The gradient of a slice: `input` there, zeros elsewhere."""
    return embedded(input, shape, at)


def _select_vjp(g: Any, input_shape: Shape, dim: int, index: int) -> Any:
    return select_backward(g, input_shape, partial(_select.op.forward, dim=dim, index=index))  # type: ignore[attr-defined]


@view_op(r"x_{i}", name="SelectBackward0", input=(_select_vjp, r"g"))
def _select(input: Array, dim: int, index: int) -> Array:
    return input[(slice(None),) * dim + (index, ...)]


def select(input: Tensor, dim: int, index: int) -> Tensor:
    """Position `index` of dimension `dim`, which disappears. A view; saves nothing.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        index: a position in it; negative counts from the end.

    Raises:
        IndexError: there is no such dimension or position.

    Example:
        >>> import minigrad
        >>> minigrad.select(minigrad.tensor([[1, 2], [3, 4]]), dim=1, index=0)
        tensor([1, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.select.html
    """
    if not input.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim, index = wrap_dim(dim, input.ndim), as_int(index)
    if not -input.shape[dim] <= index < input.shape[dim]:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input.shape)} at "
            f"dimension {dim}"
        )
    return _select(input, dim, index)  # type: ignore[no-any-return]


def _slice_vjp(g: Any, input_shape: Shape, dim: int, start: int, end: int, step: int) -> Any:
    at = partial(slice_.op.forward, dim=dim, start=start, end=end, step=step)  # type: ignore[attr-defined]
    return slice_backward(g, input_shape, at)


@view_op(r"x_{i:j}", name="SliceBackward0", input=(_slice_vjp, r"g"))
def slice_(input: Array, dim: int, start: int, end: int, step: int) -> Array:
    """Positions ``start:end:step`` of dimension `dim`. A view; saves nothing."""
    return input[(slice(None),) * dim + (slice(start, end, step),)]


def narrow(input: Tensor, dim: int, start: int, length: int) -> Tensor:
    """`length` positions of dimension `dim`, from `start` on. A view; saves nothing.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        start: the first position; negative counts from the end.
        length: how many.

    Raises:
        IndexError: there is no such dimension or `start`.
        RuntimeError: `length` is negative, or leads beyond the end.

    Example:
        >>> import minigrad
        >>> minigrad.narrow(minigrad.arange(5), 0, 1, 3)
        tensor([1, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.narrow.html
    """
    if not input.ndim:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError(f"narrow(): length must be non-negative.\nIt is {length}.")
    dim, start = wrap_dim(dim, input.ndim), as_int(start)
    size = input.shape[dim]
    if not -size <= start <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but got {start})"
        )
    start += size if start < 0 else 0
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return slice_(input, dim, start, start + length, 1)  # type: ignore[no-any-return]
