"""What a derivative rule does to the gradient, where that depends on the arguments of the call.

Each function is given what the node saved, by name, and answers as the table in `rules` does: one
phrase for all inputs, or one for each; ``""`` where it has no words for such a call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any

import numpy as np

Values = Mapping[str, Any]
Phrases = str | tuple[str, ...]

UNCHANGED, REVERSED = "passes {g} on unchanged", "changes the sign of {g}"
LEFT, RIGHT = "multiplies {g} by the transpose of {}", "multiplies the transpose of {} by {g}"
# what losses call "none", "mean", "sum"
_NONE = 0
_MEAN = 1
_SUM = 2


# ---------------------------------------------------------------------------------- arithmetic


def _add(saved: Values) -> Phrases:
    scaled = saved.get("alpha", 1) != 1
    return UNCHANGED, "multiplies {g} by {alpha:short}" if scaled else UNCHANGED


def _sub(saved: Values) -> Phrases:
    return UNCHANGED, _taken_off(saved)


def _rsub(saved: Values) -> Phrases:
    return _taken_off(saved), UNCHANGED


def _taken_off(saved: Values) -> str:
    return "multiplies {g} by -{alpha:short}" if saved.get("alpha", 1) != 1 else REVERSED


def _addmm(saved: Values) -> Phrases:
    scaled = saved.get("alpha", 1) != 1, saved.get("beta", 1) != 1
    by = " and by {alpha:short}" if scaled[0] else ""
    return (
        "multiplies {g} by {beta:short}" if scaled[1] else UNCHANGED,
        LEFT.replace("{}", "{mat2}") + by,
        RIGHT.replace("{}", "{mat1}") + by,
    )


def _div(saved: Values) -> Phrases:
    if saved.get("rounding_mode") is not None:
        return "stops {g}, for what is rounded has slope 0,"
    return "divides {g} by {other}", "multiplies {g} by -{self:short} / {other:short}²"


def _pow(saved: Values) -> Phrases:
    """At a base of 0 the formulas give nan where the rules know better: 0·0⁻¹ and 0·log 0."""
    at_zero = _has_zero(saved.get("self"))
    base = "multiplies {g} by {exponent:short} · {self:short}^({exponent:short} - 1)"
    exponent = "multiplies {g} by {result:short} · log({self:short})"
    return (
        "" if at_zero and _has_zero(saved.get("exponent")) else base,
        "" if at_zero else exponent,
    )


def _pow_of_number(saved: Values) -> Phrases:
    name = "base" if "base" in saved else "self"  # PyTorch's name
    slope = f"{{result:short}} · log({{{name}:short}})"
    return "" if _has_zero(saved.get(name)) else f"multiplies {{g}} by {slope}"


def _has_zero(value: Any) -> bool:
    return value is not None and bool(np.any(np.equal(value, 0)))


def _has_nan(value: Any) -> bool:
    return value is not None and bool(np.any(np.not_equal(value, value)))


# ---------------------------------------------------------------------------------- the largest


def _extremum(side: str) -> Callable[[Values], Phrases]:
    """Of two: where both are equal each gets half, and where one is nan each gets all."""

    def phrases(saved: Values) -> Phrases:
        a, b = saved.get("self"), saved.get("other")
        if a is None or b is None or _has_nan(a) or _has_nan(b):
            return ""
        tie = ", half of it where both are equal," if np.any(np.equal(a, b)) else ""
        return (
            f"keeps {{g}} where {{self}} is {side}{tie}",
            f"keeps {{g}} where {{other}} is {side}{tie}",
        )

    return phrases


def _unless_nan(text: str) -> Callable[[Values], Phrases]:
    """Not-a-number is neither the largest nor equal to anything, itself included."""
    return lambda saved: "" if _has_nan(saved.get("result")) else text


def _shared(among: str) -> Callable[[Values], Phrases]:
    return _unless_nan(f"shares {{g}} out among the {among}, 0 to the others")


# ---------------------------------------------------------------------------------- reductions


def _norm(saved: Values) -> Phrases:
    """At 0 a norm has a kink, and what it sends is agreed on, not computed."""
    order, x = saved.get("ord"), saved.get("self")
    if order == 1:
        return "multiplies {g} by the sign of {self}"
    if order in (None, 0) or _has_nan(x) or _has_zero(saved.get("result")):
        return ""
    if order in (inf, -inf):
        among = f"elements of {'largest' if order > 0 else 'smallest'} size, each with its sign"
        return f"shares {{g}} out among the {among}, 0 to the others"
    if order < 2 and _has_zero(x):
        return ""
    if order == 2:
        return "multiplies {g} by {self:short} / norm"
    slope = "{self:short} · |{self:short}|^({ord:short} - 2) / norm^({ord:short} - 1)"
    return "multiplies {g} by " + slope


def _spread(slope: str) -> Callable[[Values], Phrases]:
    """Of elements that are all alike the deviation has no slope, and sends 0."""

    def phrases(saved: Values) -> Phrases:
        taken_off = saved.get("correction")
        divisors = {None: "(n - 1)", 1: "(n - 1)", 0: "n"}
        if taken_off not in divisors or _has_zero(saved.get("result")):
            return ""
        return slope.replace("{n}", divisors[taken_off])

    return phrases


def _cumprod(saved: Values) -> Phrases:
    if _has_zero(saved.get("self")):
        return ""
    return "adds {g} times {result:short} up from the end and divides by {self:short}"


def _logsumexp(saved: Values) -> Phrases:
    """The formula is not written where an axis is gone: the result would not stand as it means."""
    dims = [np.ndim(saved.get(name, 0)) for name in ("result", "self")]
    if dims[0] in (0, dims[1]):
        return "multiplies {g} by the softmax, exp({self:short} - {result:short})"
    return "multiplies {g} by the softmax of {self:short}"


# ---------------------------------------------------------------------------------- losses


_OFF = "({self:short} - {target:short})", "({target:short} - {self:short})"


def _scaled(saved: Values) -> str | None:
    """What ends the formula of a loss: its weight, and of a mean ``/ n``; None if unknown."""
    ends = {_NONE: "", _MEAN: " / n", _SUM: ""}
    if saved.get("reduction") not in ends:
        return None
    return ("" if saved.get("weight") is None else " · {weight:short}") + ends[saved["reduction"]]


def _mse(saved: Values) -> Phrases:
    end = _scaled(saved)
    if end is None:
        return ""
    return tuple(f"multiplies {{g}} by 2 · {off}{end}" for off in _OFF)


def _smooth_l1(saved: Values) -> Phrases:
    end, beta = _scaled(saved), saved.get("beta")
    if end is None or beta is None:
        return ""
    slopes = [off if beta == 1 else off + " / {beta:short}" for off in _OFF]
    return tuple(
        f"multiplies {{g}} by s{end}, where s is {slope} held between -1 and 1" for slope in slopes
    )


def _bce(saved: Values) -> Phrases:
    """At 0 and at 1 the rule divides by a very small number instead of 0."""
    end, x = _scaled(saved), saved.get("self")
    if end is None or x is None or _has_zero(x) or _has_zero(1 - x):
        return ""
    return (
        f"multiplies {{g}} by {_OFF[0]} / ({{self:short}} · (1 - {{self:short}})){end}",
        f"multiplies {{g}} by log((1 - {{self:short}}) / {{self:short}}){end}",
    )


def _bce_of_scores(saved: Values) -> Phrases:
    end = _scaled(saved)
    if end is None:
        return ""
    where = ", where s is the sigmoid of {self:short}"
    if saved.get("pos_weight") is not None:
        yes = "{pos_weight:short} · {target:short}"
        return f"multiplies {{g}} by (({yes} + 1 - {{target:short}}) · s - {yes}){end}{where}", ""
    return (
        f"multiplies {{g}} by (s - {{target:short}}){end}{where}",
        f"multiplies {{g}} by -{{self:short}}{end}",
    )


def _nll(saved: Values) -> Phrases:
    reduction = saved.get("reduction")
    if reduction not in (_NONE, _MEAN, _SUM) or saved.get("weight") is not None or _ignores(saved):
        return ""
    if np.ndim(saved.get("self", 0)) == 1:
        return "puts {g}, with a minus, at the target class"
    shared = " and shared among the rows" if reduction == _MEAN else ""
    return f"puts {{g}}, with a minus{shared}, at each row's target class"


def _ignores(saved: Values) -> bool:
    """Is one of the targets left out?"""
    left_out: Any = _signed(saved.get("ignore_index"))
    return bool(np.any(np.equal(saved.get("target", -1), left_out)))


def _signed(number: Any) -> Any:
    """A whole number that PyTorch shows without its sign: 2⁶⁴ - 1 is -1."""
    return number - 2**64 if isinstance(number, int) and number >= 2**63 else number


# ---------------------------------------------------------------------------------- rows


def _embedding(saved: Values) -> Phrases:
    if saved.get("scale_grad_by_freq"):
        return ""
    padding = _signed(saved.get("padding_idx", -1))
    but = "" if padding < 0 else ", none to row {padding_idx:short}, the padding,"
    return f"adds each row of {{g}} to the row that was looked up{but}"


CASES: dict[str, Callable[[Values], Phrases]] = {
    "Add": _add,
    "Addmm": _addmm,
    "Amax": _shared("largest elements"),
    "Amin": _shared("smallest elements"),
    "BinaryCrossEntropy": _bce,
    "BinaryCrossEntropyWithLogits": _bce_of_scores,
    "Cumprod": _cumprod,
    "Div": _div,
    "Embedding": _embedding,
    "LinalgVectorNorm": _norm,
    "Logsumexp": _logsumexp,
    "MaxBackward1": _shared("largest elements"),
    "Maximum": _extremum("larger"),
    "MedianBackward0": _shared("elements equal to its result {result}"),
    "MinBackward1": _shared("smallest elements"),
    "Minimum": _extremum("smaller"),
    "MseLoss": _mse,
    "NllLoss": _nll,
    "Pow": _pow,
    "PowBackward2": _pow_of_number,
    "Relu": _unless_nan("lets {g} pass where its result is positive and stops it elsewhere"),
    "Rsub": _rsub,
    "SmoothL1Loss": _smooth_l1,
    "Std": _spread("multiplies {g} by ({self:short} - mean) / ({n} · std)"),
    "Sub": _sub,
    "Var": _spread("multiplies {g} by 2 · ({self:short} - mean) / {n}"),
}
