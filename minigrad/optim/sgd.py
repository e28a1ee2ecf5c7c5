"""SGD: a step down the gradient, with momentum if you like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..autograd.inplace import bump, check_fits, check_writable
from ..autograd.view import check_once
from ..autograd.wrap import wrap
from ..backend import Array
from ..tensor import Tensor
from ._checks import check_numbers, check_ways, given
from ._moving import evaluated, plain
from .optimizer import Group, Optimizer

_NUMBERS = ("lr", "momentum", "dampening", "weight_decay")


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
        RuntimeError: If both `foreach` and `fused` are True.
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
        options = given(locals())
        check_numbers(lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, options)
        check_ways(options)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change every parameter that has a gradient, in place and unrecorded.

        Args:
            closure: Computes the loss and its gradients anew, before the step.

        Returns:
            What `closure` returned.

        Raises:
            RuntimeError: If a parameter may not be written to: it repeats its elements, overlaps
                its gradient, or was made in inference mode; or if it holds whole numbers and is to
                be changed by fractions.
        """
        loss = evaluated(closure)
        for group in self.param_groups:
            options = {**group, **{name: plain(group[name]) for name in _NUMBERS}}
            for param in group["params"]:
                if param._grad is not None:
                    self._move(param, options)
        return loss

    def _move(self, param: Tensor, options: Group) -> None:
        """One parameter, on the bare arrays: nothing here is an operation."""
        momentum, decay = options["momentum"], options["weight_decay"]
        param._share()
        values, direction = param._array, param._grad._array
        if options["maximize"]:
            direction = -direction
        if decay:
            direction = direction + _scaled(decay, values)
        if momentum:
            velocity = self._velocity(param, direction, momentum, options["dampening"])
            ahead = options["nesterov"]
            direction = direction + _scaled(momentum, velocity) if ahead else velocity
        _check_write(param, direction)
        values -= _scaled(options["lr"], direction)
        bump(param)

    def _velocity(self, param: Tensor, direction: Array, momentum: Any, dampening: Any) -> Array:
        """The running sum of this parameter's gradients, with `direction` now added to it."""
        memory = self.state[param]
        buffer: Tensor | None = memory.get("momentum_buffer")
        if buffer is None:
            buffer = memory["momentum_buffer"] = wrap(direction).clone()
            return buffer._array
        buffer._share()
        _check_write(buffer, direction)
        velocity: Array = buffer._array
        if velocity.dtype.kind != "f" and isinstance(momentum, float):
            check_fits(velocity, np.float32(momentum))
        velocity *= momentum
        bump(buffer)
        velocity += _scaled(1 - dampening, direction) if dampening else direction
        bump(buffer)  # two writes, as PyTorch counts them
        return velocity


def _scaled(factor: Any, x: Array) -> Array:
    """``factor * x``, which must not turn whole numbers into fractions."""
    if x.dtype.kind != "f" and type(factor) is float:
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point number.\n"
            f"A step would add {factor} times a tensor of type {x.dtype}: train floats."
        )
    return factor * x


def _check_write(x: Tensor, direction: Array) -> None:
    """What PyTorch checks when it adds `direction` to `x` in place."""
    array = x._array
    if array.shape != direction.shape:  # of a buffer that was loaded: add_ finds the words
        x.detach().clone().add_(wrap(direction))
    if not array.flags.c_contiguous:
        check_once(array)
    check_writable(x, False)
