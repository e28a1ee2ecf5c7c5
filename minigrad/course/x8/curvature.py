"""x8-curvature: a second derivative along a direction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...autograd import function as own
from ...autograd import grad
from ...autograd.grad_mode import no_grad
from ...creation.filled import zeros
from ...tensor import Tensor
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from ..lessons.lesson_09 import directions, slope


def _curvature(f: Callable[[Any], Any], x: Tensor, v: Tensor) -> Any:
    (along,) = grad((slope(f, x) * v).sum(), x)
    return along @ v


def _by_backward(f: Callable[[Any], Any], x: Tensor, v: Tensor) -> Any:
    f(x).backward(create_graph=True)
    assert x.grad is not None
    (x.grad * v).sum().backward()
    return x.grad @ v


def _in_x(f: Callable[[Any], Any], x: Tensor, v: Tensor) -> Any:
    x.grad = grad((slope(f, x) * v).sum(), x)[0]
    return x.grad @ v


class _Pass(own.Function):
    """x as it is; each pass back through it is counted."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, passes: list[Any]) -> Tensor:
        ctx.passes = passes
        return x.clone()

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> Any:
        ctx.passes.append(g)
        return g, None


class Watched(NamedTuple):
    """A function that counts the passes back through it."""

    f: Callable[[Any], Any]
    passes: list[Any]

    def __call__(self, x: Any) -> Any:
        """Its value."""
        return self.f(_Pass.apply(x, self.passes))

    def __repr__(self) -> str:
        return repr(self.f)


def watched(draw: Draw) -> Draw:
    """The same, with a function that counts."""

    def counting(rng: np.random.Generator) -> tuple[Any, ...]:
        f, *rest = draw(rng)
        return Watched(f, []), *rest

    return counting


def _look_curvature(f: Watched, x: Tensor, v: Tensor) -> Observed:
    def look(result: Any) -> tuple[Any, ...]:
        if isinstance(result, float):
            raise OddForm("One number is wanted as a tensor. This is a plain one.")
        count = len(f.passes)
        passes = "two or three" if count in (2, 3) else "more" if count > 3 else str(count)
        return result, "None" if x.grad is None else "a tensor", passes

    return look


def _matrix(f: Callable[[Any], Any], x: Tensor, v: Tensor) -> Any:
    rows = [grad(entry, x, retain_graph=True)[0] @ v for entry in slope(f, x)]
    return sum((row * w for row, w in zip(rows, v)), start=zeros(()))


def _apart(f: Callable[[Any], Any], x: Tensor, v: Tensor) -> Any:
    h = 1e-3
    with no_grad():
        return (f(x + h * v) - 2 * f(x) + f(x - h * v)) / h**2


CURVATURE = Function(
    "x8-curvature",
    ask="a function: how f bends at x in the direction of v, one number",
    reference=_curvature,
    draws=(watched(directions),),
    parts=("the curvature", "x.grad afterwards", "passes back through f"),
    observe=_look_curvature,
    mistakes=(
        Mistake(
            lambda f, x, v: slope(f, x).detach() @ v,
            "That is the slope in the direction of v. How it changes along v is wanted: one pass "
            "more.",
        ),
        Mistake(
            lambda f, x, v: grad((slope(f, x) * v).sum(), x)[0],
            "That is how each entry of the gradient changes along v, the Hessian times v. v comes "
            "in once more: how far does that point along v?",
        ),
        Mistake(
            lambda f, x, v: grad((slope(f, x) * v).sum(), x)[0].sum(),
            "v is in it once. It belongs both before the second pass and behind it.",
        ),
        Mistake(
            lambda f, x, v: grad((slope(f, x) * v).sum(), x)[0] * v,
            "These are the terms, one for each entry. They are added up.",
        ),
        Mistake(
            lambda f, x, v: grad(slope(f, x).sum(), x)[0].sum(),
            "v has no part in it: that is the sum of all of the Hessian.",
        ),
        Mistake(
            lambda f, x, v: _curvature(f, x, v) / (v @ v),
            "It is divided by the square of v's length. A direction twice as long bends four "
            "times as much here.",
        ),
        Mistake(
            lambda f, x, v: _curvature(f, (x.detach() + v).requires_grad_(), v),
            "That is how it bends at x + v, where t is 1. At t = 0 one stands at x.",
        ),
        Mistake(lambda f, x, v: _curvature(f, x, v) / 2, "Nothing is to be halved."),
        Mistake(
            lambda f, x, v: _curvature(f, x, v) / (v @ v).sqrt(),
            "It is divided by v's length. v is taken as it is.",
        ),
        Mistake(
            _matrix,
            "The number is right, and there is a pass for each entry of x: all of the Hessian is "
            "built. Its product with v is the gradient of one number, which takes one pass.",
        ),
        Mistake(
            _apart,
            "Nothing is differentiated: these are differences of values, and lose half of the "
            "digits, or all. Two passes give it exactly.",
        ),
        Mistake(
            lambda f, x, v: (grad(slope(f, x).sum(), x)[0] * v**2).sum(),
            "The sums of the Hessian's rows are taken for its diagonal. v has to be in the number "
            "that the second pass starts from.",
        ),
        Mistake(
            lambda f, x, v: grad(slope(f, x).sum(), x)[0] @ v,
            "v is in it once. It belongs both before the second pass and behind it.",
        ),
        Mistake(_in_x, "The number is right, and x.grad is to be left as it was, None."),
        Mistake(
            _by_backward,
            "backward() adds into x.grad, and the first slope is in there still. autograd.grad "
            "returns what it finds, and leaves x.grad alone.",
        ),
    ),
)

QUESTIONS = (CURVATURE,)
