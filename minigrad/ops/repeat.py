"""The same elements again, or in another order: `repeat`, `flip`, `roll`. Copies, not views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .broadcast import sum_to_size
from .dims import Shape, sized, wrap_dim, wrap_dims
from .shape import reshape

if TYPE_CHECKING:
    from ..tensor import Tensor


def _repeat_vjp(g: Any, input_shape: Shape, repeats: Shape) -> Any:
    """Each dimension taken apart, into the repetitions and what was repeated; then summed."""
    sizes = (1,) * (len(repeats) - len(input_shape)) + tuple(input_shape)
    apart = reshape(g, tuple(n for pair in zip(repeats, sizes) for n in pair))
    return reshape(sum_to_size(apart, tuple(n for size in sizes for n in (1, size))), input_shape)


@op(r"x \; x \; \dots", input=(_repeat_vjp, r"\sum g"))
def _repeat(input: Array, repeats: Shape) -> Array:
    return np.tile(input, repeats)


def repeat(input: Tensor, repeats: Shape) -> Tensor:
    """`input` laid side by side with itself: what ``x.repeat(2, 3)`` gives. Saves nothing.

    Args:
        input: any shape.
        repeats: how often along each dimension; further ones stand in front.

    Raises:
        RuntimeError: there are fewer numbers than dimensions.

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
    return _repeat(input, repeats)  # type: ignore[no-any-return]


@op(r"x", input=(lambda g, dims: _flip(g, dims), r"g"))
def _flip(input: Array, dims: Shape) -> Array:
    axes = wrap_dims(dims, input.ndim) if dims and input.ndim else ()
    return np.flip(input, axes).copy()


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
    return np.roll(input, shifts, dims or None)


def roll(input: Tensor, shifts: Any, dims: Any = ()) -> Tensor:
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
    by, along = (x if isinstance(x, (tuple, list)) else (x,) for x in (shifts, dims))
    if len(by) != len(along) and (along or len(by) != 1):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(by)}, dims:{len(along)}"
        )
    return _roll(input, tuple(by), tuple(wrap_dim(d, input.ndim) for d in along))  # type: ignore[no-any-return]
