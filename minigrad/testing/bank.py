"""The bank of mistakes: which one turns the right numbers into the learner's?

A mistake is named only if it explains every trial. The trials are random, of several shapes and
without zeros and ones in them, so that a coincidence is out of the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from .mistakes import Trial
from .values import brief, close, number

FEW = 3  # numbers that a free constant must explain before it is believed

Guess = Callable[[Sequence[Trial]], str]  # a sentence if it explains all trials, else empty


def diagnose(trials: Sequence[Trial], guesses: Sequence[Guess] | None = None) -> str:
    """Name the mistake that explains all trials; empty if none does.

    Args:
        trials: some inputs with what came out, at least one of them wrong.
        guesses: the mistakes to look for, the likeliest first; default: all.
    """
    every = GUESSES if guesses is None else guesses
    return next((found for guess in every if (found := guess(trials))), "")


def not_finite(trials: Sequence[Trial]) -> str:
    """Is there nan or inf where the right one is finite?"""
    if any(np.isfinite(t.right).all() and not np.isfinite(t.yours).all() for t in trials):
        return "Yours has nan or inf in it: something divided by zero, or the log of a negative."
    return ""


def zeros(trials: Sequence[Trial]) -> str:
    """Is it 0 throughout?"""
    return "Yours is 0 everywhere." if all(not t.yours.any() for t in trials) else ""


def factor(trials: Sequence[Trial]) -> str:
    """Is it a multiple of the right one?"""
    ratios = [_ratio(t) for t in trials]
    known = [r for r in ratios if r is not None]
    if len(known) < len(ratios):
        return ""
    if max(known) - min(known) <= 1e-4 * abs(known[0]):
        return _constant(known[0], trials)
    return _by_size(known, [t.right.size for t in trials]) or _by_input(known, trials)


def _ratio(trial: Trial) -> float | None:
    """The number that turns the right one into yours, None if there is none."""
    right, yours = trial.right.astype(float), trial.yours.astype(float)
    if right.shape != yours.shape or not right.any():
        return None
    ratio = float(np.vdot(right, yours) / np.vdot(right, right))
    return ratio if close(trial.yours, ratio * right) else None


def _constant(ratio: float, trials: Sequence[Trial]) -> str:
    for known, text in (
        (-1.0, "Yours is exactly −1 × the right one: look at the sign."),
        (2.0, "Yours is exactly twice the right one: is something counted twice?"),
        (0.5, "Yours is exactly half of the right one: look for a missing factor 2."),
    ):
        if abs(ratio - known) < 1e-4:
            return text
    sizes = {float(t.right.size) for t in trials}
    if sum(t.right.size for t in trials) < FEW:
        return ""
    if len(sizes) == 1 and _by_size([ratio], sorted(sizes)):
        return _by_size([ratio], sorted(sizes))
    return f"Yours is {_signed(ratio)} × the right one, everywhere: look for a constant factor."


def _by_size(ratios: Sequence[float], sizes: Sequence[float]) -> str:
    """Does a mean's 1/N explain it?"""
    if max(sizes) < 2:
        return ""
    if np.allclose(ratios, sizes, 1e-4):
        return "Yours is N × the right one, N being the number of entries: a mean divides by N."
    if np.allclose(ratios, 1 / np.asarray(sizes), 1e-4):
        return "Yours is 1/N × the right one, N being the number of entries: a sum does not divide."
    return ""


def _by_input(ratios: Sequence[float], trials: Sequence[Trial]) -> str:
    """Is the factor one of the inputs, too many or too few times?"""
    for name in trials[0].args:
        values = [t.args[name] for t in trials if name in t.args]
        if len(values) < len(trials) or any(v.size != 1 for v in values):
            continue
        numbers = np.array([v.astype(float).item() for v in values])
        if np.allclose(ratios, numbers, 1e-4):
            return f"Yours is {name} × the right one: a factor {name} too many."
        if np.allclose(np.multiply(ratios, numbers), 1, 1e-4):
            return f"Yours is the right one divided by {name}: a factor {name} is missing."
    return ""


def _signed(value: float) -> str:
    return number(value).replace("-", "−")


def offset(trials: Sequence[Trial]) -> str:
    """Is it the right one plus a constant?"""
    if (
        any(t.yours.shape != t.right.shape for t in trials)
        or sum(t.right.size for t in trials) < FEW
    ):
        return ""
    off = np.concatenate([np.ravel(t.yours.astype(float) - t.right) for t in trials])
    if np.ptp(off) > 1e-4 * max(abs(off[0]), 1.0):
        return ""
    if abs(off[0]) < 1e-2 * max(float(np.max(np.abs(t.right), initial=0)) for t in trials):
        return ""  # so little is rather a matter of precision
    more, term = ("more", "a term too many") if off[0] > 0 else ("less", "a term that is missing")
    return f"Yours is exactly {number(abs(off[0]))} {more} than the right one, everywhere: {term}."


def stale(trials: Sequence[Trial]) -> str:
    """Does it stay the same whatever goes in, or lag one call behind?"""
    pairs = list(pairwise(trials))
    alike = [a.yours.size and np.ptp([np.ptp(a.yours), np.ptp(b.yours)]) == 0 for a, b in pairs]
    if pairs and all(alike) and len({float(np.ravel(t.yours)[0]) for t in trials}) == 1:
        return f"Yours is {brief(trials[0].yours.ravel()[0])} for every input."
    if pairs and all(close(b.yours, a.right) for a, b in pairs):
        return "Yours is the right one for the input before: something is kept from call to call."
    return ""


def piled_up(trials: Sequence[Trial]) -> str:
    """Does each call add to what the calls before it left?"""
    if len({t.right.shape for t in trials}) > 1 or not _same_shapes(trials) or len(trials) < FEW:
        return ""
    sums, times = np.zeros_like(trials[0].right, float), range(1, len(trials) + 1)
    so_far = [sums := sums + t.right for t in trials]
    first = trials[0].yours.astype(float)
    if all(close(t.yours, s) for t, s in zip(trials, so_far)):
        what = "the sum over this call and all calls before it"
    elif first.any() and all(close(t.yours, n * first) for n, t in zip(times, trials)):
        what = "the same with every call, and once more each time"
    else:
        return ""
    return f"Yours is {what}: .grad adds up. Make new leaves in each call, from the arguments."


def an_input(trials: Sequence[Trial]) -> str:
    """Is it one of the inputs, unchanged?"""
    for name in trials[0].args:
        if all(name in t.args and close(t.yours, t.args[name]) for t in trials):
            return f"Yours is `{name}` itself, unchanged."
    return ""


def layout(trials: Sequence[Trial]) -> str:
    """Are they the right numbers, differently arranged?"""
    if all(t.right.ndim > 1 and close(t.yours.T, t.right) for t in trials):
        return "Yours is the right one transposed."
    if all(close(np.sort(t.yours, None), np.sort(t.right, None)) for t in trials):
        if all(t.yours.shape == t.right.shape for t in trials):
            return "The numbers are right, but in another order."
        return "The numbers are right, but the shape is not."
    return ""


def not_summed(trials: Sequence[Trial]) -> str:
    """Was broadcasting not undone?"""
    for name, reduce in (("summed", np.sum), ("averaged instead of summed", np.mean)):
        if all(_reduced(t, reduce) for t in trials):
            if name == "summed":
                return (
                    "Yours still has the broadcast shape: the input was used in several places, so "
                    "its gradient is the sum over the axes along which it was repeated."
                )
            return f"Over the axes along which the input was repeated, yours is {name}."
    return ""


def _reduced(trial: Trial, reduce: Callable[..., Any]) -> bool:
    """Does reducing yours to the right one's shape give the right one?"""
    yours, right = trial.yours, trial.right
    if yours.ndim < right.ndim or yours.shape == right.shape:
        return False
    extra = yours.ndim - right.ndim
    shape = (1,) * extra + right.shape
    axes = tuple(i for i, n in enumerate(shape) if n == 1)
    return close(np.reshape(reduce(yours, axis=axes), -1), np.reshape(right, -1))


def mask(trials: Sequence[Trial]) -> str:
    """Right wherever the right one is not 0: is a mask missing?"""
    if not _same_shapes(trials):
        return ""
    kept = [close(t.yours[t.right != 0], t.right[t.right != 0]) for t in trials]
    if all(kept) and sum(int((t.right != 0).sum()) for t in trials) >= FEW:
        return "Right, except where the right one is 0 and yours is not: a mask is missing."
    return ""


def signs(trials: Sequence[Trial]) -> str:
    """Only signs are wrong, some of them?"""
    if all(close(np.abs(t.yours), np.abs(t.right)) for t in trials):
        return "The sizes are right, the signs are not always."
    return ""


def function_of_right(trials: Sequence[Trial]) -> str:
    """Is it the reciprocal, the square or the root of the right one?"""
    with np.errstate(all="ignore"):
        for text, change in (
            ("1 divided by the right one", lambda r: 1 / r),
            ("the square of the right one", np.square),
            ("the square root of the right one", np.sqrt),
        ):
            if all(close(t.yours, np.asarray(change(t.right.astype(float)))) for t in trials):
                return f"Yours is {text}."
    return ""


def nearly(trials: Sequence[Trial]) -> str:
    """Is it off by a little: rounded, or a finite difference?"""
    if not _same_shapes(trials):
        return ""
    off = [np.max(np.abs(t.yours.astype(float) - t.right), initial=0) for t in trials]
    scale = [np.max(np.abs(t.right), initial=0) for t in trials]
    if all(o <= 1e-2 * s for o, s in zip(off, scale)):
        return (
            f"Yours is close, but off by up to {number(float(max(off)))}: is something rounded on "
            "the way, or approximated by a small step?"
        )
    return ""


def _same_shapes(trials: Sequence[Trial]) -> bool:
    return all(t.yours.shape == t.right.shape for t in trials)


GUESSES = (
    not_finite, zeros, factor, offset, stale, piled_up, an_input, layout, not_summed, mask, signs,
    function_of_right, nearly,
)  # fmt: skip

# What makes sense of whole numbers: a count that is twice the right one by chance is no factor.
COUNTS = (offset, stale, piled_up)
