"""The largest, the smallest, the median, bounds; sorting. nan counts as the largest.

In TeX, x is `input`, a is `min`, b is `max`, z the result, g its gradient.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.node import OPS
from ..autograd.registry import elementwise, op, public
from ..autograd.wrap import Tensor, is_tensor, type_name, untracked
from ..backend import Array
from ..dtype import check_cast
from .comparison import masked_fill, where
from .gathering import _scatter
from .operands import Shape, in_common_type, pythonic, reduced_axis, wrap_dim
from .reductions import check_elements, check_flag, restored
from .shapes import copy_, zeros_like, zeros_of

# ---------------------------------------------------------------------------------- extremes


def shared_vjp(g: Any, input: Any, result: Any) -> Any:
    """Elements that tie for the extremum share its gradient evenly; every nan ties with a nan."""
    ties = (input == result) | ((input != input) & (result != result))
    return masked_fill(zeros_like(input), ties, g / int(ties.sum()))


@op(r"\max_i x_i", name="MaxBackward1", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _max(input: Array) -> Array:
    check_elements("max", input.shape)
    return np.max(input)


@op(r"\min_i x_i", name="MinBackward1", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _min(input: Array) -> Array:
    check_elements("min", input.shape)
    return np.min(input)


def put_back(g: Any, indices: Any, input_shape: Shape, dim: int) -> Any:
    """Each gradient to the element that was picked; the others get 0."""
    g, indices = (restored(x, input_shape, dim) for x in (g, indices))
    return _scatter(zeros_of(g, input_shape), indices, g, dim=dim)


def picked(input: Array, indices: Array, dim: int, keepdim: bool) -> tuple[Array, Array]:
    """The elements at `indices`, one of each group along `dim`; and these, in the same shape."""
    values = np.take_along_axis(*np.atleast_1d(input, indices), dim)
    shape = (*input.shape[:dim], *[1] * keepdim, *input.shape[dim + 1 :]) if input.ndim else ()
    return values.reshape(shape), indices.reshape(shape)


along_dim = partial(op, outputs=("values", "indices"), input=(put_back, r"g \odot [i = i^*]"))


@along_dim(r"\max_i x_i", name="MaxBackward0", label="max")
def _max_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    check_elements("max", input.shape, dim)
    return picked(input, np.argmax(np.atleast_1d(input), dim, keepdims=True), dim, keepdim)


@along_dim(r"\min_i x_i", name="MinBackward0", label="min")
def _min_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    check_elements("min", input.shape, dim)
    return picked(input, np.argmin(np.atleast_1d(input), dim, keepdims=True), dim, keepdim)


def _both(g: Any, input: Any, other: Any, mine: Any, theirs: Any) -> Any:
    return masked_fill(where(input == other, g / 2, g), mine < theirs, 0)


@public(method=True)
@op(
    r"\max(x, y)",
    promotes=True,
    input=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [x > y]"),
    other=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [y > x]"),
)
def maximum(input: Array, other: Array) -> Array:
    """The larger of two elements; where they tie, each gets half the gradient. Saves both.

    Args:
        input: a tensor of any shape; nan wins.
        other: a tensor that broadcasts with it.

    Raises:
        TypeError: one of them is a number.

    Example:
        >>> import minigrad
        >>> minigrad.maximum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([3., 5.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.maximum.html
    """
    return np.maximum(input, other)


@public(method=True)
@op(
    r"\min(x, y)",
    promotes=True,
    input=(lambda g, input, other: _both(g, input, other, other, input), r"g \odot [x < y]"),
    other=(lambda g, input, other: _both(g, input, other, input, other), r"g \odot [y < x]"),
)
def minimum(input: Array, other: Array) -> Array:
    """The smaller of two elements; arguments and ties are those of `maximum`.

    Example:
        >>> import minigrad
        >>> minigrad.minimum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 2.0]))
        tensor([1., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.minimum.html
    """
    return np.minimum(input, other)


@public(method=True)
def max(input: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The largest element; with `dim`, along it: a named tuple ``(values, indices)``.

    Over all elements, ties share the gradient evenly; along a dimension the first of them gets it.
    Saves the indices, or, over all elements, `input` and the result. Of two tensors, ``max(x, y)``
    is `maximum`.

    Args:
        input: any shape.
        dim: a dimension, or another tensor.
        keepdim: keep the reduced dimension, with size one.

    Raises:
        IndexError: there is no such dimension, or nothing along it.
        RuntimeError: there is no element at all.

    Example:
        >>> import minigrad
        >>> values, indices = minigrad.max(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        >>> values, indices
        (tensor([9., 4.]), tensor([1, 0]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.max.html
    """
    return _extremum(input, dim, keepdim, _max, _max_dim, maximum)


@public(method=True)
def min(input: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    """The smallest element; arguments, results, ties, saved values and errors are those of `max`.

    Example:
        >>> import minigrad
        >>> minigrad.min(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]))
        tensor(1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.min.html
    """
    return _extremum(input, dim, keepdim, _min, _min_dim, minimum)


def _extremum(input: Any, dim: Any, keepdim: bool, over_all: Any, along: Any, of_two: Any) -> Any:
    check_flag(keepdim)
    if is_tensor(dim):
        return of_two(input, dim)
    if dim is None and not keepdim:
        return over_all(input)
    return along(input, wrap_dim(dim, input.ndim), keepdim)


# ---------------------------------------------------------------------------------- where they lie


@public(method=True)
@op(r"\arg\max_i x_i")
def argmax(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the largest element lies: in the flattened `input`, or along `dim`; the first of ties.

    Args:
        input: any shape.
        dim: a dimension; None means all.
        keepdim: keep the reduced dimensions, with size one.

    Raises:
        IndexError: there is no such dimension, or no element.

    Example:
        >>> import minigrad
        >>> minigrad.argmax(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([1, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmax.html
    """
    _check_any("argmax", input, dim)
    return np.argmax(input, reduced_axis(dim, input.ndim), keepdims=keepdim)


@public(method=True)
@op(r"\arg\min_i x_i")
def argmin(input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the smallest element lies; arguments and errors are those of `argmax`.

    Example:
        >>> import minigrad
        >>> minigrad.argmin(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([0, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.argmin.html
    """
    _check_any("argmin", input, dim)
    return np.argmin(input, reduced_axis(dim, input.ndim), keepdims=keepdim)


def _check_any(called: str, input: Array, dim: Any) -> None:
    if dim is None and not input.size:
        raise IndexError(
            f"{called}(): Expected reduction dim to be specified for input.numel() == 0."
        )
    check_elements(called, input.shape, dim)


# ---------------------------------------------------------------------------------- the median


def _middle(input: Array, dim: int) -> Array:
    """Where the median lies along `dim`, kept with size one; a nan stands for the median."""
    order = np.argsort(input, dim, kind="stable")  # nan comes last
    nans, n = np.isnan(input).sum(dim, keepdims=True), input.shape[dim]
    return np.take_along_axis(order, np.where(nans, n - nans, (n - 1) // 2), dim)


@op(r"\mathrm{med}_i\,x_i", name="MedianBackward0", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _median(input: Array) -> Array:
    if not input.size:
        none = input.sum(dtype=input.dtype)
        return none * np.nan if input.dtype.kind == "f" else none
    flat = input.reshape(-1)
    return flat[_middle(flat, 0)[0]]


@along_dim(r"\mathrm{med}_i\,x_i", name="MedianBackward1", label="median")
def _median_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    check_elements("median", input.shape, dim)
    return picked(input, _middle(np.atleast_1d(input), dim), dim, keepdim)


@public(method=True)
def median(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The median of all elements; with `dim`, along it: a named tuple ``(values, indices)``.

    Of an even number it is the lower of the two in the middle, not their mean. Over all elements,
    ties share the gradient evenly; along a dimension one of them gets it. Saves the indices, or,
    over all elements, `input` and the result.

    Args:
        input: any shape; nan wins.
        dim: a dimension; None means all.
        keepdim: keep the reduced dimension, with size one.

    Returns:
        nan where there is no element at all.

    Raises:
        IndexError: there is no such dimension, or nothing along it.

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


# ---------------------------------------------------------------------------------- sorting


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
    values, indices = OPS["_sort"].op.forward(input, dim, largest)
    return values[first].copy(), indices[first].copy()


@public(method=True)
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


@public(method=True)
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
    return sort(input, dim, descending).indices


@public(method=True)
def msort(input: Tensor) -> Tensor:
    """The elements in order along the first dimension: see `sort`.

    Example:
        >>> import minigrad
        >>> minigrad.msort(minigrad.tensor([3, 1, 2]))
        tensor([1, 2, 3])
    """
    return sort(input, 0).values


@public(method=True)
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


@public(method=True)
def unique(
    input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False
) -> Any:
    """The different elements in order; with the two flags, a tuple. Unrecorded.

    Args:
        input: any shape.
        sorted: makes no difference: they come in order.
        return_inverse: also say, for each element of `input`, which of the different ones it is.
        return_counts: also say how often each occurs.

    Example:
        >>> import minigrad
        >>> minigrad.unique(minigrad.tensor([3, 1, 3]), return_counts=True)
        (tensor([1, 3]), tensor([1, 2]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.unique.html
    """
    values, inverse, counts = np.unique(
        input._array, return_inverse=True, return_counts=True, equal_nan=False
    )
    asked = [values, *[inverse.reshape(input.shape)] * return_inverse, *[counts] * return_counts]
    found = tuple(untracked(array) for array in asked)
    return found if len(found) > 1 else found[0]


@public(method=True)
def bincount(input: Tensor, weights: Any = None, minlength: int = 0) -> Tensor:
    """How often each of the numbers 0, 1, 2 … occurs; with `weights`, their sums. Unrecorded.

    Args:
        input: ``(N,)``, integers, none negative.
        weights: ``(N,)``, how much each of them counts.
        minlength: the least number of bins.

    Returns:
        ``(max(input) + 1,)`` or longer.

    Raises:
        TypeError: `input` is floating point.
        ValueError: `input` has another number of dimensions, or something in it is negative.

    Example:
        >>> import minigrad
        >>> minigrad.bincount(minigrad.tensor([1, 3, 1]), minlength=5)
        tensor([0, 2, 0, 1, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.bincount.html
    """
    counts = np.bincount(input._array, None if weights is None else weights._array, minlength)
    single = weights is not None and weights._array.dtype == np.float32
    return untracked(counts.astype(np.float32) if single else counts)


# ---------------------------------------------------------------------------------- bounds


def _inside_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    inside = input == input if min is None else input >= min
    return where(inside if max is None else inside & (input <= max), g, 0)


@op(r"\min(\max(x, a), b)", name="ClampBackward1", input=(_inside_vjp, r"g \odot [a \le x \le b]"))
def _clamp(input: Array, min: Any, max: Any) -> Array:
    least = input if min is None else np.maximum(input, min)
    return least if max is None else np.minimum(least, max)


def _below_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    below = input < min
    return where(below if max is None else below & (min < max), g, 0)


def _above_vjp(g: Any, input: Any, min: Any, max: Any) -> Any:
    above = input > max
    return where(above if min is None else above | (min > max), g, 0)


@elementwise(
    r"\min(\max(x, a), b)",
    name="ClampBackward0",
    label="clamp",
    input=(_inside_vjp, r"g \odot [a \le x \le b]"),
    min=(_below_vjp, r"g \odot [x < a < b]"),
    max=(_above_vjp, r"g \odot [x > b \lor a > b]"),
)
def _clamp_by_tensors(input: Array, min: Array, max: Array) -> Array:
    return OPS["_clamp"].op.forward(input, min, max)


@public(method=True, aliases=("clip",))
def clamp(input: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Each element, or the bound that it lies beyond; where the bounds cross, `max`.

    The gradient passes where an element lies between the bounds or on one of them; elsewhere a
    bound that is a tensor gets it. Saves `input`, and bounds that are tensors.

    Args:
        input: any shape.
        min: a number, or a tensor that broadcasts with `input`; None for no lower bound.
        max: the same, for the upper bound.

    Raises:
        RuntimeError: there is no bound.
        TypeError: one bound is a number, the other a tensor that has dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.clamp(minigrad.tensor([-2.0, 0.5, 3.0]), min=0, max=1)
        tensor([0.0000, 0.5000, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.clamp.html
    """
    min, max = _bounds(min, max)
    if is_tensor(min) or is_tensor(max):
        return _clamp_by_tensors(input, min, max)
    for bound in (x for x in (min, max) if x is not None):  # either may change the type
        input = in_common_type(input, bound)[0]
    return _clamp(input, *(x if x is None else in_common_type(input, x)[1] for x in (min, max)))


@public(method=True)
def clamp_min(input: Tensor, min: Any) -> Tensor:
    """`clamp` with a lower bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_min(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([0.0000, 0.5000])
    """
    return clamp(input, min=min)


@public(method=True)
def clamp_max(input: Tensor, max: Any) -> Tensor:
    """`clamp` with an upper bound alone, a number or a tensor.

    Example:
        >>> import minigrad
        >>> minigrad.clamp_max(minigrad.tensor([-2.0, 0.5]), 0)
        tensor([-2.,  0.])
    """
    return clamp(input, max=max)


def _bounds(min: Any, max: Any) -> tuple[Any, Any]:
    """Two tensors or two numbers, as which a tensor without dimensions may count."""
    given = [x for x in (min, max) if x is not None]
    if not given:
        raise RuntimeError("minigrad.clamp: At least one of 'min' or 'max' must not be None")
    kinds = [is_tensor(x) for x in given]
    if kinds[0] == kinds[-1]:
        return min, max
    for bound in given:
        if is_tensor(bound) and bound.ndim:
            raise TypeError(
                "clamp() received an invalid combination of arguments\nThe bounds are a "
                f"{type_name(min)} and a {type_name(max)}: give two numbers or two tensors."
            )
    return pythonic(min), pythonic(max)


@public(method=True)
def clamp_min_(input: Tensor, min: Any) -> Tensor:
    """In-place version of `clamp_min`."""
    return clamp_(input, min=min)


@public(method=True)
def clamp_max_(input: Tensor, max: Any) -> Tensor:
    """In-place version of `clamp_max`."""
    return clamp_(input, max=max)


_clamp_ = in_place(_clamp)


@public(method=True, aliases=("clip_",))
def clamp_(input: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """In-place version of `clamp`."""
    min, max = _bounds(min, max)
    if is_tensor(min) or is_tensor(max) or not input.is_floating_point():
        found = clamp(input, min, max)
        check_cast(found._array.dtype, input._array.dtype)
        return copy_(input, found)
    return _clamp_(input, min, max)
