r"""Square matrices: the inverse, the solution of equations, powers; and what is refused.

The last two dimensions are the matrices, all others a batch. In TeX, A and B are the inputs, Z is
the result, g its gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.registry import op, public
from ..autograd.wrap import Tensor, untracked
from ..backend import Array, module_of, solved
from ..dtype import of
from .linalg import by_x
from .shapes import clone, squeeze, transpose, unsqueeze

# ---------------------------------------------------------------------------------- what is refused


class _LinAlgError(RuntimeError):
    """A matrix has no inverse, no factors, no solution: ``minigrad.linalg.LinAlgError``."""

    __module__ = "minigrad.linalg"


def check_matrices(called: str, A: Array, square: bool = False) -> None:
    """Raise unless `A` holds floating-point matrices, `square` ones where that is asked for.

    Raises:
        RuntimeError: it does not.
    """
    check_shape(called, A, square)
    check_float(called, A)
    if A.dtype == np.float16:
        raise RuntimeError(f"{called}: Low precision dtypes not supported. Got Half")


def check_shape(called: str, A: Any, square: bool = False) -> None:
    """Raise unless `A`, a tensor or an array, is a matrix or a batch of them.

    Raises:
        RuntimeError: it is not, or they are not `square`.
    """
    if A.ndim < 2:
        raise RuntimeError(f"{called}: The input tensor A must have at least 2 dimensions.")
    if square and A.shape[-2] != A.shape[-1]:
        raise RuntimeError(
            f"{called}: A must be batches of square matrices, but they are {A.shape[-2]} by "
            f"{A.shape[-1]} matrices"
        )


def check_float(called: str, A: Array) -> None:
    """Raise unless `A` is floating point.

    Raises:
        RuntimeError: it holds integers.
    """
    if A.dtype.kind != "f":
        raise RuntimeError(
            f"{called}: Expected a floating point or complex tensor as input. Got "
            f"{of(A.dtype).title}\nx.float() converts it."
        )


def factored(called: str, say: Any, function: Any, A: Array, *more: Any) -> Any:
    """``function(A, *more)`` of NumPy's linear algebra.

    Args:
        called: what the error calls the operation.
        say: of one matrix that it fails for, what is wrong; None for one that is right.
        function: NumPy's.
        A: the matrices.
        more: its other arguments.

    Raises:
        _LinAlgError: it failed, and for which matrix of the batch.
    """
    try:
        return solved(function, A, *more)
    except np.linalg.LinAlgError:
        for place, matrix in enumerate(A.reshape(-1, *A.shape[-2:])):
            said = say(matrix)
            if said:
                where = f"(Batch element {place}): " if A.ndim > 2 else ""
                raise _LinAlgError(f"{called}: {where}{said}") from None
        raise


def mT(x: Any) -> Any:
    """Each matrix transposed."""
    return transpose(x, -2, -1)


# ---------------------------------------------------------------------------------- the inverse


def _zero_pivot(matrix: Array) -> int:
    """Which pivot of Gauss's elimination is 0, counted from 1; 0 for none."""
    rows = matrix.copy()
    for k in range(len(rows)):
        best = k + int(np.argmax(np.abs(rows[k:, k])))
        if rows[best, k] == 0:
            return k + 1
        rows[[k, best]] = rows[[best, k]]
        rows[k + 1 :] -= np.outer(rows[k + 1 :, k] / rows[k, k], rows[k])
    return 0


def _no_inverse(matrix: Array) -> str | None:
    pivot = _zero_pivot(matrix)
    if not pivot:
        return None
    return (
        f"The diagonal element {pivot} is zero, the inversion could not be completed because the "
        "input matrix is singular."
    )


def _inv_vjp(g: Any, inverse: Any) -> Any:
    turned = mT(inverse)
    return -(turned @ g @ turned)


@op(
    r"A^{-1}",
    name="LinalgInvExBackward0",
    label="linalg_inv",
    outputs=("inverse",),
    A=(_inv_vjp, r"-Z^{\top} g\, Z^{\top}"),
)
def inv(A: Array) -> Array:
    """What a square matrix times it makes the identity. Saves the result.

    To solve equations, `solve` is quicker and more exact than a product with the inverse.

    Args:
        A: ``(*, N, N)``.

    Raises:
        RuntimeError: the matrices are not square, or not floating point.
        _LinAlgError: one is singular: it has no inverse.

    Example:
        >>> import minigrad
        >>> minigrad.linalg.inv(minigrad.tensor([[2.0, 0.0], [0.0, 4.0]]))
        tensor([[0.5000, 0.0000],
                [0.0000, 0.2500]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.inv.html
    """
    check_matrices("linalg.inv", A, square=True)
    return factored("linalg.inv", _no_inverse, np.linalg.inv, A)


# ---------------------------------------------------------------------------------- equations


def _no_solution(matrix: Array) -> str | None:
    if _zero_pivot(matrix):
        return "The solver failed because the input matrix is singular."
    return None


def _are_vectors(A: Any, B: Any) -> bool:
    """Whether `B` is right-hand sides, one for each matrix, and not matrices of them.

    Then the result has a dimension less than `A`.
    """
    return len(B.shape) == 1 or tuple(B.shape) == tuple(A.shape[:-1])


def _solve_B_vjp(g: Any, A: Any, left: bool) -> Any:
    if g.ndim < A.ndim:
        return squeeze(_solve(mT(A), unsqueeze(g, -1)), -1)
    return _solve(mT(A), g, left)


def _solve_A_vjp(g: Any, A: Any, result: Any, left: bool) -> Any:
    """What arrives at B, with the solution beside it."""
    gB = _solve_B_vjp(g, A, left)
    if g.ndim < A.ndim:
        gB, result = unsqueeze(gB, -1), unsqueeze(result, -1)
    return -(gB @ mT(result) if left else mT(result) @ gB)


@op(
    r"A^{-1} B",
    name="LinalgSolveExBackward0",
    label="linalg_solve",
    A=(_solve_A_vjp, r"-A^{-\top} g\, Z^{\top}"),
    B=(_solve_B_vjp, r"A^{-\top} g"),
)
def _solve(A: Array, B: Array, left: bool = True) -> Array:
    check_matrices("linalg.solve", A, square=True)
    if A.dtype != B.dtype:
        raise RuntimeError(
            "linalg.solve: Expected A and B to have the same dtype, but found A of type "
            f"{of(A.dtype).title} and B of type {of(B.dtype).title} instead"
        )
    vectors = _are_vectors(A, B)
    sides = B[..., None] if vectors else B
    _check_sides(A, sides, left)
    if not left:
        A, sides = np.swapaxes(A, -2, -1), np.swapaxes(sides, -2, -1)
    found = factored("torch.linalg.solve", _no_solution, np.linalg.solve, A, sides)
    if not left:
        return np.swapaxes(found, -2, -1)
    return found[..., 0] if vectors else found


def _check_sides(A: Array, B: Array, left: bool) -> None:
    if B.ndim < 2:
        raise RuntimeError("linalg.solve: The input tensor B must have at least 2 dimensions.")
    if B.shape[-2 if left else -1] != A.shape[-1]:
        raise RuntimeError(
            f"linalg.solve: Incompatible shapes of A and B for the equation "
            f"{'AX' if left else 'XA'} = B ({by_x(A.shape[-2:])} and {by_x(B.shape[-2:])})"
        )


def solve(A: Tensor, B: Tensor, *, left: bool = True) -> Tensor:
    """The solution X of the equations ``A @ X = B``. Saves `A` and the result.

    Args:
        A: ``(*, N, N)``.
        B: ``(*, N, K)``; or ``(N,)`` or ``(*, N)``, one right-hand side for each matrix.
        left: False for ``X @ A = B``.

    Raises:
        RuntimeError: shapes or types do not meet.
        _LinAlgError: a matrix is singular: there is not one solution.

    Example:
        >>> import minigrad
        >>> A = minigrad.tensor([[2.0, 0.0], [1.0, 4.0]])
        >>> minigrad.linalg.solve(A, minigrad.tensor([2.0, 9.0]))
        tensor([1., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.solve.html
    """
    return _solve(A, B, left)


# ---------------------------------------------------------------------------------- powers


@public(method=True)
def matrix_power(input: Tensor, n: int) -> Tensor:
    """A square matrix multiplied with itself `n` times, by repeated squaring.

    Args:
        input: ``(*, N, N)``.
        n: 0 gives the identity, a negative number powers of the inverse.

    Raises:
        RuntimeError: the matrices are not square.

    Example:
        >>> import minigrad
        >>> minigrad.matrix_power(minigrad.tensor([[1.0, 1.0], [0.0, 1.0]]), 3)
        tensor([[1., 3.],
                [0., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.matrix_power.html
    """
    check_shape("linalg.matrix_power", input, square=True)
    if n == 0:
        array = input._array
        one = module_of(array).eye(array.shape[-1], dtype=array.dtype)
        return untracked(np.zeros_like(array) + one)
    power = input if n > 0 else inv(input)
    n = n if n > 0 else -n
    found: Any = None
    while n:
        if n & 1:
            found = power if found is None else found @ power
        n >>= 1
        power = power @ power if n else power
    return clone(found) if found is input else found
