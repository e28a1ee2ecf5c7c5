"""Minus log-likelihoods: how surprising a number is, given the distribution that was predicted."""

from __future__ import annotations

import math

from ..autograd.grad_mode import no_grad
from ..creation.filled import ones_like
from ..ops.arithmetic import exp, log
from ..ops.comparison import where
from ..tensor import Tensor
from ._loss import _number, _reduced
from ._reduction import old_reduction

__all__ = ["gaussian_nll_loss", "poisson_nll_loss"]


def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: Tensor | float,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """How surprising `target` is to one who predicts a normal number: ``log(var) / 2 + …``.

    Args:
        input: The means, any shape.
        target: What came, in a shape that broadcasts.
        var: The variances: the same shape, or without its last dimension, or with size 1 there; or
            a single float.
        full: Add the constant ``log(2 * pi) / 2``.
        eps: The least variance; raising it to that passes the gradient on.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises:
        ValueError: If `var` does not fit or is negative, or `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> gaussian = minigrad.nn.functional.gaussian_nll_loss
        >>> gaussian(minigrad.ones(1), minigrad.zeros(1), minigrad.ones(1))
        tensor(0.5000)

    Source: D. Nix and A. Weigend, "Estimating the mean and variance of the target probability
    distribution", 1994.
    """
    var = _variances(input, var)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    if (var < 0).any():
        raise ValueError("var has negative entry/entries")
    var = var.clone()
    with no_grad():  # the gradient is as if it had not been raised
        var.clamp_(min=eps)
    losses = 0.5 * (log(var) + (input - target) ** 2 / var)
    if full:
        losses = losses + 0.5 * math.log(2 * math.pi)
    return _reduced(losses, _number(reduction))


def _variances(input: Tensor, var: Tensor | float) -> Tensor:
    """A variance for each element of `input`, or for each row."""
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        return var * ones_like(input)
    if var.shape == input.shape:
        return var
    if var.shape == input.shape[:-1]:
        return var.unsqueeze(-1)
    if var.shape[:-1] == input.shape[:-1] and var.shape[-1] == 1:
        return var
    raise ValueError(
        f"var is of incorrect size\nThe input has the shape {list(input.shape)}: so has the "
        f"variance, or its last size is 1 or left out, not {list(var.shape)}."
    )


@old_reduction
def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    *,
    eps: float = 1e-8,
    reduction: str = "mean",
) -> Tensor:
    """How surprising the count `target` is to one who expects ``exp(input)``.

    Args:
        input: Logarithms of what is expected, any shape.
        target: What was counted, in a shape that broadcasts.
        log_input: Whether `input` is logarithms; False for what is expected itself.
        full: Add Stirling's approximation of ``log(target!)`` where `target` is more than 1.
        eps: Added to what is expected before its logarithm is taken.
        reduction: ``"mean"``, ``"sum"`` or ``"none"``.

    Raises:
        ValueError: If `reduction` is none of the three.

    Example:
        >>> import minigrad
        >>> counts = minigrad.tensor([0.0, 3.0])
        >>> minigrad.nn.functional.poisson_nll_loss(minigrad.zeros(2), counts)
        tensor(1.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.poisson_nll_loss.html
    """
    number = _number(reduction)
    if log_input:
        losses = exp(input) - target * input
    else:
        losses = input - target * log(input + eps)
    if full:
        stirling = target * log(target) - target + 0.5 * log(2 * math.pi * target)
        losses = losses + where(target > 1, stirling, 0)
    return _reduced(losses, number)
