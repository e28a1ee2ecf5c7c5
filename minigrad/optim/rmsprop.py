"""RMSprop: each element steps by its gradient over how large its gradients mostly are."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._stepping import Moves, Stepping, given


class RMSprop(Stepping):
    """RMSprop: ``param -= lr * gradient / (sqrt(v) + eps)``, `v` a running mean of its square.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: The learning rate: about how far an element goes in a step.
        alpha: How much of the mean square is kept in a step.
        eps: Keeps the quotient finite where there were no gradients.
        weight_decay: Adds this much of the parameter itself to its gradient.
        momentum: Go along a running sum of such quotients, of which this much is kept.
        centered: Divide by the standard deviation of the gradients: take the square of their
            running mean off `v`.
        capturable: Chooses between implementations in PyTorch; changes nothing here.
        foreach: Like `capturable`.
        maximize: Climb instead.
        differentiable: Must be False: a step is not recorded.

    Raises:
        NotImplementedError: If `differentiable`.
        ValueError: If a number is negative, or `lr` is a tensor of several.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import RMSprop
        >>> x = minigrad.tensor([4.0, -300.0], requires_grad=True)
        >>> optimizer = RMSprop([x], lr=0.1, alpha=0.75)
        >>> x.pow(2).sum().backward()
        >>> optimizer.step()
        >>> x  # steps of the same size, however large the gradient
        tensor([   3.8000, -299.8000], requires_grad=True)

    Source: Tieleman and Hinton (2012), lecture 6e of Neural Networks for Machine Learning; centered
    Graves (2013), https://arxiv.org/abs/1308.0850.
    """

    _first = ("lr", "momentum", "alpha", "eps", "centered")

    def __init__(
        self,
        params: Any,
        lr: float = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        super().__init__(params, given(locals()))

    def _memory(self, group: dict[str, Any]) -> dict[str, float]:
        used = {"momentum_buffer": group["momentum"] > 0, "grad_avg": group["centered"]}
        return dict.fromkeys(["step", "square_avg", *(name for name in used if used[name])], 0.0)

    def _update(self, moves: Moves, lr: float, alpha: float, eps: float, **others: Any) -> None:
        momentum, centered = others["momentum"], others["centered"]
        for theta, g, (v, *more), _ in moves:
            square = v
            v *= alpha
            v += (1 - alpha) * g * g
            if centered:
                mean = more[-1]
                mean *= alpha
                mean += (1 - alpha) * g
                square = v - mean * mean
            direction = g / (np.sqrt(square) + eps)
            if momentum:
                velocity = more[0]
                velocity *= momentum
                velocity += direction
                direction = velocity
            theta -= lr * direction
