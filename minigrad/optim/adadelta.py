"""Adadelta: steps as large as the last ones mostly were, so that a rate of 1 fits."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._stepping import Moves, Stepping, given


class Adadelta(Stepping):
    """Adadelta: ``delta = sqrt(d + eps) / sqrt(v + eps) * gradient; param -= lr * delta``.

    `v` and `d` are running means of the square of the gradient and of `delta`: the step has the
    parameter's unit, not one over it.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: Scales the step.
        rho: How much of the means is kept in a step.
        eps: Gets the first steps going, and keeps the quotient finite.
        weight_decay: Adds this much of the parameter itself to its gradient.
        foreach: Chooses between implementations in PyTorch; changes nothing here.
        capturable: Like `foreach`.
        maximize: Climb instead.
        differentiable: Must be False: a step is not recorded.

    Raises:
        NotImplementedError: If `differentiable`.
        ValueError: If a number is negative, `rho` is above 1, or `lr` is a tensor of several.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import Adadelta
        >>> x = minigrad.tensor([4.0], requires_grad=True)
        >>> optimizer = Adadelta([x])
        >>> for _ in range(3):
        ...     x.grad = minigrad.ones(1)
        ...     optimizer.step()
        ...     print(round(x.item(), 4))
        3.9968
        3.9936
        3.9903

    Source: Zeiler (2012), https://arxiv.org/abs/1212.5701.
    """

    _first = ("lr", "rho", "eps", "weight_decay", "maximize", "capturable")

    def __init__(
        self,
        params: Any,
        lr: float = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        capturable: bool = False,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        super().__init__(params, given(locals()))

    def _memory(self, group: dict[str, Any]) -> dict[str, float]:
        return {"step": 0.0, "square_avg": 0.0, "acc_delta": 0.0}

    def _update(self, moves: Moves, lr: float, rho: float, eps: float, **others: Any) -> None:
        for theta, g, (v, d), _ in moves:
            v *= rho
            v += (1 - rho) * g * g
            delta = np.sqrt(d + eps) / np.sqrt(v + eps) * g
            d *= rho
            d += (1 - rho) * delta * delta
            theta -= lr * delta
