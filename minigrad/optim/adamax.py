"""Adamax: Adam with the largest gradient of late in place of the root of their mean square."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._stepping import Moves, Stepping, given


class Adamax(Stepping):
    """Adamax: ``param -= lr * m / u``, `m` a mean of gradients, `u` the largest size of late.

    `u` fades by the second beta in a step, and no gradient gets it below its own size: one large
    gradient is forgotten more slowly than by `Adam`, and no step is longer than `lr`.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: The learning rate: about how far an element goes in a step.
        betas: How much of the mean gradient, and of `u`, is kept in a step.
        eps: Added to the size of each gradient, so that `u` is never 0.
        weight_decay: Adds this much of the parameter itself to its gradient.
        foreach: Chooses between implementations in PyTorch; changes nothing here.
        maximize: Climb instead.
        differentiable: Must be False: a step is not recorded.
        capturable: Like `foreach`.

    Raises:
        NotImplementedError: If `differentiable`.
        ValueError: If a number is negative, a beta is not below 1, or `lr` is a tensor of several.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import Adamax
        >>> x = minigrad.tensor([4.0, -300.0], requires_grad=True)
        >>> optimizer = Adamax([x], lr=0.1)
        >>> x.pow(2).sum().backward()
        >>> optimizer.step()
        >>> x  # a step of 0.1 each, however large the gradient
        tensor([   3.9000, -299.9000], requires_grad=True)

    Source: Kingma and Ba (2015), section 7.1, https://arxiv.org/abs/1412.6980.
    """

    def __init__(
        self,
        params: Any,
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        super().__init__(params, given(locals()))

    def _memory(self, group: dict[str, Any]) -> dict[str, float]:
        return {"step": 0.0, "exp_avg": 0.0, "exp_inf": 0.0}

    def _update(self, moves: Moves, lr: float, eps: float, **others: Any) -> None:
        beta1, beta2 = others["betas"]
        for theta, g, (m, u), t in moves:
            m += (1 - beta1) * (g - m)
            u *= beta2
            np.maximum(u, np.abs(g) + eps, out=u)
            theta -= lr / (1 - beta1**t) * m / u
