"""AdamW: Adam whose weight decay stays out of the gradient."""

from __future__ import annotations

from typing import Any

from ._stepping import given
from .adam import Adam


class AdamW(Adam):
    """Adam that first shrinks each parameter, ``param *= 1 - lr * weight_decay``.

    In the gradient, as `Adam` has it, decay would be divided by the size of the gradients: weights
    with large ones would hardly decay. The step is written in `Adam.step`.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: The learning rate: about how far an element goes in a step.
        betas: How much of the mean gradient, and of the mean square, is kept in a step.
        eps: Keeps the quotient finite where there were no gradients.
        weight_decay: How much the parameters shrink; the learning rate scales it.
        amsgrad: Divide by the root of the largest mean square so far.
        **others: As in `Adam`. With `maximize` the parameters shrink all the same.

    Raises:
        NotImplementedError: If `differentiable`.
        ValueError: If a number is negative, a beta is no float below 1, or `lr` is a tensor of
            several.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import AdamW
        >>> x = minigrad.tensor([10.0], requires_grad=True)
        >>> x.grad = minigrad.zeros(1)
        >>> AdamW([x], lr=0.1, weight_decay=0.5).step()
        >>> x
        tensor([9.5000], requires_grad=True)

    Source: Loshchilov and Hutter (2019), https://arxiv.org/abs/1711.05101.
    """

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        **others: Any,
    ) -> None:
        super().__init__(params, **given(locals()), **others, decoupled_weight_decay=True)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over attributes; what Adam saved decays this way too."""
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True
