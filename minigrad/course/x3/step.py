"""x3-step: one step downhill, to repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...autograd.grad_mode import no_grad
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake


def _step(w: Tensor, xs: Tensor, targets: Tensor) -> None:
    ((w * xs - targets) ** 2).mean().backward()
    assert w.grad is not None
    with no_grad():
        w -= 0.1 * w.grad
    w.grad = None


def _stepping(
    rate: float = 0.1, keep: bool = False, error: str = "mean", zeros: bool = False
) -> Callable[[Tensor, Tensor, Tensor], None]:
    """A step with a fault in it."""

    def wrong(w: Tensor, xs: Tensor, targets: Tensor) -> None:
        getattr((w * xs - targets) ** 2, error)().backward()
        assert w.grad is not None
        with no_grad():
            w -= rate * w.grad
        if zeros:
            w.grad.zero_()
        elif not keep:
            w.grad = None

    return wrong


def _look_at_w(w: Tensor, xs: Tensor, targets: Tensor) -> Callable[[Any], Any]:
    return lambda result: (w.detach(), w.is_leaf and w.requires_grad, w.grad)


STEP = Function(
    "x3-step",
    ask="the repaired function, which moves w one step and clears its gradient",
    reference=_step,
    draws=(
        lambda rng: (leaf(rng), plain(rng, 4), plain(rng, 4)),
        lambda rng: (leaf(rng, 3, 1), plain(rng, 2), plain(rng, 3, 2)),
    ),
    parts=("w", "w is a leaf that requires grad", "w.grad"),
    observe=_look_at_w,
    mistakes=(
        Mistake(
            lambda w, xs, targets: w.detach(),
            "w has not moved. `w = ...` makes another tensor and gives it the name w; write into "
            "the tensor that was handed over, with recording off.",
        ),
        Mistake(_stepping(-0.1), "Uphill: the step goes against the gradient."),
        Mistake(_stepping(1.0), "The step is ten times as long as it should be."),
        Mistake(
            _stepping(keep=True),
            "The gradient is still there; the next backward would add to it. Clear it.",
        ),
        Mistake(
            _stepping(zeros=True),
            "Zeros are not None: they are a tensor as large as w. Asked for is None, as before the "
            "first backward().",
        ),
        Mistake(
            lambda w, xs, targets: w.requires_grad_(False),
            "It does not require grad any more, so the next step would find no gradient.",
        ),
        Mistake(_stepping(error="sum"), "The loss is the mean of the squares, not the sum."),
    ),
)

QUESTIONS = (STEP,)
