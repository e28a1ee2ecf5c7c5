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
from ._checks import check_options, check_ways
from .optimizer import Group, Optimizer

Moves = Iterator[tuple[Array, Array, list[Array], int]]


def given(names: dict[str, Any]) -> dict[str, Any]:
    """The options among the arguments of an `__init__`, which are its ``locals()`` at first."""
    others = ("self", "params", "__class__")
    return {name: value for name, value in names.items() if name not in others}


_PLAIN = {float, int, bool, type(None)}


class Stepping(Optimizer):
    """An optimizer that writes its formula in `_update` and what it remembers in `_memory`.

    Args:
        params: Tensors to train, with names or without, or groups of them; see `Optimizer`.
        options: All options by name; they are checked here.
    """

    def __init__(self, params: Any, options: dict[str, Any]) -> None:
        check_options(options)
        super().__init__(params, options)
        check_ways(options)

    def _memory(self, group: Group) -> dict[str, float]:
        """What is remembered of a parameter: by name, the number it is full of at first.

        All is in the parameter's shape, but ``"step"``, where the steps are counted.
        """
        raise NotImplementedError

    def _update(self, moves: Moves, **options: Any) -> None:
        """Move the parameters of a group.

        Args:
            moves: For each that has a gradient: its array θ; the gradient g, turned round if
                `maximize`, and with the decay in it; what `_memory` names; the number t of the
                step, which is 2 after the first where they are not counted. θ and what is
                remembered are to be changed in place.
            **options: The group's, as numbers: a tensor, or a NumPy number, would widen the
                arithmetic.
        """
        raise NotImplementedError

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
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            options = {
                name: option if type(option := group[name]) in _PLAIN else plain(option)
                for name in self.defaults
            }
            self._update(self._moves(group["params"], options), **options)
        return loss

    def _moves(self, params: list[Tensor], options: Group) -> Moves:
        """Each parameter that has a gradient, opened for being moved."""
        start, maximize = self._memory(options), options["maximize"]
        decay = 0 if options.get("decoupled_weight_decay") else options["weight_decay"]
        for param in params:
            if param._grad is not None:
                theta, g, kept, t = _opened(param), param._grad._array, [], 1
                if g.dtype.kind != "f":
                    raise RuntimeError(
                        f"a parameter of type {param.dtype} cannot be moved by fractions: train "
                        "floats"
                    )
                if start:
                    memory = self.state[param]
                    if memory:
                        t = 2
                    else:
                        self._begin(param, start)
                    kept = [_opened(memory[name]) for name in start]
                    if "step" in start:
                        count, *kept = kept
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
            self.state[param][name] = tensor(number) if name == "step" else untracked(like)


class Scratch:
    """Arrays to compute in: one for each shape and type, in place of one for each operation."""

    def __init__(self) -> None:
        self._arrays: dict[Any, Array] = {}

    def like(self, array: Array) -> Array:
        """An array of the shape and type of `array`, with whatever was left in it."""
        key = array.shape, array.dtype.char, type(array)
        if key not in self._arrays:
            self._arrays[key] = np.empty_like(array)
        return self._arrays[key]


def plain(option: Any) -> Any:
    """Python numbers in place of tensors and of NumPy numbers."""
    if isinstance(option, tuple):
        return tuple(map(plain, option))
    return option.item() if hasattr(option, "item") else option


def _opened(x: Tensor) -> Array:
    """The array of `x`, to be changed in place; the write is counted."""
    if type(x._counter) is not list or isinstance(x._array, np.generic):  # mostly it is ready
        x._share()
        check_writable(x, False)
    array = x._array
    if not array.flags.c_contiguous:
        check_once(array)
    bump(x)
    return array
