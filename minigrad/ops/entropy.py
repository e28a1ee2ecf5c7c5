"""Cross entropy of two outcomes: probabilities, or scores, against yes and no.

In TeX, x is `input`, t the target, w the weight and v that of yes, `pos_weight`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .activation import sigmoid
from .exponential import log
from .loss import reduced, share_of

_SMALLEST = 1e-12  # PyTorch divides by no less
_FLOOR = -100  # and takes no logarithm for less


# ---------------------------------------------------------------------------------- probabilities


def _bce_vjp(g: Any, input: Any, target: Any, weight: Any, reduction: int) -> Any:
    """(x - t) / (x(1 - x)), which is -1/x for a yes, 1/(1 - x) for a no."""
    return _weighted(share_of(g, input, reduction) * _bce_slope(input, target), weight)


def _bce_target_vjp(g: Any, input: Any, weight: Any, reduction: int) -> Any:
    surprise = -(log(input) - log(1 - input))
    return _weighted(share_of(g, input, reduction) * surprise, weight)


def _weighted(grad: Any, weight: Any) -> Any:
    return grad if weight is None else grad * weight


@op(
    r"-\tfrac{1}{n} \textstyle\sum w\,(t \log x + (1 - t) \log(1 - x))",
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
    return reduced(losses if weight is None else (losses * weight).astype(input.dtype), reduction)


def _slope_vjp(g: Any, input: Any, target: Any) -> Any:
    above, below = input + _SMALLEST, 1 - input + _SMALLEST
    curve = input * input - 2 * input * target + target
    return g * (curve / ((above * above) * (below * below)))


@op(
    r"(x - t) / (x (1 - x))",
    name="BinaryCrossEntropyBackwardBackward0",
    input=(_slope_vjp, r"g\,(x^2 - 2xt + t) / (x (1 - x))^2"),
    target=(
        lambda g, input: g * (-1 / ((input + _SMALLEST) * (1 - input + _SMALLEST))),
        r"-g / (x (1 - x))",
    ),
)
def _bce_slope(input: Array, target: Array) -> Array:
    return (input - target) / np.maximum(input * (1 - input), input.dtype.type(_SMALLEST))


# ---------------------------------------------------------------------------------- scores


@op(
    r"\log \sigma(x)",
    input=(lambda g, input: g * sigmoid(-input), r"g\,\sigma(-x)"),
)
def log_sigmoid(input: Array) -> Array:
    """``log(sigmoid(input))``, right also where the sigmoid would underflow. Saves `input`."""
    return np.minimum(input, 0) - np.log1p(np.exp(-np.abs(input)))


def _logits_vjp(
    g: Any, input: Any, target: Any, weight: Any, pos_weight: Any, reduction: int
) -> Any:
    """σ(x) - t: how far the probability is from the truth."""
    if pos_weight is None:
        slope = sigmoid(input) - target
    else:
        yes = pos_weight * target
        slope = (yes + 1 - target) * sigmoid(input) - yes
    return _weighted(slope * share_of(g, input, reduction), weight)


def _logits_target_vjp(g: Any, input: Any, weight: Any, pos_weight: Any, reduction: int) -> Any:
    slope = -input
    if pos_weight is not None:
        slope = log_sigmoid(-input) - pos_weight * log_sigmoid(input)
    return _weighted(slope * share_of(g, input, reduction), weight)


@op(
    r"-\tfrac{1}{n} \textstyle\sum w\,(v t \log \sigma(x) + (1 - t) \log \sigma(-x))",
    input=(_logits_vjp, r"g\, w\,(\sigma(x) - t) / n"),
    target=(_logits_target_vjp, r"-g\, w\, x / n"),
)
def binary_cross_entropy_with_logits(
    input: Array, target: Array, weight: Array, pos_weight: Array, reduction: int
) -> Array:
    """`binary_cross_entropy` of ``sigmoid(input)``, without rounding. Saves all four."""
    yes = np.minimum(input, 0) - np.log1p(np.exp(-np.abs(input)))
    if pos_weight is not None:
        yes = yes * ((pos_weight - 1) * target + 1)
    losses = (1 - target) * input - yes
    losses = losses if weight is None else losses * weight
    return reduced(losses.astype(target.dtype, copy=False), reduction)
