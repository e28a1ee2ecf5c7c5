"""Writing along one dimension, at the positions that an index tensor names: see `gather`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..autograd.wrap import is_tensor
from ..backend import Array
from ..backend import scatter_add as add_at
from .dims import Shape, wrap_dim
from .gather import _gather, check_dims, check_range, check_type, key_along
from .operands import fitted

if TYPE_CHECKING:
    from ..tensor import Tensor


def _left_vjp(g: Any, index: Any, dim: int) -> Any:
    """What was overwritten gets no gradient, the rest gets all."""
    return _scatter_value(g, index, value=0, dim=dim)


def _source_vjp(g: Any, index: Any, src_shape: Shape, dim: int) -> Any:  # torch saves the shape
    return _gather(g, index, dim=dim)


@op(r"y_i", input=(_left_vjp, r"g \odot [\text{not } i]"), src=(_source_vjp, r"g_i"))
def _scatter(input: Array, index: Array, src: Array, dim: int) -> Array:
    return _written(input, index, src, dim)


@op(r"c", name="ScatterBackward1", input=(_left_vjp, r"g \odot [\text{not } i]"))
def _scatter_value(input: Array, index: Array, value: Any, dim: int) -> Array:
    return _written(input, index, value, dim)


@op(r"x + \sum_i y_i", input=(lambda g: g, r"g"), src=(_source_vjp, r"g_i"))
def _scatter_add(input: Array, index: Array, src: Array, dim: int) -> Array:
    return _written(input, index, src, dim, add_at)


def _put(out: Array, key: Any, values: Any) -> None:
    out[key] = values


def _written(input: Array, index: Array, values: Any, dim: int, write: Any = _put) -> Array:
    """A copy of `input` with `values`, a number or no smaller than `index`, written at `index`."""
    out, key = np.atleast_1d(input).copy(), key_along(index, dim)
    if np.ndim(values):
        values = values[tuple(map(slice, key[dim].shape))]
    write(out, key, values)
    return out.reshape(input.shape)


_scatter_, _scatter_value_, _scatter_add_ = map(in_place, (_scatter, _scatter_value, _scatter_add))


def scatter(
    input: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None
) -> Tensor:
    """A copy of `input` with other elements at the positions `index` along `dim`.

    Where a position is named twice, the last element stays. Saves `index`.

    Args:
        input: any shape.
        dim: a dimension.
        index: of int64 or int32; as many dimensions as `input`, none larger, but for `dim`.
        src: the elements: a tensor of the type of `input` at least as large as `index`, or a
            number. Its gradient exists only where it is just as large.
        value: a number in place of `src`.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `index` or `src` has another type or does not fit, or `index` leads out of
            `input`.

    Example:
        >>> import minigrad
        >>> minigrad.scatter(minigrad.zeros(2, 3), 1, minigrad.tensor([[2], [0]]), 1.0)
        tensor([[0., 0., 1.],
                [1., 0., 0.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.scatter_.html
    """
    given = value if src is None else src
    return _scattered(_scatter, _scatter_value, input, dim, index, given)  # type: ignore[no-any-return]


def scatter_(
    input: Tensor, dim: int, index: Tensor, src: Any = None, *, value: Any = None
) -> Tensor:
    """In-place version of `scatter`: writes into `input` and returns it."""
    given = value if src is None else src
    return _scattered(_scatter_, _scatter_value_, input, dim, index, given)  # type: ignore[no-any-return]


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


def scatter_add_(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """In-place version of `scatter_add`: writes into `input` and returns it."""
    dim = _checked(input, dim, index, src)
    return _scatter_add_(input, index, src, dim=dim)  # type: ignore[no-any-return]


def _scattered(of_tensor: Any, of_number: Any, input: Any, dim: int, index: Any, src: Any) -> Any:
    """`src`, a tensor or a number, written by the row that is made for it."""
    dim = _checked(input, dim, index, src)
    if is_tensor(src):
        return of_tensor(input, index, src, dim=dim)
    return of_number(input, index, value=fitted(src, input._array.dtype), dim=dim)


def _checked(input: Any, dim: int, index: Any, src: Any) -> int:
    """The dimension to write along, if the write is possible."""
    check_type("scatter", index)
    dim = wrap_dim(dim, input.ndim)
    x, places = input._array, index._array
    check_dims(places, x, "self")
    sizes = [n if d != dim else places.size for d, n in enumerate(x.shape)]
    words = f"Expected index {list(places.shape)} to be no larger than self {list(x.shape)} apart "
    words += f"from dimension {dim}"
    if is_tensor(src):
        if src.dtype != input.dtype:
            raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
        check_dims(places, src._array, "src")
        sizes = [min(pair) for pair in zip(sizes, src.shape)]
        words += f" and to be no larger size than src {list(src.shape)}"
    if any(n > most for n, most in zip(places.shape, sizes)):
        raise RuntimeError(words)
    check_range(places, x, dim)
    return dim
