"""Numbers in order, equally far apart."""

from __future__ import annotations

from math import ceil, isfinite
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ..autograd.arguments import no_form
from ..autograd.wrap import is_tensor
from ..dtype import get_default_dtype, int64
from ..mode import current
from ..ops.operands import LEFT_OUT, fitted, is_number
from .leaf import floating, is_constant, leaf, number_of, numpy_type

if TYPE_CHECKING:
    from ..dtype import dtype as DType
    from ..tensor import Tensor


def arange(
    start: Any = LEFT_OUT,
    end: Any = LEFT_OUT,
    step: Any = LEFT_OUT,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """The numbers from `start` up to, and without, `end` in steps of `step`.

    Args:
        start: the first number, default 0; given alone, it is the end.
        end: where to stop.
        step: the distance of two numbers, default 1.
        dtype: default: int64 if all three are integers, else the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Returns:
        ``(N,)`` with ``N = ceil((end - start) / step)``.

    Raises:
        NotImplementedError: `dtype` is bool.
        RuntimeError: `step` is 0 or leads away from `end`, or the range has no end.
        TypeError: one of the three is no number.

    Example:
        >>> import minigrad
        >>> minigrad.arange(1, 4)
        tensor([1, 2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.arange.html
    """
    start, end, step = _limits(start, end, step)
    whole = all(isinstance(n, int) for n in (start, end, step))
    wanted = numpy_type("arange", dtype, int64 if whole else get_default_dtype())
    _check_no_bools("arange", wanted)
    if not (isfinite(start) and isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if wanted.kind in "iu":
        start, end, step = int(start), int(end), int(step)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError(
            "upper bound and lower bound inconsistent with step sign\n"
            f"Here start is {start}, end {end} and step {step}."
        )
    numbers = start + step * np.arange(ceil((end - start) / step))
    return leaf("arange", current.mode.quiet(numbers.astype, wanted), device, requires_grad)


_FORMS = ("(Number end)", "(Number start, Number end, Number step = 1)")


def _limits(start: Any, end: Any, step: Any) -> list[Any]:
    given = [x for x in (start, end, step) if x is not LEFT_OUT]
    if len(given) == 1 and step is LEFT_OUT:
        return [0, number_of("arange", "end", 1, given[0]), 1]
    known = all(is_number(x) or is_constant(x) for x in given)
    if start is LEFT_OUT or end is LEFT_OUT or not known:
        raise no_form("arange", given, {}, *_FORMS)
    return [*(number_of("arange", "end", 1, x) for x in given), 1][:3]


def _check_no_bools(function: str, dtype: np.dtype[Any]) -> None:
    """Raise PyTorch's error for a range of bools, of which there are but two."""
    if dtype.kind == "b":
        raise NotImplementedError(
            f"\"{function}_cpu\" not implemented for 'Bool'\nNumbers in order are no truth values."
        )


def linspace(
    start: Any,
    end: Any,
    steps: Any = None,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, equally far apart.

    Args:
        start: the first number.
        end: the last number.
        steps: how many.
        dtype: default: the default floating type.
        device: default: the CPU.
        requires_grad: whether operations on it are recorded.

    Returns:
        ``(steps,)``.

    Raises:
        NotImplementedError: `dtype` is bool, and there is more than one number.
        RuntimeError: `steps` is negative, or `dtype` cannot hold `start` or `end`.
        TypeError: `start` or `end` is no number, or `steps` no integer.

    Example:
        >>> import minigrad
        >>> minigrad.linspace(0, 1, 5)
        tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linspace.html
    """
    known = is_number(start) or is_tensor(start), is_number(end) or is_tensor(end)
    if not (all(known) and hasattr(steps, "__index__")):
        given = () if steps is None else (steps,)
        raise no_form("linspace", (start, end, *given), {}, "(Number start, Number end, int steps)")
    if index(steps) < 0:
        raise RuntimeError(f"number of steps must be non-negative\nIt is {steps}.")
    for name, x in (("start", start), ("end", end)):
        if is_tensor(x) and x.ndim:
            raise RuntimeError(
                "linspace only supports 0-dimensional start and end tensors, but got "
                f"{name} with {x.ndim} dimension(s)."
            )
    start, end = (float(x.item()) if is_tensor(x) else x for x in (start, end))
    array = current.mode.quiet(_spaced, start, end, index(steps), floating("linspace", dtype))
    return leaf("linspace", array, device, requires_grad)


def _spaced(start: Any, end: Any, steps: int, dtype: np.dtype[Any]) -> Any:
    """As PyTorch computes it: both halves from their own end, and rounded once.

    A fused multiply-add is what rounds once there; a wider type does so here.
    """
    if steps < 2:  # else PyTorch does not look at the end
        return np.full(steps, fitted(start, dtype) if steps else 0, dtype)
    _check_no_bools("linspace", dtype)
    own = dtype.type if dtype.kind == "f" else np.float64
    start, end = (own(fitted(x, dtype)) for x in (start, end))
    step = np.longdouble((end - start) / own(steps - 1))
    place = np.arange(steps)
    up = np.longdouble(start) + step * place
    down = np.longdouble(end) - step * (steps - 1 - place)
    return np.where(place < steps // 2, up, down).astype(dtype)
