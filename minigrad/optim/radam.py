"""RAdam: Adam that waits until it knows how large the gradients are."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._stepping import Moves, Stepping, given


class RAdam(Stepping):
    """RAdam: Adam whose first steps, while `v` has seen few gradients, do not divide by its root.

    After that the step is shorter than Adam's, the less so the more gradients `v` has seen: no
    warm-up of the rate is needed.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: The learning rate: about how far an element goes in a step.
        betas: How much of the mean gradient, and of the mean square, is kept in a step.
        eps: Keeps the quotient finite where there were no gradients.
        weight_decay: Adds this much of the parameter itself to its gradient.
        decoupled_weight_decay: Shrink the parameter itself instead, as `AdamW` does.
        foreach: Chooses between implementations in PyTorch; changes nothing here.
        maximize: Climb instead.
        capturable: Like `foreach`.
        differentiable: Must be False: a step is not recorded.

    Raises:
        NotImplementedError: If `differentiable`.
        ValueError: If a number is negative, a beta is not below 1, or `lr` is a tensor of several.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import RAdam
        >>> x = minigrad.tensor([4.0, -300.0], requires_grad=True)
        >>> optimizer = RAdam([x], lr=0.1)
        >>> x.pow(2).sum().backward()
        >>> optimizer.step()
        >>> x  # the first step is along the gradient itself
        tensor([   3.2000, -240.0000], requires_grad=True)

    Source: Liu et al. (2020), https://arxiv.org/abs/1908.03265.
    """

    _first = ("lr", "betas", "eps", "weight_decay", "maximize", "foreach", "capturable")

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        super().__init__(params, given(locals()))

    def _memory(self, group: dict[str, Any]) -> dict[str, float]:
        return {"step": 0.0, "exp_avg": 0.0, "exp_avg_sq": 0.0}

    def _update(self, moves: Moves, lr: float, eps: float, **others: Any) -> None:
        beta1, beta2 = others["betas"]
        shrunk = 1 - lr * others["weight_decay"] * others["decoupled_weight_decay"]
        for theta, g, (m, v), t in moves:
            if shrunk != 1:
                theta *= shrunk
            m += (1 - beta1) * (g - m)
            v *= beta2
            v += (1 - beta2) * g * g
            step = lr / (1 - beta1**t) * m
            length, longest = _lengths(beta2, t)
            if length > 5:
                spread = (length - 4) * (length - 2) * longest
                spread /= (longest - 4) * (longest - 2) * length
                step *= (1 - beta2**t) ** 0.5 / (np.sqrt(v) + eps) * spread**0.5
            theta -= step


def _lengths(beta: float, t: int) -> tuple[float, float]:
    """Of how many gradients the mean square is one after `t` steps, and after infinitely many."""
    longest = 2 / (1 - beta) - 1
    return longest - 2 * t * beta**t / (1 - beta**t), longest
