"""Products with vectors, and of batches of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..autograd.record import op
from ..backend import Array
from ..dtype import of
from .arithmetic import mul
from .mm import by_x, refuse_bools
from .shape import reshape, unsqueeze
from .turn import t, transpose

if TYPE_CHECKING:
    from ..tensor import Tensor


@op(
    r"X\,v",
    input=(lambda g, vec: mul(unsqueeze(g, 1), vec), r"g\,v^{\top}"),
    vec=(lambda g, input: mv(t(input), g), r"X^{\top} g"),
)
def mv(input: Array, vec: Array) -> Array:
    """The product of a matrix ``(N, M)`` and a vector ``(M,)``. Saves each whose partner needs it.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> minigrad.mv(minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([3.0, 4.0]))
        tensor([11.])
    """
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {input.ndim}, {vec.ndim}")
    if input.shape[1] != vec.shape[0]:
        raise RuntimeError(
            f"size mismatch, got input ({input.shape[0]}), mat ({by_x(input.shape)}), "
            f"vec ({by_x(vec.shape)})"
        )
    if input.dtype != vec.dtype:
        raise RuntimeError(
            "addmv input tensors must have the same dtype, but got "
            f"{of(vec.dtype).kind}, {of(input.dtype).kind}, and {of(vec.dtype).kind}"
        )
    refuse_bools("addmv_impl_cpu", input)
    return input @ vec


@op(
    r"x \cdot y",
    input=(lambda g, tensor: g * tensor, r"g\,y"),
    tensor=(lambda g, input: g * input, r"g\,x"),
)
def dot(input: Array, tensor: Array) -> Array:
    """The inner product of two vectors ``(N,)``. Saves each whose partner needs a gradient.

    Raises:
        RuntimeError: one is not a vector, or their lengths or types differ.

    Example:
        >>> import minigrad
        >>> minigrad.dot(minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0]))
        tensor(11.)
    """
    if input.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {input.ndim}D and {tensor.ndim}D tensors")
    if input.shape != tensor.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{input.size}] and src [{tensor.size}] to "
            f"have the same number of elements, but got {input.size} and {tensor.size} elements "
            "respectively"
        )
    if input.dtype != tensor.dtype:
        raise RuntimeError(
            "dot : expected both vectors to have same dtype, but found "
            f"{of(input.dtype).kind} and {of(tensor.dtype).kind}"
        )
    refuse_bools("dot", input)
    return input @ tensor


def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Every product of an element of one vector with one of the other: a column times a row.

    Saves each vector whose partner needs a gradient.

    Args:
        input: ``(N,)``.
        vec2: ``(M,)``.

    Returns:
        ``(N, M)``.

    Raises:
        RuntimeError: one is not a vector.

    Example:
        >>> import minigrad
        >>> minigrad.outer(minigrad.tensor([1, 2]), minigrad.tensor([3, 4]))
        tensor([[3, 4],
                [6, 8]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.outer.html
    """
    for name, x in (("self", input), ("vec2", vec2)):
        if x.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {x.ndim}-D")
    return mul(reshape(input, (-1, 1)), vec2)  # type: ignore[no-any-return]


@op(
    r"X\,Y",
    input=(lambda g, mat2: bmm(g, transpose(mat2, 1, 2)), r"g\,Y^{\top}"),
    mat2=(lambda g, input: bmm(transpose(input, 1, 2), g), r"X^{\top} g"),
)
def bmm(input: Array, mat2: Array) -> Array:
    """Products of matrices, pair by pair along the first dimension.

    Args:
        input: ``(B, N, M)``.
        mat2: ``(B, M, P)``.

    Returns:
        ``(B, N, P)``.

    Raises:
        RuntimeError: one is not a batch of matrices, or their shapes do not meet.

    Example:
        >>> import minigrad
        >>> minigrad.bmm(minigrad.ones(2, 1, 3), minigrad.ones(2, 3, 1)).shape
        minigrad.Size([2, 1, 1])
    """
    if input.ndim != 3 or mat2.ndim != 3:
        raise RuntimeError(f"batch{1 if input.ndim != 3 else 2} must be a 3D tensor")
    if input.shape[0] != mat2.shape[0] or input.shape[2] != mat2.shape[1]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: "
            f"[{input.shape[0]}, {input.shape[2]}] but got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    if input.dtype != mat2.dtype:
        raise RuntimeError(
            f"expected scalar type {of(input.dtype).kind} but found {of(mat2.dtype).kind}"
        )
    refuse_bools("bmm", input)
    return np.matmul(input, mat2)
