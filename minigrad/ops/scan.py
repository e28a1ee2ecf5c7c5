"""Running sums and products along a dimension, and the product of all.

Nothing is divided by an element that may be 0: where one is, the product of all *others* is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array, module_of
from ..dtype import dtype as DType
from .copy import copy_
from .dims import Shape, wrap_dim
from .index import slice_
from .join import _cat
from .operands import bare, constant
from .parse import overloaded, parsed
from .reduce import _sum_dim, check_flag, in_type, restored, sum_type, wide
from .repeat import _flip
from .shape import reshape, unsqueeze
from .turn import transpose
from .where import where

if TYPE_CHECKING:
    from ..tensor import Tensor


# ---------------------------------------------------------------------------------- running


def _backwards(g: Any, dim: int) -> Any:
    """The running sum from the end."""
    if len(g.shape) == 0 or g.shape[dim] == 1 or bare(g).size <= 1:
        return g
    return _flip(_cumsum(_flip(g, (dim,)), dim), (dim,))


@op(r"\textstyle\sum_{j \le i} x_j", input=(_backwards, r"\textstyle\sum_{j \ge i} g_j"))
def _cumsum(input: Array, dim: int, dtype: Any = None) -> Array:
    return _run(np.cumsum, input, dim, dtype)


def _cumprod_vjp(g: Any, input: Any, result: Any, dim: int) -> Any:
    """Each element counts in all products from its own on: in each as that divided by itself."""
    values = bare(input)
    if values.size <= 1 or values.shape[dim] == 1:
        return g
    if values.all():
        return _backwards(g * result, dim) / input
    return _without_division(g, input, dim)


def _without_division(g: Any, input: Any, dim: int) -> Any:
    """The same by n² products, in row k those without the k-th element."""
    g, input = (unsqueeze(transpose(x, dim, -1), -2) for x in (g, input))
    n, module = input.shape[-1], module_of(bare(g))
    itself, before = module.eye(n, dtype=bool), module.tri(n, k=-1, dtype=bool)
    others = _cumprod(where(constant(itself, g), 1, input), -1)
    return transpose(_sum_dim(where(constant(before, g), 0, g * others), -1), dim, -1)


@op(
    r"\textstyle\prod_{j \le i} x_j",
    input=(_cumprod_vjp, r"\textstyle\sum_{j \ge i} g_j z_j / x_i"),
)
def _cumprod(input: Array, dim: int, dtype: Any = None) -> Array:
    return _run(np.cumprod, input, dim, dtype)


def _run(scan: Any, input: Array, dim: int, dtype: Any) -> Array:
    """float32 is added up in float64, as in PyTorch; whole numbers in int64."""
    dim = wrap_dim(dim, input.ndim)
    input = input if dtype is None else input.astype(dtype, copy=False)
    dtype = dtype or sum_type(input)
    if not input.ndim:
        return input.astype(dtype)
    wider = {"f2": np.float32, "f4": np.float64}.get(input.dtype.str[1:], dtype)
    return scan(input, dim, dtype=wider).astype(dtype, "C", copy=False)


@parsed
def cumsum(input: Tensor, dim: int, *, dtype: DType | None = None) -> Tensor:
    """The running sum along `dim`: each element becomes the sum of all up to it. Saves nothing.

    Args:
        input: any shape.
        dim: a dimension.
        dtype: the type to sum in; integers and bools are summed as int64.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.cumsum(minigrad.tensor([1.0, 2.0, 3.0]), dim=0)
        tensor([1., 3., 6.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cumsum.html
    """
    return in_type(_cumsum, input, dtype, wrap_dim(dim, input.ndim))  # type: ignore[no-any-return]


@parsed
def cumprod(input: Tensor, dim: int, *, dtype: DType | None = None) -> Tensor:
    """The running product along `dim`; arguments and errors are those of `cumsum`.

    Saves `input` and the result. Where an element is 0, its derivative takes n² products.

    Example:
        >>> import minigrad
        >>> minigrad.cumprod(minigrad.tensor([1.0, 2.0, 3.0]), dim=0)
        tensor([1., 2., 6.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cumprod.html
    """
    return in_type(_cumprod, input, dtype, wrap_dim(dim, input.ndim))  # type: ignore[no-any-return]


_cumsum_in_place, _cumprod_in_place = in_place(_cumsum), in_place(_cumprod)


@parsed
def cumsum_(input: Tensor, dim: int, *, dtype: DType | None = None) -> Tensor:
    """In-place version of `cumsum`."""
    return _written("cumsum", _cumsum_in_place, input, dim, dtype)


@parsed
def cumprod_(input: Tensor, dim: int, *, dtype: DType | None = None) -> Tensor:
    """In-place version of `cumprod`."""
    return _written("cumprod", _cumprod_in_place, input, dim, dtype)


def _written(name: str, twin: Any, input: Any, dim: Any, dtype: DType | None) -> Tensor:
    if dtype is not None and dtype is not input.dtype:
        raise RuntimeError(
            f"Bad in-place call: input tensor dtype {input.dtype.cpp} and output tensor dtype "
            f"{dtype.cpp} should match\nWithout the underscore, {name}(dim, dtype=...) makes a "
            "new tensor."
        )
    dim = wrap_dim(dim, input.ndim)
    if input._array.dtype.kind != "b":
        return twin(input, dim)  # type: ignore[no-any-return]
    if input.ndim and input.numel():
        raise NotImplementedError(
            f"\"{name}_out_cpu\" not implemented for 'Bool'\n"
            f"A bool cannot hold a count; without the underscore, {name}(dim) gives int64."
        )
    return copy_(input, input)  # type: ignore[no-any-return]  # a write that changes nothing


# ---------------------------------------------------------------------------------- of all


def _prod_vjp(g: Any, input: Any, result: Any) -> Any:
    """The product of all others."""
    values = bare(input)
    if not values.ndim:
        return g
    if values.all():
        return g * (result / input)
    if values.size == 1:
        return reshape(g, values.shape)
    return g * reshape(_others(reshape(input, (-1,)), 0), values.shape)


@op(r"\textstyle\prod_i x_i", name="ProdBackward0", input=(_prod_vjp, r"g\, z / x_i"))
def _prod(input: Array, dtype: Any = None) -> Array:
    return _product(input, None, False, dtype)


def _prod_dim_vjp(g: Any, input: Any, result: Any, dim: int) -> Any:
    if not input.ndim:
        return g
    g, result = (restored(x, input.shape, dim) for x in (g, result))
    if bare(input).all():
        return g * (result / input)
    return g if input.shape[dim] == 1 else g * _others(input, dim)


def _others(input: Any, dim: int) -> Any:
    """For each element the product of all others: of those before it times those after it."""
    n = input.shape[dim]
    before = _shifted_products(slice_(input, dim, 0, n - 1, 1), dim)
    after = _shifted_products(_flip(slice_(input, dim, 1, n, 1), (dim,)), dim)
    return before * _flip(after, (dim,))


def _shifted_products(input: Any, dim: int) -> Any:
    """The products of none, of the first, of the first two, and so on."""
    values = bare(input)
    sizes: Shape = (1, values.shape[dim])
    one = np.ones_like(values, shape=[1 if d == dim else n for d, n in enumerate(values.shape)])
    return _cumprod(_cat(constant(one, input), input, dim=dim, sizes=sizes), dim)


@op(r"\textstyle\prod_i x_i", name="ProdBackward1", input=(_prod_dim_vjp, r"g\, z / x_i"))
def _prod_dim(input: Array, dim: int, keepdim: bool = False, dtype: Any = None) -> Array:
    return _product(input, dim if input.ndim else None, keepdim, dtype)


def _product(input: Array, dim: int | None, keepdim: bool, dtype: Any) -> Array:
    input = input if dtype is None else input.astype(dtype, copy=False)
    dtype = dtype or sum_type(input)
    return np.prod(input, dim, dtype=wide(sum_type(input)), keepdims=keepdim).astype(dtype, "C")


@overloaded(
    "(Tensor input, *, dtype dtype=None)",
    "(Tensor input, int dim, bool keepdim=False, *, dtype dtype=None)",
)
def prod(
    input: Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Tensor:
    """The product of all elements, or along `dim`; 1 for none at all. Saves `input` and the result.

    Args:
        input: any shape.
        dim: a dimension; None means all.
        keepdim: keep the reduced dimension, with size one.
        dtype: the type to multiply in; integers and bools are multiplied as int64.

    Raises:
        IndexError: there is no such dimension.

    Example:
        >>> import minigrad
        >>> minigrad.prod(minigrad.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=1)
        tensor([ 2., 12.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.prod.html
    """
    if dim is None:
        if keepdim:
            return NotImplemented  # type: ignore[no-any-return]
        return in_type(_prod, input, dtype)  # type: ignore[no-any-return]
    check_flag(keepdim)
    return in_type(_prod_dim, input, dtype, wrap_dim(dim, input.ndim), keepdim)  # type: ignore[no-any-return]
