"""Adadelta: steps as large as the last ones mostly were, so that a rate of 1 fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ._checks import check_numbers, check_ways, given
from ._moving import evaluated, moving, numbers
from .optimizer import Optimizer


class Adadelta(Optimizer):
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
        options = given(locals())
        check_numbers(lr)
        if not 0 <= rho <= 1:
            raise ValueError(f"Invalid rho value: {rho}")
        check_numbers(lr, epsilon=eps, weight_decay=weight_decay)
        super().__init__(params, options)
        check_ways(options)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change every parameter that has a gradient, in place and unrecorded.

        Args:
            closure: Computes the loss and its gradients anew, before the step.

        Returns:
            What `closure` returned.

        Raises:
            RuntimeError: If a parameter may not be written to.
        """
        loss, names = evaluated(closure), ["square_avg", "acc_delta"]
        for group in self.param_groups:
            lr, rho, eps = numbers(group, "lr", "rho", "eps")
            for param, g, _, (v, d) in moving(self.state, group, names):
                theta = param._array
                v *= rho
                v += (1 - rho) * g * g
                delta = np.sqrt(d + eps) / np.sqrt(v + eps) * g
                d *= rho
                d += (1 - rho) * delta * delta
                theta -= lr * delta
        return loss
