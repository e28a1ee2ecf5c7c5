"""Cross entropy of two outcomes: probabilities, or scores, against yes and no.

In TeX, x is `input`, t the target, w the weight and v that of yes, `pos_weight`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array
from .activation import sigmoid
from .activation_backward import quick
from .clamp import _clamp_min
from .dims import Shape
from .loss import gathered, reduced, share_of

_SMALLEST = 1e-12  # PyTorch divides by no less
_SINGLE = float(np.float32(_SMALLEST))  # of any type, as it writes the first derivative
_FLOOR = -100  # and takes no logarithm for less


# ---------------------------------------------------------------------------------- probabilities


def _bce_vjp(g: Any, input: Any, target: Any, weight: Any, reduction: int) -> Any:
    return _bce_backward(g, input, target, weight, reduction)


def _bce_target_vjp(g: Any, input: Any, target: Any, weight: Any, reduction: int) -> Any:
    """It does not read `target`; but PyTorch saves it for this rule, and checks it."""
    return _part(-_logit(input) * g, input, weight, reduction)


def _part(grads: Any, input: Any, weight: Any, reduction: int) -> Any:
    """What each element of `input` gets, of a mean its n-th part."""
    return share_of(grads if weight is None else grads * weight, input, reduction)


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


@op(r"\log\tfrac{x}{1 - x}", input=(lambda g, input: g / (input * (1 - input)), r"g / (x (1 - x))"))
def logit(input: Array) -> Array:
    """The score that a probability comes from: the inverse of `sigmoid`. Saves `input`."""
    return np.log(input) - np.log(1 - input)


_logit = quick(logit)


def _bce_grad_vjp(
    g: Any, input: Any, target: Any, weight: Any, reduction: int, grad_output_shape: Shape
) -> Any:
    slope = (input - target) / ((input + _SMALLEST) * (1 - input + _SMALLEST))
    return gathered(_part(g * slope, input, weight, reduction), reduction, grad_output_shape)


def _bce_curvature(
    g: Any, grad_output: Any, input: Any, target: Any, weight: Any, reduction: int
) -> Any:
    above, below = input + _SMALLEST, 1 - input + _SMALLEST
    curve = (input * input - 2 * input * target + target) / ((above * above) * (below * below))
    return _part(curve * (g * grad_output), input, weight, reduction)


def _bce_target_curvature(g: Any, grad_output: Any, input: Any, weight: Any, reduction: int) -> Any:
    curve = -(g * grad_output) / _clamp_min(input * (1 - input), _SMALLEST)
    return _part(curve, input, weight, reduction)


@op(
    r"h\, w\,(x - t) / (n\, x (1 - x))",
    name="BinaryCrossEntropyBackwardBackward0",
    grad_output=(_bce_grad_vjp, r"\textstyle\sum g\, w\,(x - t) / (n\, x (1 - x))"),
    input=(_bce_curvature, r"g h\, w\,(x^2 - 2xt + t) / (n\, x^2 (1 - x)^2)"),
    target=(_bce_target_curvature, r"-g h\, w / (n\, x (1 - x))"),
)
def binary_cross_entropy_backward(
    grad_output: Array, input: Array, target: Array, weight: Array, reduction: int
) -> Array:
    """(x - t) / (x(1 - x)), which is -1/x for a yes, 1/(1 - x) for a no. Saves all four."""
    slope = (input - target) / np.maximum(input * (1 - input), input.dtype.type(_SINGLE))
    return _part(grad_output * slope, input, weight, reduction)


_bce_backward = quick(binary_cross_entropy_backward)


# ---------------------------------------------------------------------------------- scores


@op(r"\log \sigma(x)", input=(lambda g, input: g * sigmoid(-input), r"g\,\sigma(-x)"))
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
    return _part(slope * g, input, weight, reduction)


def _logits_target_vjp(
    g: Any, input: Any, target: Any, weight: Any, pos_weight: Any, reduction: int
) -> Any:
    slope = -input
    if pos_weight is not None:
        slope = log_sigmoid(-input) - pos_weight * log_sigmoid(input)
    return _part(slope * g, input, weight, reduction)


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
