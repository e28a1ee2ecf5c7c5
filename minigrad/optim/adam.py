"""Adam: each element steps by its mean gradient over how large its gradients mostly are."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._stepping import Moves, Stepping, given

_MEMORY = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")


class Adam(Stepping):
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

    _first = ("lr", "betas", "eps", "weight_decay", "amsgrad", "maximize")

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
        super().__init__(params, given(locals()))

    def _memory(self, group: dict[str, Any]) -> dict[str, float]:
        names = ("step", "exp_avg", "exp_avg_sq", "max_exp_avg_sq")
        return dict.fromkeys(names if group["amsgrad"] else names[:3], 0.0)

    def _update(self, moves: Moves, lr: float, eps: float, **others: Any) -> None:
        beta1, beta2 = others["betas"]
        s: Any = None
        shrunk = 1 - lr * others["weight_decay"] * others["decoupled_weight_decay"]
        for theta, g, (m, v, *largest), t in moves:
            if type(s) is not type(theta) or s.shape != theta.shape or s.dtype != theta.dtype:
                s = np.empty_like(theta)  # each line below is one pass, and no new array
            if shrunk != 1:
                theta *= shrunk
            # m = beta1 * m + (1 - beta1) * g
            np.subtract(g, m, out=s)
            s *= 1 - beta1
            m += s
            # v = beta2 * v + (1 - beta2) * g * g
            np.multiply(g, g, out=s)
            s *= 1 - beta2
            v *= beta2
            v += s
            for peak in largest:  # one with amsgrad, else none
                v = np.maximum(peak, v, out=peak)
            # theta -= lr * m̂ / (√v̂ + eps), where m̂ = m / (1 - beta1ᵗ), v̂ = v / (1 - beta2ᵗ)
            root = (1 - beta2**t) ** 0.5
            np.sqrt(v, out=s)
            s += eps * root
            np.divide(m, s, out=s)
            s *= lr * root / (1 - beta1**t)
            theta -= s
