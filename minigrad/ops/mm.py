"""The product of two matrices."""

from __future__ import annotations

from ..autograd.record import op
from ..backend import Array
from ..dtype import of
from .turn import t


@op(
    r"X\,Y",
    input=(lambda g, mat2: mm(g, t(mat2)), r"g\,Y^{\top}"),
    mat2=(lambda g, input: mm(t(input), g), r"X^{\top} g"),
)
def mm(input: Array, mat2: Array) -> Array:
    """The product of two matrices. Saves each whose partner needs a gradient.

    Args:
        input: ``(N, M)``.
        mat2: ``(M, P)``.

    Returns:
        ``(N, P)``.

    Raises:
        RuntimeError: one is not a matrix, their shapes do not meet, or their types differ.

    Example:
        >>> import minigrad
        >>> minigrad.mm(minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([[3.0], [4.0]]))
        tensor([[11.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.mm.html
    """
    if input.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"{'self' if input.ndim != 2 else 'mat2'} must be a matrix")
    check_meet(input, mat2)
    return input @ mat2


def check_meet(a: Array, b: Array) -> None:
    """Raise unless two matrices can be multiplied."""
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({by_x(a.shape)} and {by_x(b.shape)})\n"
            f"The columns of the first are as many as the rows of the second; {a.shape[1]} is not "
            f"{b.shape[0]}."
        )
    if a.dtype != b.dtype:
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            f"{of(a.dtype).cpp} != {of(b.dtype).cpp}"
        )
    refuse_bools("addmm_impl_cpu_", a)


def refuse_bools(kernel: str, array: Array) -> None:
    """Raise PyTorch's error, which names its `kernel`, for an `array` of bools."""
    if array.dtype.kind == "b":
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for 'Bool'\nMultiply x.float() and y.float()."
        )


def by_x(shape: tuple[int, ...]) -> str:
    """A shape in the words of these errors: ``"2x3"``."""
    return "x".join(map(str, shape))
