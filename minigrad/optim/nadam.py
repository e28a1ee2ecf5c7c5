"""NAdam: Adam with Nesterov's look ahead."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._stepping import Moves, Stepping, given


class NAdam(Stepping):
    """NAdam: Adam whose step goes along the mean gradient as it will be after the next one.

    The part ``mu`` of the mean that is taken grows from half of the first beta to all of it; the
    rest of the step goes along the gradient itself.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: The learning rate: about how far an element goes in a step.
        betas: How much of the mean gradient, and of the mean square, is kept in a step.
        eps: Keeps the quotient finite where there were no gradients.
        weight_decay: Adds this much of the parameter itself to its gradient.
        momentum_decay: How fast ``mu`` grows.
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
        >>> from minigrad.optim import NAdam
        >>> x = minigrad.tensor([4.0, -300.0], requires_grad=True)
        >>> optimizer = NAdam([x], lr=0.1)
        >>> x.pow(2).sum().backward()
        >>> optimizer.step()
        >>> x
        tensor([   3.8944, -299.8943], requires_grad=True)

    Source: Dozat (2016), https://openreview.net/forum?id=OM0jvwB8jIp57ZJjtNEZ.
    """

    _first = (
        "lr",
        "betas",
        "eps",
        "weight_decay",
        "momentum_decay",
        "decoupled_weight_decay",
        "maximize",
    )

    def __init__(
        self,
        params: Any,
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        super().__init__(params, given(locals()))

    def _memory(self, group: dict[str, Any]) -> dict[str, float]:
        return {"step": 0.0, "mu_product": 1.0, "exp_avg": 0.0, "exp_avg_sq": 0.0}

    def _update(self, moves: Moves, lr: float, eps: float, **others: Any) -> None:
        beta1, beta2 = others["betas"]
        shrunk = 1 - lr * others["weight_decay"] * others["decoupled_weight_decay"]
        for theta, g, (product, m, v), t in moves:
            if shrunk != 1:
                theta *= shrunk
            mu, next_mu = (
                beta1 * (1 - 0.5 * 0.96 ** (step * others["momentum_decay"])) for step in (t, t + 1)
            )
            product *= mu  # of all mu so far: the part that the mean has not seen
            m += (1 - beta1) * (g - m)
            v *= beta2
            v += (1 - beta2) * g * g
            root = np.sqrt(v / (1 - beta2**t)) + eps
            unseen = product.item()
            theta -= lr * (1 - mu) / (1 - unseen) * g / root
            theta -= lr * next_mu / (1 - unseen * next_mu) * m / root
