"""`addmm`: a product of matrices and a sum in one step."""

from __future__ import annotations

from typing import Any

from ..autograd.inplace import in_place
from ..autograd.record import op
from ..backend import Array
from ..dtype import of
from .broadcast import expand
from .mm import check_meet, mm
from .turn import t


def _times(x: Any, factor: Any) -> Any:
    """``x * factor``, which for 1 is no operation."""
    return x if factor == 1 else x * factor


@op(
    r"\beta b + \alpha X\,Y",
    input=(lambda g, beta: _times(g, beta), r"\beta \sum g"),
    mat1=(lambda g, mat2, alpha: _times(mm(g, t(mat2)), alpha), r"\alpha g\,Y^{\top}"),
    mat2=(lambda g, mat1, alpha: _times(mm(t(mat1), g), alpha), r"\alpha X^{\top} g"),
)
def addmm(input: Array, mat1: Array, mat2: Array, *, beta: Any = 1, alpha: Any = 1) -> Array:
    """``beta * input + alpha * mat1 @ mat2`` in one step: what a linear layer computes.

    Saves each matrix whose partner needs a gradient.

    Args:
        input: broadcasts to ``(N, P)``; a bias ``(P,)`` for instance.
        mat1: ``(N, M)``.
        mat2: ``(M, P)``.
        beta: what `input` is multiplied with.
        alpha: what the product is multiplied with.

    Returns:
        ``(N, P)``.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> minigrad.addmm(minigrad.tensor([0.5]), minigrad.ones(2, 3), minigrad.ones(3, 1))
        tensor([[3.5000],
                [3.5000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addmm.html
    """
    for name, matrix in (("mat1", mat1), ("mat2", mat2)):
        if matrix.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {matrix.ndim}-D tensor")
    for name, x in (("self", input), ("mat1", mat1)):
        if x.dtype != mat2.dtype:
            raise RuntimeError(
                f"{name} and mat2 must have the same dtype, but got "
                f"{of(x.dtype).kind} and {of(mat2.dtype).kind}\n"
                "Convert one: x.float() or model.double(), say."
            )
    check_meet(mat1, mat2)
    bias = expand.op.forward(input, (len(mat1), mat2.shape[1]))  # type: ignore[attr-defined]
    return _times(mat1 @ mat2, alpha) + _times(bias, beta)


addmm_ = in_place(addmm)
