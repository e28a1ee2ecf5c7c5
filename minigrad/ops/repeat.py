"""The same elements again, or in another order: `repeat`, `flip`, `roll`. Copies, not views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .broadcast import _summed
from .copy import zeros_of
from .dims import Shape, listed, own_dim, sized, wrap_dims
from .layout import packed
from .parse import parsed
from .shape import reshape

if TYPE_CHECKING:
    from ..tensor import Tensor
    from .parse import IntOrShape


def _repeat_vjp(g: Any, input_shape: Shape, repeats: Shape) -> Any:
    """Each dimension taken apart, into the repetitions and what was repeated; then summed."""
    if 0 in repeats:
        return zeros_of(g, input_shape)
    sizes = (1,) * (len(repeats) - len(input_shape)) + tuple(input_shape)
    pairs = [(times, n) for times, n in zip(repeats, sizes, strict=True)]
    apart = reshape(g, tuple(n for pair in pairs for n in pair))
    return reshape(_summed(apart, tuple(n for _, size in pairs for n in (1, size))), input_shape)


@op(r"x \; x \; \dots", input=(_repeat_vjp, r"\sum g"))
def _repeat(input: Array, repeats: Shape) -> Array:
    return np.tile(input, repeats)


@parsed
def repeat(input: Tensor, repeats: Shape) -> Tensor:
    """`input` laid side by side with itself: what ``x.repeat(2, 3)`` gives. Saves nothing.

    Args:
        input: any shape.
        repeats: how often along each dimension; further ones stand in front.

    Raises:
        RuntimeError: there are fewer numbers than dimensions, or one is negative.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1, 2]).repeat(2, 2)
        tensor([[1, 2, 1, 2],
                [1, 2, 1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.repeat.html
    """
    repeats = sized(repeats)
    if len(repeats) < input.ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            f"tensor\nThe tensor has shape {list(input.shape)}, the repeats are {list(repeats)}."
        )
    shape = (1,) * (len(repeats) - input.ndim) + tuple(input.shape)
    target = [n * times for n, times in zip(shape, repeats, strict=True)]
    negative = [n for n in target if n < 0]
    if negative:
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {negative[0]}: {target}"
        )
    return _repeat(input, repeats)  # type: ignore[no-any-return]


@op(r"x", input=(lambda g, dims: _flip(g, dims), r"g"))
def _flip(input: Array, dims: Shape) -> Array:
    axes = wrap_dims(list(dims), input.ndim) if dims else ()
    turned = np.flip(input, axes if input.ndim else ())
    return turned.copy("C" if 0 in input.strides else "K")  # laid out as before, if it was dense


@parsed
def flip(input: Tensor, dims: Shape) -> Tensor:
    """The elements in reverse order along each of `dims`. A copy; saves nothing.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.

    Example:
        >>> import minigrad
        >>> minigrad.flip(minigrad.tensor([[1, 2], [3, 4]]), (0,))
        tensor([[3, 4],
                [1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.flip.html
    """
    return _flip(input, sized(dims))  # type: ignore[no-any-return]


def _roll_vjp(g: Any, shifts: Shape, dims: Shape) -> Any:
    return _roll(g, tuple(-n for n in shifts), dims)


@op(r"x_{i - s}", input=(_roll_vjp, r"g_{i + s}"))
def _roll(input: Array, shifts: Shape, dims: Shape) -> Array:
    if not input.size:
        return input.copy()
    return packed(np.roll(input, shifts, dims) if dims else np.roll(input, shifts[0]))


@parsed
def roll(input: Tensor, shifts: IntOrShape, dims: IntOrShape = ()) -> Tensor:
    """The elements moved on along some dimensions; those that leave come in again at the other end.

    Saves nothing.

    Args:
        input: any shape.
        shifts: how far, for each of `dims`.
        dims: one dimension or several; without any, the flattened elements are moved.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: there are not as many `shifts` as `dims`.

    Example:
        >>> import minigrad
        >>> minigrad.roll(minigrad.tensor([1, 2, 3]), 1)
        tensor([3, 1, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.roll.html
    """
    by, along = listed((shifts,), "shifts"), listed((dims,), "dims")
    if not by:
        raise RuntimeError("`shifts` required")
    if len(by) != len(along) and (along or len(by) != 1):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(by)}, dims:{len(along)}"
        )
    if input.numel():  # else PyTorch does not look at them
        along = tuple(own_dim(d, input.ndim) for d in along)
    return _roll(input, by, along)  # type: ignore[no-any-return]
