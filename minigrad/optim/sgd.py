"""SGD: a step down the gradient, with momentum if you like."""

from __future__ import annotations

from typing import Any

from ._stepping import Moves, Stepping, given


class SGD(Stepping):
    """Stochastic gradient descent: ``param -= lr * gradient``.

    With momentum the step goes along a running sum of gradients, ``velocity = momentum * velocity +
    gradient``: it evens out their noise and picks up speed where they agree. That is PyTorch's
    form; others scale the gradient in it by the learning rate.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        lr: The learning rate: how far a step goes.
        momentum: How much of the velocity is kept.
        dampening: How much less than 1 the gradient counts in the velocity.
        weight_decay: Adds this much of the parameter itself to its gradient.
        nesterov: Step along where the velocity will be next, ``gradient + momentum * velocity``.
        maximize: Climb instead.
        foreach: Chooses between implementations in PyTorch; changes nothing here.
        differentiable: Must be False: a step is not recorded.
        fused: Like `foreach`.

    Raises:
        NotImplementedError: If `differentiable`.
        ValueError: If a number is negative, `lr` is a tensor of several, or `nesterov` goes without
            momentum or with dampening.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> x = minigrad.tensor([4.0], requires_grad=True)
        >>> optimizer = SGD([x], lr=0.1, momentum=0.9)
        >>> for _ in range(50):
        ...     optimizer.zero_grad()
        ...     loss = (x - 1).pow(2).sum()
        ...     loss.backward()
        ...     optimizer.step()
        >>> loss.item() < 0.1
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.SGD.html
    """

    def __init__(
        self,
        params: Any,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(params, given(locals()))

    def _memory(self, group: dict[str, Any]) -> dict[str, float]:
        return {"momentum_buffer": 0.0} if group["momentum"] else {}

    def _update(self, moves: Moves, lr: float, momentum: float, **others: Any) -> None:
        dampening, nesterov = others["dampening"], others["nesterov"]
        for theta, g, velocities, t in moves:
            for velocity in velocities:  # one with momentum, else none
                velocity *= momentum
                velocity += g
                if dampening and t > 1:
                    velocity -= dampening * g
                g = g + momentum * velocity if nesterov else velocity
            theta -= lr * g
