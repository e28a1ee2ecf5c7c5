"""Going down a loss with minigrad itself: `backward` gives the gradient, `optim.SGD` the step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..autograd.functional import hessian
from ..creation import data as creation
from ..optim import SGD
from .losses import Loss

_FAR = 1e3  # widths of the picture: what has gone that far does not come back


@dataclass(frozen=True)
class Descent:
    """What was met on the way down; entry 0 is the start, entry k the place after k steps.

    Attributes:
        points: where; one number or two each.
        losses: the loss there.
        gradients: its gradient there.
        ended: why it stopped before all steps were made: ``""``, ``"far"`` or ``"not finite"``.
    """

    points: tuple[tuple[float, ...], ...]
    losses: tuple[float, ...]
    gradients: tuple[tuple[float, ...], ...]
    ended: str = ""

    @property
    def steps(self) -> int:
        """How many steps were made."""
        return len(self.points) - 1


def descend(
    loss: Loss, start: Sequence[float], lr: float, momentum: float = 0.0, steps: int = 50
) -> Descent:
    """Make `steps` steps of gradient descent, and note each place.

    It ends early where there is nothing more to see: far outside the picture, or where the loss or
    its gradient is no finite number.

    Args:
        loss: where to go down.
        start: where to begin.
        lr: the learning rate.
        momentum: how much of the velocity is kept, see `minigrad.optim.SGD`.
        steps: at most so many.

    Example:
        >>> from minigrad.widgets.descent import descend
        >>> from minigrad.widgets.losses import LOSSES
        >>> [point[0] for point in descend(LOSSES["parabola"], [1.0], lr=0.25, steps=3).points]
        [1.0, 0.5, 0.25, 0.125]
    """
    numbers = [creation.tensor(float(number), requires_grad=True) for number in start]
    optimizer = SGD(numbers, lr=lr, momentum=momentum)
    points: list[tuple[float, ...]] = []
    losses: list[float] = []
    gradients: list[tuple[float, ...]] = []
    ended = ""
    while not ended:
        optimizer.zero_grad()
        value = loss(*numbers)
        value.backward()
        point = tuple(float(number.item()) for number in numbers)
        gradient = tuple(0.0 if n.grad is None else float(n.grad.item()) for n in numbers)
        ended = _end(loss, point, (float(value.item()), *gradient))
        if ended == "not finite" and points:
            break
        points.append(point)
        losses.append(float(value.item()))
        gradients.append(gradient)
        if len(points) > steps:
            break
        optimizer.step()
    return Descent(tuple(points), tuple(losses), tuple(gradients), ended)


def _end(loss: Loss, point: tuple[float, ...], rest: tuple[float, ...]) -> str:
    if not all(map(math.isfinite, (*point, *rest))):
        return "not finite"
    middles = [((low + high) / 2, high - low) for low, high in loss.bounds]
    far = any(abs(x - middle) > _FAR * width for x, (middle, width) in zip(point, middles))
    return "far" if far else ""


def bends(loss: Loss, point: Sequence[float]) -> tuple[float, float]:
    """How strongly the loss bends where it bends least and most: eigenvalues of its Hessian.

    On a quadratic loss, steps of gradient descent with learning rate `lr` shrink the distance in a
    direction of curvature c as long as ``lr < 2 / c``; beyond that they grow. With momentum m the
    bound is ``2 * (1 + m) / c``.

    Returns:
        ``(nan, nan)`` where the loss has no finite second derivative.

    Source: Y. LeCun, L. Bottou, G. Orr, K.-R. Müller, Efficient BackProp (1998), on the convergence
        of gradient descent; B. Polyak, Some methods of speeding up the convergence of iteration
        methods (1964).
    """
    matrix = _hessian(loss, point)
    if not np.isfinite(matrix).all():
        return math.nan, math.nan
    values = np.linalg.eigvalsh(matrix)
    return float(values[0]), float(values[-1])


def _hessian(loss: Loss, point: Sequence[float]) -> np.ndarray:
    inputs = tuple(creation.tensor(float(number)) for number in point)
    rows: Any = hessian(lambda *numbers: loss(*numbers).reshape(()), inputs)
    return np.array([[float(entry.item()) for entry in row] for row in rows])


def curvature(loss: Loss, points: Sequence[Sequence[float]]) -> float | None:
    """The largest curvature, where it is the same at all of `points`, as a quadratic's is."""
    found = [bends(loss, point)[1] for point in points]
    same = all(abs(bend - found[0]) <= 1e-3 * abs(found[0]) for bend in found)
    return found[0] if same and found[0] > 0 else None


def ahead(loss: Loss, descent: Descent) -> tuple[float, tuple[float, ...]]:
    """How far below the end the bottom of the valley lies, and in which direction: Newton's step.

    Returns:
        With the gradient g and the Hessian H there, half of ``g @ inverse(H) @ g``, and
        ``-inverse(H) @ g``; exact for a quadratic loss. ``(inf, ())`` where the ground does not
        bend upwards in every direction, and so is no valley.
    """
    matrix, gradient = _hessian(loss, descent.points[-1]), np.array(descent.gradients[-1])
    if not np.isfinite(matrix).all() or np.linalg.eigvalsh(matrix)[0] <= 0:
        return math.inf, ()
    way = -np.linalg.solve(matrix, gradient)
    return -float(gradient @ way) / 2, tuple(way.tolist())
