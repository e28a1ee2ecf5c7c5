"""The median: the middle one of the sorted elements, of two middle ones the lower."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from ..dtype import of
from .dims import wrap_dim
from .extrema import along_dim, check_some, picked, shared_vjp
from .operands import LEFT_OUT
from .parse import parsed
from .reduce import check_flag

if TYPE_CHECKING:
    from ..tensor import Tensor


@op(r"\mathrm{med}_i\,x_i", name="MedianBackward0", input=(shared_vjp, r"g \odot [x = z] / \#"))
def _median(input: Array) -> Array:
    if not input.size:
        return _of_nothing(input)
    flat = input.reshape(-1)
    return flat[_middle(flat, 0)]


def _of_nothing(input: Array) -> Array:
    """What PyTorch answers for the median of no elements at all."""
    least = {"f": np.nan, "b": True}.get(input.dtype.kind)
    return np.full_like(input, np.iinfo(input.dtype).min if least is None else least, shape=())


@along_dim(r"\mathrm{med}_i\,x_i", name="MedianBackward1")
def _median_dim(input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    return picked(input, _middle(input, dim) if input.ndim else 0, dim, keepdim)


_median_dim.op.label = "median"  # type: ignore[attr-defined]


def _middle(input: Array, dim: int) -> Array:
    """Where the median lies along `dim`; a nan, the first of them, stands for the median."""
    order = np.argsort(input, dim, kind="stable")
    places = np.take(order, (input.shape[dim] - 1) // 2, dim)
    if input.dtype.kind != "f":
        return places
    unknown = np.isnan(input)
    return np.where(unknown.any(dim), unknown.argmax(dim), places)


@parsed
def median(input: Tensor, dim: int = LEFT_OUT, keepdim: bool = False) -> Any:
    """The median of all elements; with `dim`, along it: a named tuple ``(values, indices)``.

    Of an even number it is the lower of the two in the middle, not their mean. Over all elements,
    ties share the gradient evenly; along a dimension one of them gets it. Saves the indices, or,
    over all elements, `input` and the result.

    Args:
        input: any shape; nan wins.
        dim: a dimension; to leave it out means all.
        keepdim: keep the reduced dimension, with size one.

    Raises:
        IndexError: there is no such dimension, or it is empty.
        NotImplementedError: `input` is a bool tensor.

    Example:
        >>> import minigrad
        >>> minigrad.median(minigrad.tensor([4.0, 1.0, 3.0, 2.0]))
        tensor(2.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.median.html
    """
    check_flag(keepdim)
    if dim is LEFT_OUT:
        if keepdim:
            raise TypeError('median() missing 1 required positional arguments: "dim"')
        _check_ordered(input, "median_cpu")
        return _median(input)
    dim = wrap_dim(dim, input.ndim)
    check_some("median", input, dim)
    _check_ordered(input, "median_out", always=True)
    return _median_dim(input, dim, keepdim)


def _check_ordered(input: Any, kernel: str, always: bool = False) -> None:
    if input._array.dtype.kind == "b" and (always or input.numel()):
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{of(input._array.dtype).kind}'\n"
            "Bools have no middle: .long() or .any() may be what is meant."
        )
