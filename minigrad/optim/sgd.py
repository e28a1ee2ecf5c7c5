"""SGD: a step down the gradient, with momentum if you like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..autograd.grad_mode import enable_grad
from ..autograd.inplace import bump
from ..autograd.wrap import wrap
from ..backend import Array, as_array
from ..tensor import Tensor
from .optimizer import Group, Optimizer


class SGD(Optimizer):
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
        ValueError: If a number is negative, or `nesterov` goes without momentum or with dampening.

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
        _check("learning rate", lr)
        _check("momentum value", momentum)
        _check("weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        if differentiable:
            raise NotImplementedError("differentiable=True: a step of minigrad is not recorded")
        options = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, options)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change every parameter that has a gradient, in place and unrecorded.

        Args:
            closure: Computes the loss and its gradients anew, before the step.

        Returns:
            What `closure` returned.
        """
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        with np.errstate(all="ignore"):  # where a step overflows, PyTorch is silent too
            for group in self.param_groups:
                for param in group["params"]:
                    if param._grad is not None:
                        self._move(param, group)
        return loss

    def _move(self, param: Tensor, group: Group) -> None:
        """One parameter, on the bare arrays: nothing here is an operation."""
        lr, momentum, decay = (float(group[name]) for name in ("lr", "momentum", "weight_decay"))
        param._share()
        values, direction = param._array, param._grad._array
        if group["maximize"]:
            direction = -direction
        if decay:
            direction = direction + decay * values
        if momentum:
            velocity = self._velocity(param, direction, momentum, float(group["dampening"]))
            direction = direction + momentum * velocity if group["nesterov"] else velocity
        values -= lr * direction
        bump(param)

    def _velocity(
        self, param: Tensor, direction: Array, momentum: float, dampening: float
    ) -> Array:
        """The running sum of this parameter's gradients, with `direction` now added to it."""
        memory = self.state[param]
        if memory.get("momentum_buffer") is None:
            memory["momentum_buffer"] = wrap(as_array(direction).copy())
            return memory["momentum_buffer"]._array
        buffer = memory["momentum_buffer"]
        buffer._share()
        velocity: Array = buffer._array
        velocity *= momentum
        bump(buffer)
        velocity += (1 - dampening) * direction if dampening else direction
        bump(buffer)  # two writes, as PyTorch counts them
        return velocity


def _check(what: str, value: float) -> None:
    if value < 0.0:
        raise ValueError(f"Invalid {what}: {value}")
