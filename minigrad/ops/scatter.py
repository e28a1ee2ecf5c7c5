"""Writing along one dimension, at the positions that an index tensor names: see `gather`."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.overlap import check_apart
from ..autograd.record import op
from ..autograd.wrap import is_tensor, wrap
from ..backend import Array, module_of
from ..backend import scatter_add as add_at
from .dims import Shape, wrap_dim
from .gather import _gather, check_dims, check_range, check_type, key_along
from .operands import fitted, is_number
from .parse import overloaded, parsed

if TYPE_CHECKING:
    from ..tensor import Tensor


def _left_vjp(g: Any, index: Any, dim: int) -> Any:
    """What was overwritten gets no gradient, the rest gets all."""
    return _scatter_value(g, index, value=0, dim=dim)


def _source_vjp(g: Any, index: Any, src_shape: Shape, dim: int) -> Any:
    return _source_grad(g, index, src_shape, dim, "Scatter")


def _added_vjp(g: Any, index: Any, src_shape: Shape, dim: int) -> Any:
    return _source_grad(g, index, src_shape, dim, "ScatterAdd")


def _source_grad(g: Any, index: Any, src_shape: Shape, dim: int, name: str) -> Any:
    pairs = zip(reversed(src_shape), reversed(index.shape), strict=False)
    if len(src_shape) > index.ndim or any(n not in (1, m) for n, m in pairs):
        raise RuntimeError(
            f"Function {name}Backward0 returned an invalid gradient at index 1 - got "
            f"{list(index.shape)} but expected shape compatible with {list(src_shape)}\n"
            "There is a gradient only for a `src` that is just as large as `index`."
        )
    return _gather(g, index, dim=dim)


@op(r"y_i", input=(_left_vjp, r"g \odot [\text{not } i]"), src=(_source_vjp, r"g_i"))
def _scatter(input: Array, index: Array, src: Array, dim: int) -> Array:
    return _written(input, index, src, dim)


@op(r"c", name="ScatterBackward1", input=(_left_vjp, r"g \odot [\text{not } i]"))
def _scatter_value(input: Array, index: Array, value: Any, dim: int) -> Array:
    return _written(input, index, value, dim)


@op(r"x + \sum_i y_i", input=(lambda g: g, r"g"), src=(_added_vjp, r"g_i"))
def _scatter_add(input: Array, index: Array, src: Array, dim: int) -> Array:
    return _written(input, index, src, dim, add_at)


def _no_derivative(g: Any) -> NoReturn:
    raise RuntimeError("derivative for aten::scatter is not implemented")


@op(r"x \star y_i", name="NotImplemented", input=(_no_derivative, "?"), src=(_no_derivative, "?"))
def _scatter_reduce(input: Array, index: Array, src: Array, dim: int, reduce: str) -> Array:
    at = {"add": add_at, "multiply": module_of(input).multiply.at}[reduce]
    return _written(input, index, src, dim, at)


def _written(input: Array, index: Array, values: Any, dim: int, write: Any = None) -> Array:
    """A copy of `input` with `values`, a number or no smaller than `index`, written at `index`."""
    out = np.atleast_1d(input).copy()
    if index.size:
        key = key_along(index, dim)
        if getattr(values, "ndim", 0):
            values = values[tuple(map(slice, key[dim].shape))]
        (write or _put)(out, key, values)
    return out.reshape(input.shape)


def _put(out: Array, key: Any, values: Any) -> None:
    out[key] = values


_FORMS = (
    "(Tensor input, int dim, Tensor index, Tensor src, *, str reduce)",
    "(Tensor input, int dim, Tensor index, Number value, *, str reduce)",
)


_OUT_OF_PLACE = _scatter, _scatter_value, _scatter_reduce


_IN_PLACE = tuple(map(in_place, _OUT_OF_PLACE))


_scatter_add_ = in_place(_scatter_add)


@overloaded(*_FORMS)
def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Any = None,
    *,
    value: Any = None,
    reduce: str | None = None,
) -> Tensor:
    """A copy of `input` with other elements at the positions `index` along `dim`.

    Where a position is named twice, the last element stays; with ``reduce`` all count, but there is
    no derivative. Saves `index`.

    Args:
        input: any shape.
        dim: a dimension.
        index: of int64 or int32; as many dimensions as `input`, none larger, but for `dim`.
        src: the elements: a tensor of the type of `input` at least as large as `index`, or a
            number. Its gradient exists only where it is just as large.
        value: a number in place of `src`.
        reduce: ``"add"`` or ``"multiply"``, to change elements rather than to replace them.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `index` or `src` has another type or does not fit, or `index` leads out of
            `input`; or, in backward, `reduce` was given.

    Example:
        >>> import minigrad
        >>> minigrad.scatter(minigrad.zeros(2, 3), 1, minigrad.tensor([[2], [0]]), 1.0)
        tensor([[0., 0., 1.],
                [1., 0., 0.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_.html
    """
    return _scatter_with(_OUT_OF_PLACE, input, dim, index, src, value, reduce)  # type: ignore[no-any-return]


@overloaded(*_FORMS)
def scatter_(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Any = None,
    *,
    value: Any = None,
    reduce: str | None = None,
) -> Tensor:
    """In-place version of `scatter`: writes into `input` and returns it."""
    _check_apart(input, index, src)
    return _scatter_with(_IN_PLACE, input, dim, index, src, value, reduce)  # type: ignore[no-any-return]


@parsed
def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """`input` with the elements of `src` added at the positions `index` along `dim`.

    Where a position is named twice, both count. Saves `index`; arguments and errors are those of
    `scatter`.

    Example:
        >>> import minigrad
        >>> votes = minigrad.tensor([1, 0, 1, 1])
        >>> minigrad.scatter_add(minigrad.zeros(3), 0, votes, minigrad.ones(4))
        tensor([1., 3., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_add_.html
    """
    dim = _checked(input, dim, index, src)
    return _scatter_add(input, index, src, dim=dim)  # type: ignore[no-any-return]


@parsed
def scatter_add_(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """In-place version of `scatter_add`: writes into `input` and returns it."""
    dim = _checked(input, dim, index, src)
    _check_apart(input, index, src)
    return _scatter_add_(input, index, src, dim=dim)  # type: ignore[no-any-return]


def _scatter_with(
    rows: Any, input: Any, dim: Any, index: Any, src: Any, value: Any, reduce: Any
) -> Any:
    """Each kind of scatter with the row that is made for it."""
    of_tensor, of_number, reduced = rows
    if src is None or not is_tensor(src):
        src, value = None, value if src is None else src
        value = value.item() if is_tensor(value) else value
        if not is_number(value):
            return NotImplemented
    dim = _checked(input, dim, index, src)
    number = None if value is None else fitted(value, input._array.dtype)
    if reduce is not None:
        _check_reduce(reduce, src)
        src = wrap(np.zeros_like(input._array, shape=index.shape) + number) if src is None else src
        return reduced(input, index, src, dim=dim, reduce=reduce)
    if src is None:
        return of_number(input, index, value=number, dim=dim)
    return of_tensor(input, index, src, dim=dim)


def _checked(input: Any, dim: int, index: Any, src: Any = None) -> int:
    """The dimension to write along, if the write is possible."""
    dim = wrap_dim(dim, input.ndim)
    x, places, values = input._array, index._array, None if src is None else src._array
    check_type("scatter", places)
    if values is not None and values.dtype != x.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if places.size:
        check_dims(places, x, "self")
        if values is not None and values.ndim:
            wrap_dim(places.ndim - 1, values.ndim)
        if values is not None:
            check_dims(places, values, "src")
        _check_size(places, x, dim, values)
        check_range(places, x, dim)
    return dim


def _check_apart(input: Any, *others: Any) -> None:
    for x in filter(is_tensor, others):
        check_apart(input, x)


def _check_size(index: Array, x: Array, dim: int, src: Array | None) -> None:
    """No dimension of the index may be larger than that of `src`, nor of `x`, but for `dim`."""
    wrong = any(
        n > m for d, (n, m) in enumerate(zip(index.shape, x.shape, strict=False)) if d != dim
    )
    words = f"Expected index {list(index.shape)} to be no larger than self {list(x.shape)} apart "
    words += f"from dimension {dim}"
    if src is not None:
        sizes = np.atleast_1d(index).shape, np.atleast_1d(src).shape
        wrong = wrong or any(n > m for n, m in zip(*sizes, strict=True))
        words += f" and to be no larger size than src {list(src.shape)}"
    if wrong:
        raise RuntimeError(words)


def _check_reduce(reduce: Any, src: Any) -> None:
    if src is not None:
        warnings.warn(
            "The reduce argument of minigrad.scatter with Tensor src is deprecated and will be "
            "removed in a future PyTorch release. Use minigrad.scatter_reduce instead for more "
            "reduction options.",
            UserWarning,
            stacklevel=5,
        )
    if reduce not in ("add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
