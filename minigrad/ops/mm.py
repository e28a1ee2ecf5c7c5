"""The product of two matrices; its gradients lie in memory as the matrices do.

The weight of a linear layer is turned before it is multiplied with, so it lies column by column. So
does its gradient, as in PyTorch: turned back, it lies row by row like the weight itself, and goes
into ``.grad`` as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..autograd.record import op
from ..autograd.wrap import is_tensor
from ..backend import Array
from ..dtype import of
from .parse import parsed
from .turn import t

if TYPE_CHECKING:
    from ..tensor import Tensor

FIRST, SECOND = 1, 2  # which operands lie column by column, a bit each


def turned(first: Any, second: Any) -> int:
    """Which of two matrices, if they are tensors, lie in memory column by column."""
    both = is_tensor(first) and is_tensor(second)
    return FIRST * _by_columns(first._array) | SECOND * _by_columns(second._array) if both else 0


def _by_columns(x: Array) -> bool:
    return bool(x.ndim == 2 and x.strides == (x.itemsize, x.itemsize * x.shape[0]))


def first_vjp(g: Any, mat2: Any, turned: int = 0, alpha: Any = 1) -> Any:
    """The gradient of the first operand of ``alpha * mat1 @ mat2``."""
    return times(t(_product(mat2, t(g))) if turned & FIRST else _product(g, t(mat2)), alpha)


def second_vjp(g: Any, mat1: Any, turned: int = 0, alpha: Any = 1) -> Any:
    """The gradient of the second operand."""
    return times(t(_product(t(g), mat1)) if turned & SECOND else _product(t(mat1), g), alpha)


def times(g: Any, factor: Any) -> Any:
    """``g * factor``, which for 1 is no operation."""
    return g if factor == 1 else g * factor


def _product(first: Any, second: Any) -> Any:
    return mm(first, second) if is_tensor(first) else first @ second


@op(
    r"X\,Y",
    input=(lambda g, mat2: first_vjp(g, mat2), r"g\,Y^{\top}"),
    mat2=(lambda g, input: second_vjp(g, input), r"X^{\top} g"),
)
def _mm(input: Array, mat2: Array) -> Array:
    if input.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"{'self' if input.ndim != 2 else 'mat2'} must be a matrix")
    check_meet(input, mat2)
    return input @ mat2


@op(
    r"X\,Y",
    name="MmBackward0",
    input=(lambda g, mat2, turned: first_vjp(g, mat2, turned), r"g\,Y^{\top}"),
    mat2=(lambda g, input, turned: second_vjp(g, input, turned), r"X^{\top} g"),
)
def _mm_turned(input: Array, mat2: Array, turned: int) -> Array:
    return _mm.op.forward(input, mat2)  # type: ignore[attr-defined]


@parsed
def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """The product of two matrices. Saves each whose partner needs a gradient.

    The gradient of a matrix that lies column by column lies so, too.

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
    lie = turned(input, mat2)
    return _mm_turned(input, mat2, lie) if lie else _mm(input, mat2)  # type: ignore[no-any-return]


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


def refuse_bools(name: str, array: Array) -> None:
    """Raise for an `array` of bools, on which PyTorch's function `name` does not compute."""
    if array.dtype.kind == "b":
        raise NotImplementedError(
            f"\"{name}\" not implemented for 'Bool'\nMultiply x.float() and y.float()."
        )


def by_x(shape: tuple[int, ...]) -> str:
    """A shape in the words of these errors: ``"2x3"``."""
    return "x".join(map(str, shape))
