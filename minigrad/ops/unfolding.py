"""Windows on one dimension as a dimension of their own: ``x.unfold(0, 2, 1)``.

The windows of `windows` are loops over the elements of a kernel; this one is a view.
"""

from __future__ import annotations

from typing import Any

from ..autograd.registry import op, public
from ..autograd.view import strided
from ..backend import Array
from .operands import Shape, wrap_dim
from .shapes import view_op, zeros_of


def _unfold_vjp(g: Any, input_shape: Shape, dimension: int, size: int, step: int) -> Any:
    return unfold_backward(g, input_shape, wrap_dim(dimension, len(input_shape)), size, step)


@public(function=False, method=True)
@view_op(r"x_{s i + j}", input=(_unfold_vjp, r"\textstyle\sum_{s i + j = k} g_{i j}"))
def unfold(input: Array, dimension: int, size: int, step: int) -> Array:
    """Every window of `size` neighbours along a dimension, `step` apart: a view; saves nothing.

    Args:
        input: any shape.
        dimension: where the windows lie side by side.
        size: how many elements a window has.
        step: from the beginning of one window to that of the next.

    Returns:
        The shape of `input`, with the number of windows at `dimension` and `size` at the end.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `size` is negative or larger than the dimension, or `step` is not positive.

    Example:
        >>> import minigrad
        >>> minigrad.arange(4).unfold(0, 2, 1)
        tensor([[0, 1],
                [1, 2],
                [2, 3]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.unfold.html
    """
    dim = wrap_dim(dimension, input.ndim)
    length = input.shape[dim] if input.ndim else 1
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > length:
        raise RuntimeError(
            f"maximum size for tensor at dimension {dim} is {length} but size is {size}"
        )
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if not input.ndim:
        return strided(input, (size,), (1,))
    shape, strides = list(input.shape), [s // input.itemsize for s in input.strides]
    shape[dim] = (length - size) // step + 1
    along, strides[dim] = strides[dim], strides[dim] * step
    return strided(input, (*shape, size), (*strides, along))


@op(
    r"\textstyle\sum_{s i + j = k} x_{i j}",
    name="UnfoldBackwardBackward0",
    input=(lambda g, dim, size, step: unfold(g, dim, size, step), r"g_{s i + j}"),
)
def unfold_backward(input: Array, input_sizes: Shape, dim: int, size: int, step: int) -> Array:
    """The gradient of `unfold`: each element gets what arrives for all windows that show it."""
    out = zeros_of(input, input_sizes)
    if not input_sizes:
        return out + input.sum()
    count = input.shape[dim]
    for j in range(size):
        out[(slice(None),) * dim + (slice(j, j + step * count, step),)] += input[..., j]
    return out
