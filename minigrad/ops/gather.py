"""Reading and writing along one dimension, at the positions that an index tensor names.

`gather` and `scatter_add` undo each other: each is the other's derivative.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.region import may_share
from ..autograd.wrap import is_tensor, wrap
from ..backend import Array, module_of
from ..backend import scatter_add as add_at
from ..dtype import of
from .copy import zeros_of
from .dims import Shape, broadcast_shapes, own_dim, wrap_dim
from .operands import fitted, is_number
from .parse import overloaded, parsed
from .shape import expand, reshape

if TYPE_CHECKING:
    from ..tensor import Tensor

# ---------------------------------------------------------------------------------- reading


def _gather_vjp(g: Any, input: Any, index: Any, dim: int) -> Any:
    return _scatter_add(zeros_of(g, input.shape), index, g, dim=dim)


@op(r"x_{i}", input=(_gather_vjp, r"\sum_i g_i"))
def _gather(input: Array, index: Array, dim: int) -> Array:
    if not index.size:
        return np.zeros_like(input, shape=index.shape)
    return np.atleast_1d(input)[_key(index, dim)].reshape(index.shape)


@parsed
def gather(input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor:
    """The elements of `input` at the positions `index` along `dim`: a lookup in each row.

    Where a position is named twice, its gradients add up. Saves `input` and `index`.

    Args:
        input: any shape.
        dim: a dimension.
        index: of int64 or int32; as many dimensions as `input`, none larger, but for `dim`.
        sparse_grad: makes no difference: gradients are dense here.

    Returns:
        The shape of `index`.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `index` has another type, does not fit, or leads out of `input`.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> minigrad.gather(x, 1, minigrad.tensor([[0, 0], [1, 0]]))
        tensor([[1., 1.],
                [4., 3.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.gather.html
    """
    dim = wrap_dim(dim, input.ndim)
    x, places = input._array, index._array
    _check_type("gather", places)
    if places.size:
        _check_dims(places, x, "input")
        for d, (n, most) in enumerate(zip(places.shape, x.shape, strict=False)):
            if n > most and d != dim:
                raise RuntimeError(
                    f"Size does not match at dimension {d} expected index {list(places.shape)} to "
                    f"be no larger than self {list(x.shape)} apart from dimension {dim}"
                )
        _check_range(places, x, dim)
    return _gather(input, index, dim=dim)  # type: ignore[no-any-return]


@parsed
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """The elements of `input` at the positions `indices` along `dim`: what `argsort` is for.

    Other dimensions broadcast; a position beyond an end goes on at the other. Saves what `gather`
    saves.

    Args:
        input: any shape.
        indices: of int64; as many dimensions as `input`.
        dim: a dimension; None means the flattened `input`.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `indices` has another type or does not fit.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[3.0, 1.0, 2.0]])
        >>> minigrad.take_along_dim(x, minigrad.argsort(x), dim=1)
        tensor([[1., 2., 3.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.take_along_dim.html
    """
    if dim is not None and input.ndim != indices.ndim:
        raise RuntimeError(
            "minigrad.take_along_dim(): input and indices should have the same number of "
            f"dimensions, but got {input.ndim} dimensions for input, and {indices.ndim} dimensions "
            "for indices"
        )
    if indices.dtype.kind != "Long":
        raise RuntimeError(
            "minigrad.take_along_dim(): dtype of indices should be Long but got "
            f"{indices.dtype.kind}"
        )
    if dim is None:
        return gather(reshape(input, (-1,)), 0, reshape(indices, (-1,)))
    dim = own_dim(dim, input.ndim)
    n = input.shape[dim]
    if not n and indices.numel():
        raise RuntimeError("ZeroDivisionError")
    places = wrap(indices._array % (n or 1))
    common = broadcast_shapes(_without(input.shape, dim), _without(indices.shape, dim))
    wide = [(*common[:dim], x.shape[dim], *common[dim + 1 :]) for x in (input, places)]
    return gather(expand(input, wide[0]), dim, expand(places, wide[1]))


def _without(shape: Shape, dim: int) -> Shape:
    return (*shape[:dim], 1, *shape[dim + 1 :])


def _key(index: Array, dim: int) -> Any:
    """The key that takes, for each element of `index`, its own place, but for `dim`."""
    index, module = np.atleast_1d(index), module_of(index)
    key = list(module.ix_(*map(module.arange, index.shape)))
    key[dim] = index
    return tuple(key)


# ---------------------------------------------------------------------------------- writing


def _left_vjp(g: Any, index: Any, dim: int) -> Any:
    """What was overwritten gets no gradient, the rest gets all."""
    return _scatter_value(g, index, value=0, dim=dim)


def _source_vjp(g: Any, index: Any, src_shape: Shape, dim: int) -> Any:
    return _source_grad(g, index, src_shape, dim, "Scatter")


def _added_vjp(g: Any, index: Any, src_shape: Shape, dim: int) -> Any:
    return _source_grad(g, index, src_shape, dim, "ScatterAdd")


def _source_grad(g: Any, index: Any, src_shape: Shape, dim: int, name: str) -> Any:
    if tuple(index.shape) != tuple(src_shape):
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


@op(r"x \star y_i", name="NotImplemented", input=(_no_derivative, ""), src=(_no_derivative, ""))
def _scatter_reduce(input: Array, index: Array, src: Array, dim: int, reduce: str) -> Array:
    at = {"add": add_at, "multiply": module_of(input).multiply.at}[reduce]
    return _written(input, index, src, dim, at)


def _written(input: Array, index: Array, values: Any, dim: int, write: Any = None) -> Array:
    """A copy of `input` with `values`, a number or no smaller than `index`, written at `index`."""
    out = np.atleast_1d(input).copy()
    if index.size:
        key = _key(index, dim)
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
    check_apart(input, index, src)
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
    check_apart(input, index, src)
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


# ---------------------------------------------------------------------------------- checks


def _checked(input: Any, dim: int, index: Any, src: Any = None) -> int:
    """The dimension to write along, if the write is possible."""
    dim = wrap_dim(dim, input.ndim)
    x, places, values = input._array, index._array, None if src is None else src._array
    _check_type("scatter", places)
    if values is not None and values.dtype != x.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    if places.size:
        _check_dims(places, x, "self")
        if values is not None and values.ndim:
            wrap_dim(places.ndim - 1, values.ndim)
        if values is not None:
            _check_dims(places, values, "src")
        _check_size(places, x, dim, values)
        _check_range(places, x, dim)
    return dim


def check_apart(target: Any, *others: Any) -> None:
    """Raise where PyTorch would read memory that it is writing to."""
    for x in filter(is_tensor, others):
        arrays = target._array, x._array
        if x._counter is target._counter and all(map(_is_dense, arrays)) and may_share(*arrays):
            raise RuntimeError(
                "unsupported operation: some elements of the input tensor and the written-to "
                "tensor refer to a single memory location. Please clone() the tensor before "
                "performing the operation."
            )


def _is_dense(array: Array) -> bool:
    return bool(array.flags.c_contiguous or array.flags.f_contiguous)


def _check_type(name: str, index: Array) -> None:
    if index.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            f"{name}(): Expected dtype int32/int64 for index\n"
            f"It is of type {of(index.dtype).name}: index.long() makes positions of it."
        )


def _check_dims(index: Array, x: Array, name: str) -> None:
    if max(index.ndim, 1) != max(x.ndim, 1):
        raise RuntimeError(
            f"Index tensor must have the same number of dimensions as {name} tensor\n"
            f"Their shapes are {list(index.shape)} and {list(x.shape)}."
        )


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


def _check_range(index: Array, x: Array, dim: int) -> None:
    size = x.shape[dim] if x.ndim else 1
    wrong = index[(index < 0) | (index >= size)]
    if wrong.size:
        raise RuntimeError(
            f"index {wrong.flat[0]} is out of bounds for dimension {dim} with size {size}"
        )


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
