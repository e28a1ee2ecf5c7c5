"""One number for many: sums, means, variances and norms, of all elements or along dimensions."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from .._warn import warn
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array, as_array
from ..dtype import dtype as DType
from ..dtype import meant
from .comparison import _masked_fill, ne
from .operands import Dims, Shape, array_of, constant, reduced_axes, wrap_dims
from .shapes import expand, unsqueeze

# ---------------------------------------------------------------------------------- sums and means


def restored(x: Any, input_shape: Shape, dim: Any) -> Any:
    """What a reduction gave, so that it broadcasts with what was reduced.

    Where some dimensions are left, those that are gone are put back, of size one.
    """
    if dim is not None and len(x.shape) < len(input_shape):
        for d in sorted(wrap_dims(dim, len(input_shape))):
            x = unsqueeze(x, d)
    return x


def _spread(g: Any, input_shape: Shape, dim: Any) -> Any:
    """One value for each group of elements, seen by all of its group: no new memory."""
    return expand(as_array(restored(g, input_shape, dim)), input_shape)


def sum_type(input: Array) -> Any:
    """The type that the elements of `input` are added up, or multiplied, in."""
    return input.dtype if input.dtype.kind in "fV" else np.int64


@op(
    r"\sum_i x_i",
    name="SumBackward0",
    input=(lambda g, input_shape: _spread(g, input_shape, None), r"g"),
)
def _sum(input: Array) -> Array:
    return input.sum(dtype=sum_type(input))


@op(r"\sum_i x_i", name="SumBackward1", input=(_spread, r"g"))
def _sum_dim(input: Array, dim: Any, keepdim: bool = False) -> Array:
    return input.sum(reduced_axes(dim, input.ndim), sum_type(input), keepdims=keepdim)


def in_type(input: Any, dtype: DType | None) -> Any:
    """`input` in the type that a caller asked for, if one did."""
    return input if dtype is None else input.to(meant(dtype))


@public(method=True)
def sum(
    input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """The sum of all elements, or along `dim`. Saves nothing.

    Args:
        input: any shape.
        dim: one dimension or several; None means all.
        keepdim: keep the summed dimensions, with size one.
        dtype: the type to sum in; integers and bools are summed as int64.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.sum(minigrad.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=0)
        tensor([4., 6.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sum.html
    """
    check_flag(keepdim)
    input = in_type(input, dtype)
    total = _sum(input) if dim is None and not keepdim else _sum_dim(input, dim, keepdim)
    return in_type(total, dtype)  # integers were summed as int64


@public(method=True)
def count_nonzero(input: Tensor, dim: Dims = None) -> Tensor:
    """How many elements are not 0, in all or along `dim`: int64. No gradient passes.

    Args:
        input: any shape; of bools, those that are True.
        dim: one dimension or several; None means all.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.count_nonzero(minigrad.tensor([[1, 0], [2, 3]]), dim=0)
        tensor([2, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.count_nonzero.html
    """
    return _sum_dim(ne(input, 0), dim, False)


def check_flag(keepdim: Any) -> None:
    """Raise unless `keepdim` is a bool: ``x.sum(0, 1)`` does not sum over two dimensions."""
    if not isinstance(keepdim, bool):
        raise TypeError(f"argument 'keepdim' must be bool, not {type(keepdim).__name__}")


@op(r"x / c", name="DivBackward1", input=(lambda g, divisor: share(g, divisor), r"g / c"))
def share(input: Array, divisor: Any) -> Array:
    """``input / divisor`` for a number: what PyTorch records inside a mean."""
    return input / divisor


def count(shape: Shape, dim: Any) -> int:
    """How many elements are reduced to one."""
    return prod(shape[d] for d in reduced_axes(dim, len(shape)))


def _mean_vjp(g: Any, input_shape: Shape, dim: Any) -> Any:
    """Each element counts for one of n."""
    return _spread(g, input_shape, dim) / count(input_shape, dim)


@op(
    r"\tfrac{1}{n} \sum_i x_i",
    name="MeanBackward0",
    input=(lambda g, input_shape: _mean_vjp(g, input_shape, None), r"g / n"),
)
def _mean(input: Array) -> Array:
    return np.sum(input) / input.size


@op(r"\tfrac{1}{n} \sum_i x_i", name="MeanBackward1", input=(_mean_vjp, r"g / n"))
def _mean_dim(input: Array, dim: Any, keepdim: bool = False) -> Array:
    total = np.sum(input, reduced_axes(dim, input.ndim), keepdims=keepdim)
    return total / count(input.shape, dim)


@public(method=True)
def mean(
    input: Tensor, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """The mean of all elements, or along `dim`; nan for none at all. Saves nothing.

    Args:
        input: floating point, any shape.
        dim: one dimension or several; None means all.
        keepdim: keep the averaged dimensions, with size one.
        dtype: the type to compute in.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.mean(minigrad.tensor([1.0, 2.0, 6.0]))
        tensor(3.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.mean.html
    """
    check_flag(keepdim)
    met = meant(dtype) or input.dtype
    if not met.is_floating_point:
        which = "Input" if dtype is None else "Optional"
        raise RuntimeError(
            f"mean(): could not infer output dtype. {which} dtype must be either a floating point "
            f"or complex dtype. Got: {met.title}"
        )
    input = in_type(input, dtype)
    if dim is None and not keepdim:
        return _mean(input)
    return _mean_dim(input, dim, keepdim)


# ------------------------------------------------------------------- extremes of several dimensions


def check_elements(called: str, shape: Shape, dim: Any = ()) -> None:
    """Raise where there is none to choose from; `dim` may be one, several, or ``()`` for all."""
    if prod(shape):
        return
    if dim == () or dim is None:
        raise RuntimeError(
            f"{called}(): Expected reduction dim to be specified for input.numel() == 0. Specify "
            f"the reduction dim with the 'dim' argument.\nThere is no element: {list(shape)}."
        )
    for d in reduced_axes(dim, len(shape)):
        if not shape[d]:
            raise IndexError(
                f"{called}(): Expected reduction dim {d} to have non-zero size.\n"
                f"The shape is {list(shape)}."
            )


def shared_evenly(g: Any, ties: Any, dim: Any) -> Any:
    """`g`, split evenly among the elements where `ties` holds, in each group along `dim`.

    Where none does, because the largest is nan, that is 0 / 0.
    """
    held = array_of(ties).astype(array_of(g).dtype)
    number = held.sum(reduced_axes(dim, held.ndim), keepdims=True)
    return g * constant(held, g) / constant(number, g)


def _shared_vjp(g: Any, input: Any, result: Any, dim: Any) -> Any:
    g, result = (restored(x, input.shape, dim) for x in (g, result))
    return shared_evenly(g, input == result, dim)


@public(method=True)
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
        IndexError: there is no such dimension, or nothing along it.
        RuntimeError: there is no element at all.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 9.0], [9.0, 3.0]], requires_grad=True)
        >>> minigrad.amax(x, dim=(0, 1)).backward()
        >>> x.grad
        tensor([[0.0000, 0.5000],
                [0.5000, 0.0000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.amax.html
    """
    check_elements("amax", input.shape, dim)
    return np.max(input, reduced_axes(dim, input.ndim), keepdims=keepdim)


@public(method=True)
@op(r"\min_i x_i", input=(_shared_vjp, r"g \odot [x = z] / \#"))
def amin(input: Array, dim: Any = (), keepdim: bool = False) -> Array:
    """The smallest element; arguments, ties, saved values and errors are those of `amax`.

    Example:
        >>> import minigrad
        >>> minigrad.amin(minigrad.tensor([[1.0, 9.0], [4.0, 3.0]]), dim=1)
        tensor([1., 3.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.amin.html
    """
    check_elements("amin", input.shape, dim)
    return np.min(input, reduced_axes(dim, input.ndim), keepdims=keepdim)


# ---------------------------------------------------------------------------------- variance


def _var_vjp(g: Any, input: Any, dim: Any, correction: Any) -> Any:
    """2(x - mean) / (n - correction): the mean moves too, but that adds up to nothing."""
    freedom = _freedom(input.shape, dim, correction)
    return restored(g, input.shape, dim) * 2 / freedom * (input - _mean_dim(input, dim, True))


def _freedom(shape: Shape, dim: Any, correction: Any) -> Any:
    return float(max(count(shape, dim) - correction, 0))


@op(
    r"\tfrac{1}{n-c} \sum_i (x_i - \bar{x})^2",
    name="VarBackward0",
    input=(_var_vjp, r"2g\,(x - \bar{x}) / (n-c)"),
)
def _var(input: Array, dim: Any, correction: Any, keepdim: bool = False) -> Array:
    return _variance(input, dim, correction, keepdim).astype(input.dtype)


def _std_vjp(g: Any, input: Any, result: Any, dim: Any, correction: Any) -> Any:
    """That of the root; elements that are all alike have no slope, and get 0."""
    g = _masked_fill(g / (result * 2), result == 0, 0)
    return _var_vjp(g, input, dim, correction)


@op(
    r"\sqrt{\tfrac{1}{n-c} \sum_i (x_i - \bar{x})^2}",
    name="StdBackward0",
    input=(_std_vjp, r"g\,(x - \bar{x}) / ((n-c) z)"),
)
def _std(input: Array, dim: Any, correction: Any, keepdim: bool = False) -> Array:
    return np.sqrt(_variance(input, dim, correction, keepdim)).astype(input.dtype)


def _variance(input: Array, dim: Any, correction: Any, keepdim: bool) -> Array:
    """In float64, where squares of float32 have room."""
    axes, wide = reduced_axes(dim, input.ndim), input.astype(np.float64)
    mean = np.sum(wide, axes, keepdims=True) / count(input.shape, dim)
    squares = np.sum(np.square(wide - mean), axes, keepdims=keepdim)
    return squares / _freedom(input.shape, dim, correction)


@public(method=True)
def var(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: float = 1,
) -> Tensor:
    """The variance of all elements, or along dimensions: the mean squared distance from the mean.

    The sum of squares is divided by n - `correction`: by n - 1 unless you say otherwise, for the
    mean was estimated from the same n elements. Saves `input`.

    Args:
        input: floating point, any shape.
        dim: one dimension or several; None or ``()`` means all. ``var(x, False)`` means `unbiased`.
        unbiased: False for ``correction=0``.
        keepdim: keep the reduced dimensions, with size one.
        correction: what is taken off n.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is not floating point.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0, 6.0])
        >>> minigrad.var(x), minigrad.var(x, correction=0)
        (tensor(7.), tensor(4.6667))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.var.html
    """
    return _called(_var, input, dim, unbiased, keepdim, correction)


@public(method=True)
def std(
    input: Tensor,
    dim: Dims = None,
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    correction: float = 1,
) -> Tensor:
    """The standard deviation, the root of `var`, whose arguments and errors it has.

    Saves `input` and the result. Where all elements are alike, the derivative is 0.

    Example:
        >>> import minigrad
        >>> minigrad.std(minigrad.tensor([1.0, 2.0, 6.0]), unbiased=False)
        tensor(2.1602)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.std.html
    """
    return _called(_std, input, dim, unbiased, keepdim, correction)


def _called(
    row: Any, input: Any, dim: Any, unbiased: bool, keepdim: bool, correction: float
) -> Any:
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    check_flag(keepdim)
    correction = correction if unbiased else 0
    _check_floating("std and var", input)
    if not _freedom(input.shape, dim, correction):
        said = f"{row.op.label}(): degrees of freedom is <= 0. So few elements have no variance."
        warn(said)
    return row(input, dim, correction, keepdim)


def _check_floating(called: str, input: Tensor) -> None:
    if not input.is_floating_point():
        raise RuntimeError(
            f"{called} only support floating point and complex dtypes\n"
            f"This tensor holds {input.dtype}: .float() converts it."
        )
