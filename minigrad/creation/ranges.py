"""Numbers in order, equally far apart."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dtype import dtype as DType
from ..dtype import get_default_dtype, int64
from .leaf import floating, leaf, number, numpy_type

if TYPE_CHECKING:
    from ..tensor import Tensor


def arange(
    start: Any = 0, end: Any = None, step: Any = 1, *, dtype: DType | None = None, **options: Any
) -> Tensor:
    """The numbers from `start` up to, and without, `end` in steps of `step`.

    Args:
        start: the first number; given alone, it is the end, and 0 the first.
        end: where to stop.
        step: the distance of two numbers.
        dtype: default: int64 if all three are integers, else the default floating type.
        **options: `device` and `requires_grad`, as for `zeros`.

    Returns:
        ``(N,)`` with ``N = ceil((end - start) / step)``.

    Raises:
        RuntimeError: `step` is 0 or leads away from `end`.

    Example:
        >>> import minigrad
        >>> minigrad.arange(1, 4)
        tensor([1, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.arange.html
    """
    if end is None:
        start, end = 0, start
    start, end, step = number(start), number(end), number(step)
    whole = all(isinstance(n, int) for n in (start, end, step))
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError(
            "upper bound and lower bound inconsistent with step sign\n"
            f"Here start is {start}, end {end} and step {step}."
        )
    numbers = start + step * np.arange(ceil((end - start) / step))
    return leaf(
        numbers.astype(numpy_type(dtype, int64 if whole else get_default_dtype())), **options
    )


def linspace(
    start: Any, end: Any, steps: int, *, dtype: DType | None = None, **options: Any
) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, equally far apart.

    Args:
        start: the first number.
        end: the last number.
        steps: how many.
        dtype: default: the default floating type.
        **options: `device` and `requires_grad`, as for `zeros`.

    Returns:
        ``(steps,)``.

    Raises:
        RuntimeError: `steps` is negative.

    Example:
        >>> import minigrad
        >>> minigrad.linspace(0, 1, 5)
        tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linspace.html
    """
    if steps < 0:
        raise RuntimeError(f"number of steps must be non-negative\nIt is {steps}.")
    wanted = floating(dtype)
    kind = wanted if wanted.kind == "f" else np.dtype(float)
    start, end = (float(kind.type(number(x))) for x in (start, end))
    step = float(kind.type((end - start) / max(steps - 1, 1)))
    place = np.arange(steps)
    up, down = start + step * place, (end if steps > 1 else start) - step * (steps - 1 - place)
    half = place < steps // 2  # as PyTorch counts: each half from its own end
    return leaf(np.where(half, up, down).astype(wanted), **options)
