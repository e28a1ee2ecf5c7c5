"""Losses, and the steps that they have in common.

`minigrad.nn.functional` checks what it is given and calls these; the rows themselves only compute.
In TeX, x is `input`, y or t the target, w the weight, v that of yes (`pos_weight`), g the gradient.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..autograd.registry import op
from ..backend import Array, module_of
from .activation import sigmoid, softplus
from .arithmetic import log
from .comparison import where
from .functions import abs, sign
from .operands import array_of, constant
from .shapes import unsqueeze

# --------------------------------------------------------------------------------- pairs of numbers


# PyTorch's numbers for "none", "mean", "sum"
NONE = 0
MEAN = 1
SUM = 2


def reduced(losses: Array, reduction: int) -> Array:
    """What each element loses; or the mean of that, or the sum."""
    if reduction == NONE:
        return losses
    return losses.sum() / losses.size if reduction == MEAN else losses.sum()


def share_of(grads: Any, input: Any, reduction: int) -> Any:
    """`grads`; of a mean over `input` each element gets its n-th part."""
    return grads / max(math.prod(input.shape), 1) if reduction == MEAN else grads


def _mse_slope(g: Any, input: Any, target: Any, reduction: int) -> Any:
    return share_of(2 * g, input, reduction) * (input - target)


@op(
    r"\tfrac{1}{n} \textstyle\sum (x - y)^2",
    to_float=True,
    input=(_mse_slope, r"2 g (x - y) / n"),
    target=(
        lambda g, input, target, reduction: _mse_slope(g, target, input, reduction),
        r"2 g (y - x) / n",
    ),
)
def mse_loss(input: Array, target: Array, reduction: int) -> Array:
    """``(input - target)²``, or its mean, or its sum. Saves both."""
    difference = input - target
    return reduced(difference * difference, reduction)


def _smooth_slope(g: Any, input: Any, target: Any, reduction: int, beta: float) -> Any:
    """1 or -1; near 0, where the loss is a parabola, (x - y)/beta."""
    difference = input - target
    slope = where(abs(difference) >= beta, sign(difference), difference / beta)
    return slope * share_of(g, input, reduction)


@op(
    r"\tfrac{1}{n} \textstyle\sum \begin{cases} (x-y)^2 / 2\beta & |x-y| < \beta \\ "
    r"|x-y| - \beta/2 & \text{else} \end{cases}",
    name="SmoothL1LossBackward0",
    to_float=True,
    input=(_smooth_slope, r"g \max(-1, \min(1, (x-y)/\beta)) / n"),
    target=(
        lambda g, input, target, reduction, beta: _smooth_slope(g, target, input, reduction, beta),
        r"g \max(-1, \min(1, (y-x)/\beta)) / n",
    ),
)
def smooth_l1_loss(input: Array, target: Array, reduction: int, beta: float) -> Array:
    """``|input - target|`` with its tip rounded off up to `beta`; or the mean, or the sum.

    Saves both.
    """
    distance = np.abs(input - target)
    rounded = distance * distance * (0.5 / beta)
    return reduced(np.where(distance < beta, rounded, distance - 0.5 * beta), reduction)


def _huber_slope(g: Any, input: Any, target: Any, reduction: int, delta: float) -> Any:
    difference = input - target
    slope = where(abs(difference) >= delta, delta * sign(difference), difference)
    return slope * share_of(g, input, reduction)


@op(
    r"\tfrac{1}{n} \textstyle\sum \begin{cases} (x-y)^2 / 2 & |x-y| < \delta \\ "
    r"\delta\,(|x-y| - \delta/2) & \text{else} \end{cases}",
    to_float=True,
    input=(_huber_slope, r"g \max(-\delta, \min(\delta, x-y)) / n"),
    target=(
        lambda g, input, target, reduction, delta: _huber_slope(g, target, input, reduction, delta),
        r"g \max(-\delta, \min(\delta, y-x)) / n",
    ),
)
def huber_loss(input: Array, target: Array, reduction: int, delta: float) -> Array:
    """``(input - target)² / 2``, a line from `delta` on; or the mean, or the sum. Saves both."""
    distance = np.abs(input - target)
    parabola = 0.5 * distance * distance
    line = delta * (distance - 0.5 * delta)
    return reduced(np.where(distance < delta, parabola, line), reduction)


def _soft_margin_vjp(g: Any, input: Any, target: Any, reduction: int) -> Any:
    return -target * sigmoid(-target * input) * share_of(g, input, reduction)


@op(
    r"\tfrac{1}{n} \textstyle\sum \log(1 + e^{-y x})",
    input=(_soft_margin_vjp, r"-g\,y\,\sigma(-y x) / n"),
)
def soft_margin_loss(input: Array, target: Array, reduction: int) -> Array:
    """``log(1 + exp(-target * input))``, or its mean, or its sum. Saves both."""
    return reduced(np.log1p(np.exp(-target * input)), reduction)


# ---------------------------------------------------------------------------------- two outcomes


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
                f"all elements of {name} should be between 0 and 1\n{np.extract(wrong, x)[0]:g} is "
                "not. Scores of any size go into binary_cross_entropy_with_logits."
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


# ---------------------------------------------------------------------------------- classes


def _nll_vjp(
    g: Any, input: Any, target: Any, weight: Any, reduction: int, ignore_index: int
) -> Any:
    """Each target's log-probability gets minus its share of g, all others nothing."""
    scores, classes = array_of(input), array_of(target)
    dim, at, shares = index_targets(scores, classes, array_of(weight), ignore_index)
    if reduction == MEAN:
        shares = shares / (shares.sum() or 1)  # where all are ignored, not 0 / 0
    parts = np.zeros_like(scores)
    parts[at] = 0 - shares  # not -0 either
    return (unsqueeze(g, dim) if reduction == NONE else g) * constant(parts, g)


@op(
    r"-\textstyle\sum_n w_{t_n} x_{n, t_n} / \textstyle\sum_n w_{t_n}",
    input=(_nll_vjp, r"-g\, w_{t_n} / \textstyle\sum w"),
)
def nll_loss(
    input: Array, target: Array, weight: Array, reduction: int, ignore_index: int
) -> Array:
    """Minus each target's log-probability, times its class's weight; or their mean, or their sum.

    Saves all three arrays. `input` is ``(C,)`` or ``(N, C, *)``, `target` the same without C,
    `weight` ``(C,)`` or None for ones.

    Raises:
        IndexError: a target that is no class.
    """
    _, at, shares = index_targets(input, target, weight, ignore_index)
    losses = -input[at] * shares
    losses = np.where(target == ignore_index, input.dtype.type(0), losses)  # also an infinite one
    if reduction == NONE:
        return losses
    return losses.sum() / shares.sum() if reduction == MEAN else losses.sum()


def index_targets(
    input: Array, target: Array, weight: Array | None, ignore_index: int
) -> tuple[int, tuple[Array, ...], Array]:
    """The dimension of the classes, the place of each target's score, how much the target counts.

    An ignored one points to class 0, and counts 0.
    """
    dim = min(1, input.ndim - 1)
    kept = target != ignore_index
    count = input.shape[dim]
    classes = np.where(kept, target, 0)
    wrong = (classes < 0) | (classes >= count)
    if wrong.any():
        raise IndexError(
            f"Target {classes[wrong][0]} is out of bounds.\nThe input has {count} scores for each "
            "sample, so a target is at least 0 and less than that."
        )
    shares = kept if weight is None else kept * weight[classes]
    arange = module_of(input).arange
    sizes = classes.shape
    grid = [arange(n).reshape(n, *(1,) * (len(sizes) - d - 1)) for d, n in enumerate(sizes)]
    return dim, (*grid[:dim], classes, *grid[dim:]), shares.astype(input.dtype)
