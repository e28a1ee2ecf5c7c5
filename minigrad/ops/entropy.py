"""Cross entropy of two outcomes: probabilities, or scores, against yes and no.

In TeX, x is `input`, t the target, w the weight and v that of yes, `pos_weight`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .activation import sigmoid, softplus
from .exponential import log
from .loss import reduced, share_of
from .where import where

_SMALLEST = 1e-12  # PyTorch divides by no less
_FLOOR = -100  # and takes no logarithm for less


def _part(slope: Any, g: Any, weight: Any, reduction: int) -> Any:
    """What each element gets, of a mean its n-th part."""
    part = share_of(g, slope, reduction) * slope
    return part if weight is None else part * weight


# ---------------------------------------------------------------------------------- probabilities


def _bce_vjp(g: Any, input: Any, target: Any, weight: Any, reduction: int) -> Any:
    """-1/x for a yes, 1/(1 - x) for a no."""
    spread = input * (1 - input)
    slope = (input - target) / where(spread < _SMALLEST, _SMALLEST, spread)
    return _part(slope, g, weight, reduction)


def _bce_target_vjp(g: Any, input: Any, target: Any, weight: Any, reduction: int) -> Any:
    """It does not read `target`; but PyTorch saves it for this rule, and checks it."""
    return _part(log(1 - input) - log(input), g, weight, reduction)


@op(
    r"-\tfrac{1}{n} \textstyle\sum w\,(t \log x + (1 - t) \log(1 - x))",
    to_float=True,
    input=(_bce_vjp, r"g\, w\,(x - t) / (n\, x (1 - x))"),
    target=(_bce_target_vjp, r"g\, w \log\tfrac{1 - x}{x} / n"),
)
def binary_cross_entropy(input: Array, target: Array, weight: Array, reduction: int) -> Array:
    """How surprised probabilities are by the truth: each, or the mean, or the sum. Saves all three.

    Raises:
        RuntimeError: an element of `input` or of `target` is no probability.
    """
    for name, x in (("input", input), ("target", target)):
        wrong = ~((x >= 0) & (x <= 1))
        if wrong.any():
            raise RuntimeError(
                f"all elements of {name} should be between 0 and 1\nOne is "
                f"{np.extract(wrong, x)[0]:g}. Scores of any size go into "
                "binary_cross_entropy_with_logits."
            )
    yes, no = (np.maximum(np.log(x), _FLOOR) for x in (input, 1 - input))
    losses = (target - 1) * no - target * yes
    return reduced(losses if weight is None else losses * weight, reduction)


# ---------------------------------------------------------------------------------- scores


def _logits_vjp(
    g: Any, input: Any, target: Any, weight: Any, pos_weight: Any, reduction: int
) -> Any:
    """σ(x) - t, how far the probability is from the truth, where a yes counts 1."""
    yes = target if pos_weight is None else pos_weight * target
    return _part((yes + (1 - target)) * sigmoid(input) - yes, g, weight, reduction)


def _logits_target_vjp(
    g: Any, input: Any, target: Any, weight: Any, pos_weight: Any, reduction: int
) -> Any:
    """It does not read `target`; but PyTorch saves it for this rule, and checks it."""
    yes = softplus(-input)
    slope = (yes if pos_weight is None else pos_weight * yes) - softplus(input)
    return _part(slope, g, weight, reduction)


@op(
    r"-\tfrac{1}{n} \textstyle\sum w\,(v t \log \sigma(x) + (1 - t) \log \sigma(-x))",
    to_float=True,
    input=(_logits_vjp, r"g\, w\,(\sigma(x) - t) / n"),
    target=(_logits_target_vjp, r"-g\, w\, x / n"),
)
def binary_cross_entropy_with_logits(
    input: Array, target: Array, weight: Array, pos_weight: Array, reduction: int
) -> Array:
    """`binary_cross_entropy` of ``sigmoid(input)``, without rounding. Saves all four."""
    no = np.maximum(-input, 0) + np.log1p(np.exp(-np.abs(input)))  # of a yes, minus log σ(x)
    if pos_weight is not None:
        no = no * ((pos_weight - 1) * target + 1)
    losses = (1 - target) * input + no
    return reduced(losses if weight is None else losses * weight, reduction)
