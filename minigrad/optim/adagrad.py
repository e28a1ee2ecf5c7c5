"""Adagrad: each element steps by its gradient over all that it has had of gradients so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._stepping import Moves, Stepping, given


class Adagrad(Stepping):
    """Adagrad: ``param -= lr * gradient / (sqrt(sum) + eps)``, `sum` of all squared gradients.

    Elements whose gradients come rarely take larger steps; all steps shrink with time.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: The learning rate: about how far the first step goes.
        lr_decay: In step ``t`` the rate is ``lr / (1 + (t - 1) * lr_decay)``.
        weight_decay: Adds this much of the parameter itself to its gradient.
        initial_accumulator_value: Where the sum begins.
        eps: Keeps the quotient finite where there were no gradients.
        foreach: Chooses between implementations in PyTorch; changes nothing here.
        maximize: Climb instead.
        differentiable: Must be False: a step is not recorded.
        fused: Like `foreach`.

    Raises:
        NotImplementedError: If `differentiable`.
        ValueError: If a number is negative, or `lr` is a tensor of several.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import Adagrad
        >>> x = minigrad.tensor([4.0], requires_grad=True)
        >>> optimizer = Adagrad([x], lr=0.1)
        >>> for _ in range(4):
        ...     x.grad = minigrad.ones(1)
        ...     optimizer.step()
        ...     print(round(x.item(), 4))
        3.9
        3.8293
        3.7716
        3.7216

    Source: Duchi, Hazan and Singer (2011), https://jmlr.org/papers/v12/duchi11a.html.
    """

    _first = ("lr", "lr_decay", "eps")

    def __init__(
        self,
        params: Any,
        lr: float = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(params, given(locals()))

        for param in self._all_params():
            self._begin(param, self._memory(self.defaults))

    def _memory(self, group: dict[str, Any]) -> dict[str, float]:
        return {"step": 0.0, "sum": self.defaults["initial_accumulator_value"]}

    def _update(self, moves: Moves, lr: float, lr_decay: float, eps: float, **others: Any) -> None:
        for theta, g, (total,), t in moves:
            total += g * g
            theta -= lr / (1 + (t - 1) * lr_decay) * g / (np.sqrt(total) + eps)
