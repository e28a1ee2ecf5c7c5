"""Copies, and other shapes for the same elements: views, each undone by another view.

What is written over a tensor is here, too: `copy_`, `fill_`, `zero_`.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

import numpy as np

from .._mode import current
from ..autograd.inplace import in_place
from ..autograd.node import OPS
from ..autograd.record import takes_gradients
from ..autograd.registry import op, public
from ..autograd.view import same_memory, strided
from ..autograd.wrap import Tensor, is_tensor, wrap
from ..backend import Array, device, device_of, is_on, module_of, on_host, to_device
from ..dtype import of
from .operands import Shape, as_scalar, inferred, is_number, own_dim, sized, wrap_dim, wrap_dims

# ---------------------------------------------------------------------- copies, and what is written


def zeros_like(x: Any) -> Any:
    """Zeros in the shape and type of `x`, an array or a tensor: a gradient without a history."""
    return zeros_of(x, x.shape)


def zeros_of(x: Any, shape: Any) -> Any:
    """Zeros in the type of `x`, an array or a tensor, of another shape."""
    array = x._array if is_tensor(x) else x
    zeros = module_of(array).zeros(shape, array.dtype)  # CuPy's zeros_like knows no shape ()
    return wrap(zeros) if is_tensor(x) else zeros


@public(method=True)
@op(r"x", input=(lambda g: g, r"g"))
def clone(input: Array) -> Array:
    """A copy of `input` with memory of its own; gradients pass through. Saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.clone(minigrad.tensor([1.0]))
        tensor([1.])
    """
    return input.copy("K")


@op(r"x", name="CloneBackward0", input=(lambda g: g, r"g"))
def in_order(input: Array) -> Array:
    """A copy of `input` with its elements in order in memory: what ``contiguous()`` makes."""
    return input.copy()


@op(r"x", name="ToCopyBackward0", input=(lambda g, to, back: _to_copy(g, back, to), r"g"))
def _to_copy(input: Array, to: Any, back: Any) -> Array:
    """`input` as ``to = (dtype, device)``; the gradient travels to ``back``, where it came from."""
    return to_device(input.astype(to[0], copy=is_on(input, to[1])), to[1])


def to_copy(input: Any, dtype: np.dtype[Any], where: device | None = None) -> Any:
    """A copy of `input`, a tensor or an array, in another type or on another device."""
    array = getattr(input, "_array", input)
    here = device_of(array)
    if current.mode.recording and is_tensor(input) and input.requires_grad:
        takes_gradients(dtype)  # a refusal of bfloat16; integers are not recorded
    return _to_copy(input, (dtype, where or here), (array.dtype, here))


OPS["to_copy"] = to_copy


def beside(x: Any, like: Any) -> Any:
    """The tensor `x` where the tensor `like` lies; a number on the CPU serves everywhere."""
    where = device_of(like._array)
    number = not (x._array.ndim or x.is_cuda or x.requires_grad)
    return x if number or is_on(x._array, where) else to_copy(x, x._array.dtype, where)


@op(r"y", name="CopyBackwards", input=(zeros_like, r"0"), other=(lambda g: g, r"g"))
def copy(input: Array, other: Array) -> Array:
    """`other` in the type of `input`: what ``x.copy_(y)`` writes."""
    if other.shape != input.shape:
        np.broadcast_shapes(input.shape, other.shape)
    return other.astype(input.dtype)


@op(r"c", name="FillBackward2", input=(zeros_like, r"0"))
def fill(input: Array, value: Any) -> Array:
    """A number everywhere, which the write broadcasts: what ``x.fill_(2.0)`` writes."""
    return on_host(value).astype(input.dtype)


@op(r"y", name="FillBackward3", input=(zeros_like, r"0"), value=(lambda g: g, r"\sum g"))
def _fill_tensor(input: Array, value: Array) -> Array:
    """A 0-d tensor everywhere: what ``x.fill_(y)`` and ``x[...] = 2.0`` write."""
    return value.astype(input.dtype)


@op(r"0", input=(zeros_like, r"0"))
def zero(input: Array) -> Array:
    """Zeros: what ``x.zero_()`` writes."""
    return np.zeros_like(input)


_copy_tensor_ = in_place(copy)
public(method=True)(in_place(zero))
_fill_number_, _fill_tensor_ = map(in_place, (fill, _fill_tensor))


@public(function=False, method=True)
def copy_(input: Any, other: Any) -> Any:
    """Write `other`, which broadcasts and is converted, into `input`.

    Raises:
        RuntimeError: the shapes do not fit, or the write may not be recorded.
    """
    if is_number(other):
        other = wrap(on_host(other))
    return _copy_tensor_(input, beside(other, input) if is_tensor(other) else other)


@public(method=True)
def fill_(input: Any, value: Any) -> Any:
    """Write a number, or a 0-d tensor, everywhere into `input`.

    Raises:
        RuntimeError: `value` has dimensions or does not fit into the type of `input`, or the write
            may not be recorded.
    """
    if not is_tensor(value):
        return _fill_number_(input, as_scalar(value, input._array.dtype))
    if value.ndim:
        raise RuntimeError(
            "fill_ only supports 0-dimension value tensor but got tensor with "
            f"{value.ndim} dimensions.\nx.copy_(value) takes one that broadcasts."
        )
    return _fill_tensor_(input, beside(value, input))


# ---------------------------------------------------------------------------------- other shapes


# Declare an operation whose result shows the memory of its first input.
view_op = partial(op, view=True)


def _reshaped(g: Any, input_shape: Shape) -> Any:
    return reshape(g, input_shape)


@public(function=False, method=True)
@view_op(r"x", name="ViewBackward0", input=(_reshaped, r"g"))
def view(input: Array, size: Shape) -> Array:
    """The same elements in another shape, on the same memory. Saves nothing.

    Args:
        input: any shape.
        size: the new one; one -1 in it is worked out.

    Raises:
        RuntimeError: the number of elements differs, or the memory is not laid out for it.

    Example:
        >>> import minigrad
        >>> minigrad.arange(6).view(2, 3)
        tensor([[0, 1, 2],
                [3, 4, 5]])
    """
    out = input.reshape(inferred(sized(size), input.size))
    if same_memory(out, input) or not input.size:
        return out
    raise RuntimeError(
        "view size is not compatible with input tensor's size and stride (at least one dimension "
        "spans across two contiguous subspaces). Use .reshape(...) instead."
    )


@view_op(r"x", name="ReshapeAliasBackward0", input=(_reshaped, r"g"))
def _reshape_alias(input: Array, shape: Shape) -> Array:
    """What `reshape` makes of memory that does not lie in a row, where that allows a view."""
    return np.reshape(input, shape)


@op(r"x", name="UnsafeViewBackward0", input=(_reshaped, r"g"))
def _unsafe_view(input: Array, shape: Shape) -> Array:
    """A new shape for memory that nobody else sees, so that it need not count as a view."""
    return np.reshape(input, shape)


@public(method=True)
def reshape(input: Any, shape: Shape) -> Tensor:
    """The same elements in another shape: a view where the memory allows it, else a copy.

    Args:
        input: any shape.
        shape: the new one; one -1 in it is worked out.

    Raises:
        RuntimeError: the number of elements differs.

    Example:
        >>> import minigrad
        >>> minigrad.reshape(minigrad.arange(4), (2, 2))
        tensor([[0, 1],
                [2, 3]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.reshape.html
    """
    if not is_tensor(input):  # inside a rule
        return np.reshape(input, shape)  # type: ignore[return-value]
    input._share()
    array = input._array
    shape = inferred(sized(shape), array.size)
    if array.flags.c_contiguous or not array.size:
        return view(input, shape)
    if same_memory(array.reshape(shape), array):
        return _reshape_alias(input, shape)
    return _unsafe_view(in_order(input), shape)


@public(method=True)
def ravel(input: Tensor) -> Tensor:
    """All elements in a row: `reshape` to ``(-1,)``, a view where that is possible.

    Example:
        >>> import minigrad
        >>> minigrad.ravel(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([1, 2, 3, 4])
    """
    return reshape(input, (-1,))


@public(method=True)
def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """The dimensions from `start_dim` to `end_dim` made one.

    Args:
        input: any shape; a 0-d tensor comes back with shape ``(1,)``.
        start_dim: the first of them.
        end_dim: the last of them.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `start_dim` lies behind `end_dim`.

    Example:
        >>> import minigrad
        >>> minigrad.flatten(minigrad.zeros(2, 3, 4), start_dim=1).shape
        minigrad.Size([2, 12])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.flatten.html
    """
    start, end = wrap_dim(start_dim, input.ndim), wrap_dim(end_dim, input.ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start == end and input.ndim:
        return input
    shape = tuple(input.shape)
    return reshape(input, (*shape[:start], prod(shape[start : end + 1]), *shape[end + 1 :]))


@public(method=True)
def unflatten(input: Tensor, dim: int, sizes: Shape) -> Tensor:
    """The dimension `dim` made several: the inverse of `flatten`. A view; saves nothing.

    Args:
        input: any shape but ``()``.
        dim: a dimension.
        sizes: what its size is the product of; one -1 is worked out.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `sizes` has another product.

    Example:
        >>> import minigrad
        >>> minigrad.unflatten(minigrad.zeros(2, 6), 1, (2, 3)).shape
        minigrad.Size([2, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unflatten.html
    """
    shape, dim = tuple(input.shape), own_dim(dim, input.ndim)
    given = sized(sizes)
    if not given:
        raise RuntimeError("unflatten: sizes must be non-empty")
    known = abs(prod(given))  # one of them may be -1
    if shape[dim] % known if known and -1 in given else known != shape[dim]:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(given)} don't multiply up to the size of dim {dim} "
            f"({shape[dim]}) in the input tensor"
        )
    parts = inferred(given, shape[dim])
    return view(input, (*shape[:dim], *parts, *shape[dim + 1 :]))


@public(method=True)
@view_op(r"x", input=(lambda g, dim: squeeze(g, dim), r"g"))
def unsqueeze(input: Array, dim: int) -> Array:
    """A new dimension of size one at `dim`. A view; saves nothing.

    Raises:
        IndexError: `dim` lies outside ``[-ndim - 1, ndim]``.

    Example:
        >>> import minigrad
        >>> minigrad.unsqueeze(minigrad.tensor([1, 2]), 1).shape
        minigrad.Size([2, 1])
    """
    dim = wrap_dim(dim, input.ndim + 1)
    return input.reshape((*input.shape[:dim], 1, *input.shape[dim:]))


def _dims_again(g: Any, input_shape: Shape, dim: Any = None) -> Any:
    """Those of the dimensions that had size one, and so were left out."""
    ndim = len(input_shape)
    for d in sorted(wrap_dims(dim, ndim)) if ndim and dim != () else ():
        g = unsqueeze(g, d) if input_shape[d] == 1 else g
    return g


@view_op(
    r"x", name="SqueezeBackward0", input=(lambda g, input_shape: _dims_again(g, input_shape), r"g")
)
def _squeeze_all(input: Array) -> Array:
    return np.squeeze(input)


@view_op(r"x", name="SqueezeBackward1", input=(_dims_again, r"g"))
def _squeeze_dim(input: Array, dim: int) -> Array:
    return _without(input, wrap_dims(dim, input.ndim))


@view_op(r"x", name="SqueezeBackward2", input=(_dims_again, r"g"))
def _squeeze_dims(input: Array, dim: Shape) -> Array:
    return _without(input, wrap_dims(dim, input.ndim) if dim else ())


def _without(input: Array, dims: Shape) -> Array:
    """`input` without those of the dimensions that have size one."""
    return np.squeeze(input, tuple(d for d in dims if input.ndim and input.shape[d] == 1))


def squeezed_by(rows: Any, input: Any, dim: Any) -> Any:
    """`input` squeezed by one of three rows: for all dimensions, for one, for several."""
    of_all, of_one, of_several = rows
    if dim is None:
        return of_all(input)
    if isinstance(dim, (tuple, list)):
        return of_several(input, sized(dim))
    return of_one(input, dim)


@public(method=True)
def squeeze(input: Any, dim: Any = None) -> Tensor:
    """`input` without its dimensions of size one, or without those named. A view; saves nothing.

    Args:
        input: any shape.
        dim: one dimension or several; those of another size stay.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.squeeze(minigrad.zeros(1, 3, 1)).shape
        minigrad.Size([3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.squeeze.html
    """
    return squeezed_by((_squeeze_all, _squeeze_dim, _squeeze_dims), input, dim)


@view_op(r"x", input=(lambda g: g, r"g"))
def alias(input: Array) -> Array:
    """Another view of the whole of `input`: what ``x[...]`` gives."""
    return input[...]


# ----------------------------------------------------------------------- other orders of dimensions


@public(method=True, aliases=("swapaxes", "swapdims"))
@view_op(r"x^{\top}", input=(lambda g, dim0, dim1: transpose(g, dim0, dim1), r"g^{\top}"))
def transpose(input: Array, dim0: int, dim1: int) -> Array:
    """Two dimensions swapped. A view; saves nothing.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.transpose(minigrad.tensor([[1, 2], [3, 4]]), 0, 1)
        tensor([[1, 3],
                [2, 4]])
    """
    dim0, dim1 = wrap_dim(dim0, input.ndim), wrap_dim(dim1, input.ndim)
    return np.swapaxes(input, dim0, dim1) if input.ndim else input[...]


@public(method=True)
@view_op(r"x^{\top}", name="TBackward0", input=(lambda g: t(g), r"g^{\top}"))
def t(input: Array) -> Array:
    """The transpose of a matrix; a vector comes back as it is. A view; saves nothing.

    Raises:
        RuntimeError: `input` has more than two dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.t(minigrad.tensor([[1, 2], [3, 4]]))
        tensor([[1, 3],
                [2, 4]])
    """
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return input.T


@public(method=True)
@view_op(r"x", input=(lambda g, dims: permute(g, _inverse(dims, g.ndim)), r"g"))
def permute(input: Array, dims: Shape) -> Array:
    """The dimensions in another order. A view; saves nothing.

    Args:
        input: any shape.
        dims: which dimension comes first, which second …

    Raises:
        RuntimeError: not every dimension is named once.

    Example:
        >>> import minigrad
        >>> minigrad.permute(minigrad.zeros(2, 3, 4), (2, 0, 1)).shape
        minigrad.Size([4, 2, 3])
    """
    order = [wrap_dim(d, input.ndim) for d in sized(dims)]
    if sorted(order) != [*range(input.ndim)]:
        raise RuntimeError(
            f"permute(): of {input.ndim} dimensions each stands once in {list(dims)}"
        )
    return np.transpose(input, order)


def _inverse(dims: Shape, ndim: int) -> Shape:
    return tuple(np.argsort([d % ndim for d in dims]).tolist())


@public(method=True, aliases=("moveaxis",))
def movedim(input: Tensor, source: Any, destination: Any) -> Tensor:
    """Dimensions moved to other places; those not named keep their order. A view; saves nothing.

    Args:
        input: any shape.
        source: one dimension or several.
        destination: where each of them goes.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice, or the numbers of places differ.

    Example:
        >>> import minigrad
        >>> minigrad.movedim(minigrad.zeros(2, 3, 4), 0, -1).shape
        minigrad.Size([3, 4, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.movedim.html
    """
    sources, places = _moves(source, destination, input.ndim)
    moved = dict(zip(places, sources, strict=True))
    rest = iter([d for d in range(input.ndim) if d not in sources])
    order = tuple(moved[d] if d in moved else next(rest) for d in range(input.ndim))
    return permute(input, order) if input.ndim else alias(input)


def _moves(source: Any, destination: Any, ndim: int) -> tuple[Shape, Shape]:
    """The dimensions that are moved, and where to, once they are known to be as many."""
    given = {"source": source, "destination": destination}
    if isinstance(source, (tuple, list)) != isinstance(destination, (tuple, list)):
        raise TypeError(f"movedim() takes two dimensions, or two lists of them, not {given}")
    moves = {}
    for name, dims in given.items():
        several = sized(dims if isinstance(dims, (tuple, list)) else (dims,))
        moves[name] = tuple(wrap_dim(dim, ndim) for dim in several)
        if len(set(moves[name])) < len(several):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(several)})")
    if len(moves["source"]) != len(moves["destination"]):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(source)} dims) should "
            f"contain the same number of dims as destination ({list(destination)} dims)"
        )
    return moves["source"], moves["destination"]


# ---------------------------------------------------------------------------------- broadcasting


@public(function=False, method=True)
@view_op(r"x", input=(lambda g: g, r"\sum g"))
def expand(input: Array, size: Shape) -> Array:
    """`input` seen in a larger shape, without copying: the same element stands in several places.

    Its gradient is the sum over those places: the node undoes broadcasting. Saves nothing.

    Args:
        input: any shape.
        size: the larger one; -1 keeps a dimension's size.

    Raises:
        RuntimeError: a dimension that is not of size one would have to change.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([[1], [2]]).expand(2, 3)
        tensor([[1, 1, 1],
                [2, 2, 2]])
    """
    shape = sized(size)
    new = len(shape) - input.ndim
    if new < 0:
        raise RuntimeError(
            f"expand(minigrad.{of(input.dtype).title}Tensor{{{list(input.shape)}}}, "
            f"size={list(shape)}): the number of sizes provided ({len(shape)}) must be greater or "
            f"equal to the number of dimensions in the tensor ({input.ndim})"
        )
    sizes, steps = list(shape), [0] * len(shape)
    for d in reversed(range(new, len(shape))):
        n = input.shape[d - new]
        if shape[d] in (-1, n):
            sizes[d], steps[d] = n, input.strides[d - new] // input.itemsize
        elif n != 1:
            raise RuntimeError(
                f"The expanded size of the tensor ({shape[d]}) must match the existing size "
                f"({n}) at non-singleton dimension {d}.  Target sizes: {list(shape)}.  "
                f"Tensor sizes: {list(input.shape)}"
            )
    return strided(input, tuple(sizes), tuple(steps))


@public(method=True)
def broadcast_to(input: Tensor, size: Shape) -> Tensor:
    """`input` seen in a larger shape: `expand` under NumPy's name. A view; saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.broadcast_to(minigrad.tensor([1, 2]), (2, 2))
        tensor([[1, 2],
                [1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.broadcast_to.html
    """
    return expand(input, sized(size))


@public(function=False, method=True)
def sum_to_size(input: Any, size: Shape) -> Any:
    """The inverse of broadcasting: `input` summed down to `size`.

    Args:
        input: a tensor, or inside a rule an array, of a shape that `size` broadcasts to.
        size: the smaller shape.

    Raises:
        RuntimeError: `size` does not broadcast to the shape of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.ones(2, 3).sum_to_size((1, 3))
        tensor([[2., 2., 2.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.sum_to_size.html
    """
    size = sized(size)
    shape, new = tuple(input.shape), input.ndim - len(size)
    if new < 0 or any(n not in (1, m) for n, m in zip(size, shape[new:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    over = (*range(new), *(d for d, n in enumerate(size, new) if n == 1 != shape[d]))
    if not is_tensor(input):
        return input.sum(over).reshape(size) if over else input
    if over and not size:
        return OPS["_sum"](input)
    total = OPS["_sum_dim"](input, over, True) if over else input
    return reshape(total, size) if new else total


OPS["sum_to_size"] = sum_to_size


# -------------------------------------------------------------------- what a view shows of its base


@op(r"x", name="AsStridedBackward0", input=(lambda g, region: put_region(g, region), r"g"))
def take_region(input: Array, region: Any) -> Array:
    """The part of a base that a view shows: the edge of a view whose base was written to."""
    return region.take(input)


@op(r"x", name="AsStridedScatterBackward0", input=(lambda g, region: take_region(g, region), r"g"))
def put_region(input: Array, region: Any) -> Array:
    """`input` in that part, zeros elsewhere: the gradient of `take_region`."""
    return region.put(input)


@op(
    r"x",
    input=(lambda g, region: replace_region(g, None, region), r"g"),
    other=(lambda g, region: take_region(g, region), r"g"),
)
def replace_region(input: Array, other: Array, region: Any) -> Array:
    """`input` with that part replaced by `other`; None stands for zeros."""
    return region.replace(input, 0 if other is None else other)
