"""Stepping: what all optimizers here do around their formula, so that each is only that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..autograd.grad_mode import enable_grad
from ..autograd.inplace import bump, check_writable
from ..autograd.view import check_once
from ..autograd.wrap import untracked
from ..backend import Array
from ..creation.data import tensor
from ..tensor import Tensor
from ._checks import check_options
from .optimizer import Group, Optimizer

Moves = Iterator[tuple[Array, Array, list[Array], int]]


def given(names: dict[str, Any]) -> dict[str, Any]:
    """The options among the arguments of an `__init__`, which are its ``locals()`` at first."""
    others = ("self", "params", "others", "__class__")
    return {name: value for name, value in names.items() if name not in others}


_NUMBERS = ("step", "mu_product")  # remembered as a number, whatever the parameter's shape
_WHOLE = "a parameter of type {} cannot be moved by fractions: train floats"


class Stepping(Optimizer):
    """An optimizer that writes its formula in `_update` and what it remembers in `_memory`.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        options: All options by name; they are checked here.
    """

    _first: tuple[str, ...] = ()  # the options that PyTorch lists first; then as they are given

    def __init__(self, params: Any, options: dict[str, Any]) -> None:
        check_options(options)
        super().__init__(params, {**{name: options[name] for name in self._first}, **options})

    def _memory(self, group: Group) -> dict[str, float]:
        """What is remembered of a parameter: by name, the number it is full of at first.

        All is in the parameter's shape, but for `_NUMBERS`; the steps are counted in ``"step"``.
        """
        raise NotImplementedError

    def _update(self, moves: Moves, *args: Any, **options: Any) -> None:
        """Move the parameters of a group.

        Args:
            moves: For each that has a gradient: its array θ; the gradient g, turned round if
                `maximize`, and with the decay in it; what `_memory` names; the number t of the
                step, which is 2 after the first where they are not counted. θ and what is
                remembered are to be changed in place.
            *args: None.
            **options: The group's, as numbers: a tensor, or a NumPy number, would widen the
                arithmetic.
        """

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change every parameter that has a gradient, in place and unrecorded.

        Args:
            closure: Computes the loss and its gradients anew, before the step.

        Returns:
            What `closure` returned.

        Raises:
            RuntimeError: If a parameter may not be written to: it repeats its elements, was made in
                inference mode, or holds whole numbers.
        """
        loss = None if closure is None else enable_grad()(closure)()
        for group in self.param_groups:
            options = {name: python_numbers(group[name]) for name in self.defaults}
            self._update(self._moves(group["params"], options), **options)
        return loss

    def _moves(self, params: list[Tensor], options: Group) -> Moves:
        """Each parameter that has a gradient, opened for being moved."""
        start, maximize = self._memory(options), options["maximize"]
        counted = "step" in start
        decay = 0 if options.get("decoupled_weight_decay") else options["weight_decay"]
        for param in params:
            if param._grad is not None:
                theta = _opened(param)
                g = param._grad._array
                kept = []
                t = 1
                if g.dtype.kind != "f":
                    raise RuntimeError(_WHOLE.format(param.dtype))
                if start:
                    memory = self.state[param]
                    t = 2 if memory else 1
                    if not memory:
                        self._begin(param, start)
                    kept = [_opened(memory[name]) for name in start]
                    if counted:
                        count = kept.pop(0)
                        t = count.item() + 1
                        count.fill(t)  # far quicker than += 1
                if maximize:
                    g = -g
                if decay:
                    g = g + decay * theta
                yield theta, g, kept, t

    def _begin(self, param: Tensor, start: dict[str, float]) -> None:
        """Remember of `param` what `start` has."""
        for name, number in start.items():
            like = np.full_like(param._array, number)
            self.state[param][name] = tensor(number) if name in _NUMBERS else untracked(like)


def python_numbers(option: Any) -> Any:
    """Python numbers in place of tensors and of NumPy numbers."""
    if isinstance(option, tuple):
        return tuple(map(python_numbers, option))
    return option.item() if hasattr(option, "item") else option


def _opened(x: Tensor) -> Array:
    """The array of `x`, to be changed in place; the write is counted."""
    if type(x._counter) is not list or isinstance(x._array, np.generic):  # mostly it is ready
        x._share()
        check_writable(x, False)
    if not x._array.flags.c_contiguous:
        check_once(x._array)
    bump(x)
    return x._array
