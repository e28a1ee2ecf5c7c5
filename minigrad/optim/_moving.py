"""What all steps have in common, so that each holds little more than its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..autograd.grad_mode import enable_grad
from ..autograd.inplace import bump, check_writable
from ..autograd.view import check_once
from ..autograd.wrap import untracked
from ..backend import Array, device_of
from ..creation.data import tensor
from ..tensor import Tensor

Move = tuple[Tensor, Array, float, list[Array]]


def evaluated(closure: Callable[[], Any] | None) -> Any:
    """What `closure` returns, recorded whatever holds around the step; None without one."""
    if closure is None:
        return None
    with enable_grad():
        return closure()


def numbers(group: dict[str, Any], *names: str) -> list[Any]:
    """These options as Python numbers: a tensor or a NumPy number would widen the arithmetic."""
    return [plain(group[name]) for name in names]


def plain(option: Any) -> Any:
    """A Python number in place of a tensor or a NumPy number."""
    return option.item() if hasattr(option, "item") else option


def moving(
    state: Any, group: dict[str, Any], names: Sequence[str], start: float = 0.0
) -> Iterator[Move]:
    """Each parameter of `group` that has a gradient, ready to be moved; the write is counted.

    Args:
        state: What the optimizer remembers; it is begun for a parameter that comes first.
        group: The group, whose `maximize` and `weight_decay` are in the gradient already.
        names: The names of what is remembered in the parameter's shape.
        start: The number that this is full of before the first step.

    Yields:
        The parameter; the array of its gradient; the number of its steps, this one included; the
        arrays under `names`, to be changed in place.

    Raises:
        RuntimeError: If a parameter may not be written to: it repeats its elements, was made in
            inference mode, or holds whole numbers.
    """
    for param in group["params"]:
        if param._grad is not None:
            memory = state[param]
            if not memory:
                begin(memory, param, names, start)
            if writable(param).dtype.kind != "f":
                raise RuntimeError(
                    f"a parameter of type {param.dtype} cannot be moved by fractions: train floats"
                )
            gradient = _uphill(param, group)
            count = writable(memory["step"])
            count.fill(count.item() + 1)  # far quicker than += 1
            arrays = [writable(memory[name]) for name in names]
            yield param, gradient, count.item(), arrays
            for written in (param, memory["step"], *[memory[name] for name in names]):
                bump(written)


def begin(memory: dict[str, Any], param: Tensor, names: Sequence[str], start: float) -> None:
    """Remember of `param` that it took no step, and arrays of its shape full of `start`."""
    memory["step"] = tensor(0.0)
    for name in names:
        memory[name] = untracked(np.full_like(param._array, start))


def writable(x: Tensor) -> Array:
    """The array of `x`, to be changed in place."""
    if type(x._counter) is not list or isinstance(x._array, np.generic):  # mostly it is ready
        x._share()
        check_writable(x, False)
    if not x._array.flags.c_contiguous:
        check_once(x._array)
    return x._array


def _uphill(param: Tensor, group: dict[str, Any]) -> Array:
    """The gradient, turned round if `maximize`; with decay that is not `decoupled`, it shrinks."""
    gradient, decay = param._grad._array, plain(group["weight_decay"])
    if group["maximize"]:
        gradient = -gradient
    if decay and not group.get("decoupled_weight_decay"):
        gradient = gradient + decay * param._array
    return gradient


class Scratch:
    """Arrays to compute in: one for each shape and type, in place of one for each operation."""

    def __init__(self) -> None:
        self._arrays: dict[Any, Array] = {}

    def like(self, array: Array) -> Array:
        """An array of the shape and type of `array`, with whatever was left in it."""
        key = array.shape, array.dtype, device_of(array)
        if key not in self._arrays:
            self._arrays[key] = np.empty_like(array)
        return self._arrays[key]
