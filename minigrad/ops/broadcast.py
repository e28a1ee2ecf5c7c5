"""Broadcasting, and what undoes it: `expand` and `sum_to_size`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..autograd.node import OPS
from ..autograd.region import strided
from ..autograd.wrap import is_tensor
from ..backend import Array
from ..dtype import of
from .dims import Shape, sized
from .shape import reshape, view_op

if TYPE_CHECKING:
    from ..tensor import Tensor


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
            f"expand(minigrad.{of(input.dtype).kind}Tensor{{{list(input.shape)}}}, "
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


def broadcast_to(input: Tensor, size: Shape) -> Tensor:
    """`input` seen in a larger shape: `expand` under NumPy's name. A view; saves nothing.

    Example:
        >>> import minigrad
        >>> minigrad.broadcast_to(minigrad.tensor([1, 2]), (2, 2))
        tensor([[1, 2],
                [1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.broadcast_to.html
    """
    return expand(input, sized(size))  # type: ignore[no-any-return]


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
