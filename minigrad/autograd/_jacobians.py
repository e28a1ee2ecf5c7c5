"""The Jacobian of a function of tensors, twice: by small differences, and by backward.

The first needs no calculus: move one element of an input a little, up and down, and see how far
the outputs move. It is slow and inexact, but knows nothing of rules and graphs, and so can be
believed where those are in doubt.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from ..dtype import float64
from .entry import grad
from .wrap import is_tensor

Tensors = Any  # one tensor or a sequence of them


class Jacobians:
    """A function at a point, and its Jacobians there.

    Attributes:
        wanted: the inputs that require grad.
        outputs: those that are floating point; `checked` are those that require grad.
        eps: how far an element is moved, each way.
    """

    def __init__(self, func: Callable[..., Tensors], inputs: tuple[Any, ...], eps: float) -> None:
        check_inputs(inputs)
        self.func, self.inputs, self.eps = func, inputs, eps
        self.wanted = [x for x in inputs if is_tensor(x) and x.requires_grad]
        outputs = as_tuple(func(*inputs))
        self.checked = differentiable(outputs)
        self.outputs = _floating(outputs)

    def numerical(self, x: Any) -> list[Any]:
        """The Jacobian of each checked output in `x`, by differences: a row per element of `x`.

        Where no output requires grad, that of each output.
        """
        jacobians = [y.new_zeros((x.numel(), y.numel())) for y in self.outputs]
        for row, place in enumerate(itertools.product(*map(range, x.shape))):
            entry = x.data[place]  # a view: writing into it moves x, and no graph takes notice
            for jacobian, change in zip(jacobians, self._differences(entry, self.eps, place)):
                jacobian[row] = change
        return self._of_checked(jacobians)

    def numerical_along(self, x: Any, direction: Any) -> list[Any]:
        """How each checked output moves when all of `x` moves in one direction."""
        return self._of_checked(self._differences(x.data, self.eps * direction.view(x.shape)))

    def _differences(self, entry: Any, step: Any, place: Any = None) -> list[Any]:
        """How fast each output moves when `entry` does: the mean of both sides."""
        start = entry.clone()
        try:
            entry.copy_(start - step)
            before = self._values()
            entry.copy_(start + step)
            after = self._values()
        finally:
            entry.copy_(start)
        for a, b in zip(before, after):
            _check_alike(a, b, place, self.eps)
        return [((b - a) / (2 * self.eps)).reshape(-1) for a, b in zip(before, after)]

    def _values(self) -> list[Any]:
        """The outputs as they are now; cloned, since they may be views of what moves next."""
        return [y.detach().clone() for y in _floating(as_tuple(self.func(*self.inputs)))]

    def _of_checked(self, of_outputs: list[Any]) -> list[Any]:
        pairs = zip(self.outputs, of_outputs)
        return [found for y, found in pairs if y.requires_grad or not self.checked]

    def analytical(self, y: Any) -> list[Any]:
        """The Jacobian of output `y` in each wanted input, by backward: a walk gives a column."""
        jacobians = [x.new_zeros((x.numel(), y.numel())) for x in self.wanted]
        for column in range(y.numel()):
            seed = y.new_zeros((y.numel(),))
            seed[column] = 1.0
            for jacobian, g in zip(jacobians, self.backward(y, seed)):
                if g is not None:
                    jacobian[:, column] = g.reshape(-1)
        return jacobians

    def backward(self, y: Any, seed: Any) -> Any:
        """The gradients of the wanted inputs, from `seed` at the output `y`."""
        return grad(y, self.wanted, seed.view(y.shape), retain_graph=True, allow_unused=True)


def as_tuple(x: Tensors) -> tuple[Any, ...]:
    """One tensor, or several, as a tuple."""
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def differentiable(outputs: tuple[Any, ...]) -> list[Any]:
    """The outputs that require grad."""
    return [y for y in outputs if y.requires_grad]


def _floating(outputs: Sequence[Any]) -> list[Any]:
    return [y for y in outputs if is_tensor(y) and y.is_floating_point()]


def check_inputs(inputs: tuple[Any, ...]) -> None:
    """Raise unless there is something to check, and its elements can be moved one by one."""
    wanted = [(i, x) for i, x in enumerate(inputs) if is_tensor(x) and x.requires_grad]
    for i, x in wanted:
        if x.dtype != float64:
            warnings.warn(_NOT_DOUBLE.format(i), UserWarning, stacklevel=4)
        if any(stride == 0 and n > 1 for stride, n in zip(x.stride(), x.shape)):
            raise RuntimeError(
                f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs "
                "that are non-overlapping to be able to compute the numerical gradients correctly. "
                "You should call .contiguous on the input before passing it to gradcheck."
            )
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them "
            "have requires_grad=True."
        )


def _check_alike(a: Any, b: Any, place: Any, eps: float) -> None:
    """Raise unless the function gave the same kind of output on both sides of a point."""
    on_index = "" if place is None else f"on index {place} "
    for what, one, other in (("shape", a.shape, b.shape), ("dtype", a.dtype, b.dtype)):
        if one != other:
            raise AssertionError(
                f"Expected `func` to return outputs with the same {what} when inputs are perturbed "
                f"{on_index}by {eps}, but got: {what}s {one} and {other}."
            )


_NOT_DOUBLE = (
    "Input #{} requires gradient and is not a double precision floating point or complex. This "
    "check will likely fail if all the inputs are not of double precision floating point or "
    "complex. "
)
