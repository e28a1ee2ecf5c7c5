"""Whether an answer is right, and how answers and truths are written."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..testing.values import as_array
from ..viz import library
from ..viz.figures import in_full, shape_text

_WHOLE = 1e-5  # rounding in float32
_CLOSE = 1e-3  # of what is not whole, three digits are always enough


def same(given: Any, truth: Any) -> bool:
    """Is `given` the right answer?

    Whole numbers must be met; of others two digits will do if they are the right ones: 0.67 or
    0.667 for 2/3. One element counts as the same with and without brackets.

    Args:
        given: a number, nested lists of numbers, a tensor; or None, True, False or a word.
        truth: the like.

    Example:
        >>> import minigrad
        >>> from minigrad.widgets.truths import same
        >>> x = minigrad.tensor([2 / 3, 200.0])
        >>> same([0.67, 200], x), same([0.6, 200], x), same([0.67, 201], x), same(None, x)
        (True, False, False, False)
    """
    ours, right = array_or_none(given), array_or_none(truth)
    if ours is None or right is None:
        return ours is None and right is None and _word(given) == _word(truth)
    if (ours.dtype == bool) != (right.dtype == bool) or not _fit(ours, right):
        return False
    return all(map(_close, ours.ravel().tolist(), right.ravel().tolist()))


def array_or_none(value: Any) -> Any:
    """The numbers in `value` as an array; None if it is no numbers."""
    return None if value is None else as_array(value)


def is_word(value: Any) -> bool:
    """Is it a word, or something that is written as one, such as a dtype?"""
    return value is not None and array_or_none(value) is None


def kept(value: Any) -> Any:
    """`value` as it is now: of a tensor, which may change, a copy of its numbers."""
    return value.detach().cpu().numpy().copy() if library.is_tensor(value) else value


def as_text(value: Any) -> str:
    """An answer or a truth as text."""
    array = array_or_none(value)
    if array is None:
        return value if isinstance(value, str) else str(value)
    if isinstance(value, tuple):
        return shape_text(value)
    if array.dtype.kind == "f" and array.ndim == 0 and float(array).is_integer():
        return f"{int(array)}"
    return in_full(array)


def remark(given: Any, truth: Any) -> str:
    """What can be said about a wrong answer without giving the right one away; mostly nothing."""
    ours, right = array_or_none(given), array_or_none(truth)
    if ours is None and right is not None:
        return "The answer is a number." if right.ndim == 0 else "The answer is several numbers."
    if ours is not None and right is None:
        return "The answer is not a number."
    if ours is not None and not _fit(ours, right):
        return f"Yours has the shape {shape_text(ours.shape)}; the answer has another."
    return ""


def _fit(ours: Any, right: Any) -> bool:
    return bool(ours.shape == right.shape or ours.size == right.size == 1)


def _close(given: float, right: float) -> bool:
    if np.isnan(right) or np.isinf(right) or not np.isfinite(given):
        return bool(np.isnan(right) and np.isnan(given)) or given == right
    off = abs(given - right)
    if abs(right - round(right)) <= _WHOLE * max(1.0, abs(right)):
        return off <= _WHOLE * max(1.0, abs(right))
    return off <= _CLOSE * abs(right) or _rounds_to(right, given)


def _rounds_to(right: float, given: float) -> bool:
    """Is `given`, of two digits or more, what one gets by rounding `right`?"""
    mantissa, _, exponent = repr(abs(float(given))).partition("e")
    whole, _, decimals = mantissa.partition(".")
    if len((whole + decimals).lstrip("0")) < 2:
        return False
    places = len(decimals) - int(exponent or 0)
    return abs(given - right) <= 0.5001 * 10.0**-places


def _word(value: Any) -> str:
    """`value` as a word to compare: without a module's name, in small letters."""
    return str(value).strip().rpartition(".")[2].lower()
