"""What a training loop did: its losses, metrics, gradients and updates, kept as plain numbers.

Nothing here holds a loss, a gradient or a graph: numbers are read at once. Looking at everything at
each step would cost much of a small model's step. So the sizes of gradients and updates are read
at the first steps and then ever more rarely, and whether gradients are finite at one parameter.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np

from .figures import shape_text
from .library import is_tensor, snapshot

SMALL = 4096  # elements: the first parameter up to this size is looked at each step


class Watched:
    """A parameter, and what was measured of it.

    Attributes:
        name: the model's name for it.
        shape: as Python writes it.
        size: how many numbers it has.
        gradients: the gradient's norm at each of `Training.looks`; nan where there was no gradient.
        ratios: by how much the step changed it, the change's norm over its own; nan where unknown.
            In both, inf stands for what is not finite.
    """

    def __init__(self, name: str, parameter: Any) -> None:
        self.name = name
        self.shape = shape_text(tuple(parameter.shape))
        self.size = math.prod(parameter.shape)
        self.gradients = array("d")
        self.ratios = array("d")
        self._parameter = parameter
        self._before: np.ndarray | None = None

    def gradient(self) -> np.ndarray | None:
        """The gradient as it is now; not a copy."""
        grad = self._parameter.grad
        return None if grad is None else _array(grad)

    def remember(self) -> None:
        """Copy the numbers as they are, to see later how far they moved."""
        now = _array(self._parameter)
        if self._before is None or self._before.shape != now.shape:
            self._before = np.empty_like(now)
        np.copyto(self._before, now)

    def measure(self, moved: bool) -> None:
        """Note the size of the gradient and, where the numbers before are known, of the update."""
        grad, ratio = self.gradient(), math.nan
        if moved and self._before is not None:
            now = _array(self._parameter)
            np.subtract(now, self._before, out=self._before)
            ratio = _quotient(norm(self._before), norm(now))
        self.gradients.append(math.nan if grad is None else norm(grad))
        self.ratios.append(ratio)

    def cleared(self) -> bool:
        """Is there no gradient, or nothing but zeros, as `zero_grad` leaves it?"""
        grad = self.gradient()
        return grad is None or not grad.any()

    def finite(self) -> bool:
        """Is every number of the gradient finite?"""
        grad = self.gradient()
        if grad is None:
            return True
        square = float(np.vdot(grad, grad))  # one pass without a copy; it may overflow
        return math.isfinite(square) or bool(np.isfinite(grad).all())


class Training:
    """The numbers of a training run.

    Args:
        model: a module, or tensors by name.

    Attributes:
        steps: how many there were.
        losses: one per step.
        metrics: by name, at which steps and what.
        looks: the steps at which the parameters were measured.
        watched: the parameters.
        trouble: in words, the first loss or gradient that was not finite; ``""`` for none.
        trouble_at: at which step; 0 for none.

    Raises:
        TypeError: `model` is neither, or something in it is no tensor.
    """

    def __init__(self, model: Any) -> None:
        self.watched = [Watched(name, parameter) for name, parameter in _parameters(model)]
        self.steps = 0
        self.losses = array("d")
        self.metrics: dict[str, tuple[array[int], array[float]]] = {}
        self.looks = array("q")
        self.trouble = ""
        self.trouble_at = 0
        # Backward ends at the model's first parameters, and what is not finite goes that far.
        self._probe = [watched for watched in self.watched if watched.size <= SMALL][:1]
        self._remembered = 0  # how many steps were done when the parameters were copied

    def start(self) -> None:
        """A loop begins: the parameters may have been changed since the last."""
        self._remember()

    def step(self, loss: Any, metrics: Mapping[str, Any]) -> None:
        """Note one step, after the optimizer's own."""
        value = a_number("loss", loss)
        found = {name: a_number(name, metric) for name, metric in metrics.items()}
        self.steps = step = self.steps + 1
        self.losses.append(value)
        if found:
            self.log(found)
        if not self.trouble:
            self._look_for_trouble(value)
        if due(step):
            self._measure()
        if due(step + 1):
            self._remember()

    def log(self, metrics: Mapping[str, Any]) -> None:
        """Note metrics, as of the step that was last."""
        for name, metric in metrics.items():
            value = a_number(name, metric)
            steps, values = self.metrics.setdefault(name, (array("q"), array("d")))
            steps.append(self.steps)
            values.append(value)

    def _remember(self) -> None:
        self._remembered = self.steps
        for watched in self.watched:
            watched.remember()

    def _measure(self) -> None:
        moved = self._remembered == self.steps - 1
        self.looks.append(self.steps)
        with np.errstate(all="ignore"):
            for watched in self.watched:
                watched.measure(moved)

    def _look_for_trouble(self, loss: float) -> None:
        watched = self.watched if due(self.steps) else self._probe
        if math.isfinite(loss) and all(map(Watched.finite, watched)):
            return
        with np.errstate(all="ignore"):
            known = [each for each in self.watched if not each.cleared()]
            broken = [each.name for each in known if not each.finite()]
        self.trouble_at = self.steps
        self.trouble = _trouble(self.steps, loss, broken, len(known))


def due(step: int) -> bool:
    """Is everything looked at? At the first ten steps, every tenth, and from 200 every fiftieth."""
    return step <= 10 or step % (10 if step <= 200 else 50) == 0


def norm(numbers: np.ndarray) -> float:
    """The square root of the sum of squares, where a square alone would leave float32, too.

    It is inf where something is not finite.
    """
    square = float(np.vdot(numbers, numbers))
    if 1e-30 < square < math.inf:
        return math.sqrt(square)
    exact = float(np.linalg.norm(numbers.astype(np.float64)))
    return exact if math.isfinite(exact) else math.inf


def _quotient(change: float, size: float) -> float:
    if not (math.isfinite(change) and math.isfinite(size)):
        return math.inf
    return change / size if size else math.nan


def a_number(name: str, value: Any) -> float:
    """`value` as a Python number, so that nothing of it is kept.

    Raises:
        TypeError: it is no number.
        ValueError: it is a tensor or an array of several.
    """
    try:
        return float(value.item() if hasattr(value, "item") else value)
    except (TypeError, ValueError, RuntimeError):
        raise _no_number(name, value) from None


def _no_number(name: str, value: Any) -> Exception:
    shape = tuple(getattr(value, "shape", ()))
    if math.prod(shape) != 1:
        return ValueError(
            f"{name} must be a single number, but has shape {shape_text(shape)}. Take its mean() "
            "or its sum()."
        )
    return TypeError(f"{name} must be a number or a tensor of one, but is a {type(value).__name__}")


def _parameters(model: Any) -> list[tuple[str, Any]]:
    if hasattr(model, "named_parameters"):
        return list(model.named_parameters())
    if not isinstance(model, Mapping):
        raise TypeError(
            "what is trained must be a module or tensors by name, {'w': w, 'b': b}, but is a "
            f"{type(model).__name__}"
        )
    for name, value in model.items():
        if not is_tensor(value):
            raise TypeError(
                f"what is trained must be tensors, but {name!r} is a {type(value).__name__}"
            )
    return list(model.items())


def _array(tensor: Any) -> np.ndarray:
    """A tensor's numbers where they are; a copy where NumPy cannot look at them."""
    tensor = tensor.detach()
    try:
        found: np.ndarray | None = tensor.numpy()
    except (TypeError, RuntimeError):  # on another device, or of a kind that NumPy lacks
        found = snapshot(tensor)
    if found is None:
        raise TypeError(
            f"what is trained must have numbers, but {tensor.dtype} on {tensor.device} cannot be "
            "read"
        )
    return found


def _trouble(step: int, loss: float, broken: list[str], count: int) -> str:
    """What is not finite for the first time, in words; `count` gradients are there to be read."""
    if math.isfinite(loss):
        said = f"At step {step:,} the loss is still {loss:.4g}, but a gradient is not finite."
    else:
        said = f"At step {step:,} the loss is {loss:g}, for the first time not a finite number."
    if not broken:
        return f"{said} All gradients are still finite." if count else said
    first = broken[-1]  # backward runs from the model's end to its beginning
    if len(broken) == count > 1:
        return f"{said} No parameter's gradient is finite; backward met {first} first."
    others = f", the first of {len(broken)}" if len(broken) > 1 else ""
    return f"{said} The gradient of {first} is not finite{others}."
