"""Adam: each element steps by its mean gradient over how large its gradients mostly are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..autograd.inplace import bump
from ..backend import Array
from ._checks import check_betas, check_numbers, check_ways, given
from ._moving import Scratch, evaluated, moving, numbers, plain
from .optimizer import Optimizer

_MEMORY = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")


class Adam(Optimizer):
    """Adam: ``param -= lr * m / (sqrt(v) + eps)``, means of the gradient and of its square.

    The means run: old gradients fade. They begin at 0, so in the first steps they are too small,
    and are divided by the part that they have seen, ``1 - beta ** t`` in step ``t``.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: The learning rate: about how far an element goes in a step.
        betas: How much of the mean gradient, and of the mean square, is kept in a step.
        eps: Keeps the quotient finite where there were no gradients.
        weight_decay: Adds this much of the parameter itself to its gradient.
        amsgrad: Divide by the root of the largest mean square so far.
        foreach: Chooses between implementations in PyTorch; changes nothing here.
        maximize: Climb instead.
        capturable: Like `foreach`.
        differentiable: Must be False: a step is not recorded.
        fused: Like `foreach`.
        decoupled_weight_decay: Shrink the parameter itself instead, as `AdamW` does.

    Raises:
        NotImplementedError: If `differentiable`.
        RuntimeError: If both `foreach` and `fused` are True.
        ValueError: If a number is negative, a beta is no float below 1, or `lr` is a tensor of
            several.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import Adam
        >>> x = minigrad.tensor([4.0, -300.0], requires_grad=True)
        >>> optimizer = Adam([x], lr=0.1)
        >>> x.pow(2).sum().backward()
        >>> optimizer.step()
        >>> x  # a step of 0.1 each, however large the gradient
        tensor([   3.9000, -299.9000], requires_grad=True)

    Source: Kingma and Ba (2015), https://arxiv.org/abs/1412.6980; for amsgrad Reddi, Kale and Kumar
    (2018), https://openreview.net/forum?id=ryQu7f-RZ.
    """

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        options = given(locals())
        check_numbers(lr, epsilon=eps)
        check_betas(betas)
        check_numbers(lr, weight_decay=weight_decay)
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
        loss, scratch = evaluated(closure), Scratch()
        for group in self.param_groups:
            lr, eps, decay = numbers(group, "lr", "eps", "weight_decay")
            beta1, beta2 = map(plain, group["betas"])
            names = _MEMORY if group["amsgrad"] else _MEMORY[:2]
            for param, g, t, (m, v, *largest) in moving(self.state, group, names):
                theta, s = param._array, scratch.like(param._array)
                if decay and group["decoupled_weight_decay"]:
                    theta *= 1 - lr * decay
                    bump(param)
                _average(m, beta1, g, s)
                _average(v, beta2, np.multiply(g, g, out=s), s)
                for peak in largest:  # one with amsgrad, else none
                    v = np.maximum(peak, v, out=peak)
                # lr * m̂ / (√v̂ + eps), m̂ = m / (1 - β₁ᵗ), v̂ = v / (1 - β₂ᵗ): both parts times `bias`
                bias = (1 - beta2**t) ** 0.5
                root = np.sqrt(v, out=s)
                root += eps * bias
                ratio = np.divide(m, root, out=s)
                ratio *= lr * bias / (1 - beta1**t)
                theta -= ratio
        return loss


def _average(mean: Array, beta: float, value: Array, scratch: Array) -> None:
    """``mean = beta * mean + (1 - beta) * value``, in place; `value` may be the scratch itself."""
    change = np.subtract(value, mean, out=scratch)
    change *= 1 - beta
    mean += change
