"""Questions of exercise set 2, second part: gradients of numbers and of arrays."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...creation import tensor
from ...tensor import Tensor
from ..draws import leaf, numbers
from ..kinds import Function
from ..mistakes import Mistake
from ..question import Draw
from ..values import Array

# ------------------------------------------------------------------------------- local slopes


def _positive(rng: np.random.Generator) -> tuple[float, float]:
    x, y = (round(float(rng.uniform(0.2, 2.8)), 2) for _ in range(2))
    return x, y


def _slopes(x: float, y: float) -> tuple[float, ...]:
    return (
        y,
        -x / y**2,
        3 * x**2,
        0.5 / math.sqrt(y),
        math.cos(x),
        1 - math.tanh(x) ** 2,
    )


def _one_slip(place: int, wrong: Callable[[float, float], float], why: str) -> Mistake:
    """One of the six is wrong."""

    def six(x: float, y: float) -> tuple[float, ...]:
        found = list(_slopes(x, y))
        found[place] = wrong(x, y)
        return tuple(found)

    return Mistake(six, why)


SLOPES = Function(
    "x2-slopes",
    ask="a function that gives six slopes, in the order of the table",
    reference=_slopes,
    draws=(_positive,),
    parts=("x·y by x", "x/y by y", "x³ by x", "√y by y", "sin x by x", "tanh x by x"),
    mistakes=(
        _one_slip(0, lambda x, y: x, "Vary x alone: which factor says how fast the product grows?"),
        _one_slip(0, lambda x, y: 1.0, "That is the slope of x alone; and the other factor?"),
        _one_slip(0, lambda x, y: x * y, "That is the product itself."),
        _one_slip(1, lambda x, y: 1 / y, "That is by x. Here the denominator varies."),
        _one_slip(1, lambda x, y: x / y**2, "A larger denominator makes a smaller fraction: sign."),
        _one_slip(1, lambda x, y: -x / y, "Almost: 1/y has the slope −1/y²."),
        _one_slip(1, lambda x, y: -1 / y**2, "The numerator is missing."),
        _one_slip(2, lambda x, y: 3 * x, "The exponent becomes one less, not 1."),
        _one_slip(2, lambda x, y: x**2, "The exponent comes down as a factor."),
        _one_slip(2, lambda x, y: 2 * x**2, "The old exponent comes down as a factor."),
        _one_slip(2, lambda x, y: 3 * x**3, "The exponent becomes one less."),
        _one_slip(3, lambda x, y: 0.5 * math.sqrt(y), "√y is y to the power ½: one less is −½."),
        _one_slip(3, lambda x, y: 1 / math.sqrt(y), "√y is y to the power ½: the ½ comes down."),
        _one_slip(3, lambda x, y: 0.5 / y, "One less than ½ is −½, not −1."),
        _one_slip(4, lambda x, y: -math.cos(x), "That is the slope of −sin: the sign."),
        _one_slip(4, lambda x, y: math.sin(x), "That is the sine itself."),
        _one_slip(5, lambda x, y: 1 - math.tanh(x), "The tanh is squared in it."),
        _one_slip(5, lambda x, y: 1 - x**2, "It takes the result, not the input."),
        _one_slip(5, lambda x, y: math.tanh(x) ** 2 - 1, "tanh grows, so its slope is positive."),
        _one_slip(5, lambda x, y: 1 - math.tanh(x**2), "Square the tanh, not what goes into it."),
    ),
)

# ------------------------------------------------------------------------------------ diamond


def _diamond(x: float, y: float, inside: Callable[[float], float]) -> tuple[float, float]:
    """Both gradients, where `inside` is the slope of z for h."""
    return y * inside(x * y), x * inside(x * y)


def _diamond_slip(inside: Callable[[float], float], why: str) -> Mistake:
    return Mistake(lambda x, y: _diamond(x, y, inside), why)


DIAMOND = Function(
    "x2-diamond",
    ask="the two derivatives of z = h² + sin(h), where h = x·y",
    reference=lambda x, y: _diamond(x, y, lambda h: 2 * h + math.cos(h)),
    draws=(_positive,),
    parts=("∂z/∂x", "∂z/∂y"),
    mistakes=(
        _diamond_slip(lambda h: 2 * h, "Only the path through the square is there."),
        _diamond_slip(math.cos, "Only the path through the sine is there."),
        _diamond_slip(lambda h: 2 * h - math.cos(h), "The sine's slope has the wrong sign."),
        _diamond_slip(lambda h: 2 * h + math.sin(h), "The sine is still a sine in it."),
        _diamond_slip(lambda h: h + math.cos(h), "The exponent of h² comes down as a factor."),
        _diamond_slip(lambda h: 2 * h * math.cos(h), "The two paths are added, not multiplied."),
        _diamond_slip(lambda h: 2 * h**2 + math.cos(h), "The exponent of h² becomes one less."),
        Mistake(
            lambda x, y: (2 * x * y + math.cos(x * y),) * 2,
            "That is what arrives at h. It goes on to x and to y, times the slope of the product.",
        ),
        Mistake(lambda x, y: ((x * y) ** 2 + math.sin(x * y),) * 2, "That is z itself."),
    ),
)  # fmt: skip

# --------------------------------------------------------------------------- vector, Jacobian


def _layer(rng: np.random.Generator) -> tuple[Array, Array, Array]:
    return numbers(rng, 2, 3), numbers(rng, 3), numbers(rng, 2)


def _pulled(A: Array, x: Array, g: Array, slope: Callable[[Array], Array]) -> tuple[Array, Array]:
    """Gradients of x and A, where `slope` is that of the bend, given A x."""
    arrived = g * slope(A @ x)
    return arrived @ A, np.outer(arrived, x)


def _pull_slip(slope: Callable[[Array], Array], why: str) -> Mistake:
    return Mistake(lambda A, x, g: _pulled(A, x, g, slope), why)


def _tanh_slope(z: Array) -> Array:
    return np.asarray(1 - np.tanh(z) ** 2)


PULL = Function(
    "x2-pull",
    ask="a function that gives what arrives at x and at A, if g arrives at y = tanh(A x)",
    reference=lambda A, x, g: _pulled(A, x, g, _tanh_slope),
    draws=(_layer, lambda rng: (numbers(rng, 4, 2), numbers(rng, 2), numbers(rng, 4))),
    parts=("at x", "at A"),
    mistakes=(
        _pull_slip(np.ones_like, "The slope of tanh is missing."),
        _pull_slip(lambda z: 1 - np.tanh(z), "The tanh is squared in its slope."),
        _pull_slip(lambda z: 1 - z**2, "tanh's slope takes its result, not its input."),
        _pull_slip(np.tanh, "That is tanh in the place of its slope."),
        Mistake(
            lambda A, x, g: _pulled(A, x, np.ones_like(g), _tanh_slope),
            "Yours does not depend on g: what arrives is multiplied by the slopes on the way.",
        ),
        Mistake(
            lambda A, x, g: (g @ A, np.outer(g, x)), "The slope of tanh is missing."
        ),
    ),
)  # fmt: skip


def _table(f: Callable[[Tensor], Tensor], x: Tensor) -> Array:
    """All slopes, a row per result, each from a backward of its own."""
    rows = []
    for place in range(len(f(x))):
        twin = x.detach().requires_grad_()
        f(twin)[place].backward()
        assert twin.grad is not None
        rows.append(twin.grad.numpy())
    return np.array(rows)


def _shifted(x: Tensor) -> Tensor:
    found: Tensor = x[1:] * x[:-1]
    return found


def _mixed(x: Tensor) -> Tensor:
    found: Tensor = tensor([[1.5, -2.0, 0.5], [2.5, 3.0, -1.5]], dtype=x.dtype) @ x.sin()
    return found


def _vector(f: Callable[[Tensor], Tensor], size: int) -> Draw:
    return lambda rng: (f, leaf(rng, size))


JACOBIAN = Function(
    "x2-jacobian",
    ask="a function that gives the table of all slopes of f at x, a row per result",
    reference=_table,
    draws=(_vector(_shifted, 4), _vector(_mixed, 3), _vector(lambda x: x**2, 2)),
    show=lambda f, x: f"x = {x.tolist()}, f(x) = {[round(v, 4) for v in f(x).tolist()]}",
    mistakes=(
        Mistake(
            lambda f, x: np.cumsum(_table(f, x), axis=0),
            "Each row has those before it in it: .grad adds up. Clear it between two rows.",
        ),
        Mistake(
            lambda f, x: _table(f, x).sum(axis=0),
            "That is one row, the sum of all: a 1 for every result at once. Let in one at a time.",
        ),
        Mistake(
            lambda f, x: np.tile(_table(f, x).sum(axis=0), (len(f(x)), 1)),
            "Every row is the sum of all rows. Either a 1 went in for every result at once, or "
            ".grad was never cleared, so that all rows are one and the same tensor.",
        ),
        Mistake(lambda f, x: _table(f, x)[:1], "Only the first row is there."),
        Mistake(lambda f, x: _table(f, x)[:-1], "The last row is missing."),
        Mistake(
            lambda f, x: np.tile(_table(f, x)[-1], (len(f(x)), 1)),
            "Every row is the last one: they are one and the same tensor. Keep a copy of each.",
        ),
        Mistake(
            lambda f, x: np.tile(_table(f, x).sum(axis=0), (len(f(x)), 1)).cumsum(axis=0),
            "Let in a 1 for one result at a time, and clear .grad between two rows.",
        ),
    ),
)

# --------------------------------------------------------------------------------- nudging


def _nudged(
    f: Callable[[Array], float], x: Array, h: float = 1e-5, left: float = 1.0, by: float = 2.0
) -> Array:
    """Differences, to the right by h and to the left by a share of it."""
    found = np.empty_like(x)
    for place in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[place] += h
        down[place] -= left * h
        found[place] = (f(up) - f(down)) / (by * h)
    return found


def _all_at_once(f: Callable[[Array], float], x: Array) -> Array:
    return np.full_like(x, (f(x + 1e-5) - f(x - 1e-5)) / 2e-5)


def _of_array(f: Callable[[Array], float], *shape: int) -> Draw:
    return lambda rng: (f, numbers(rng, *shape))


NUDGED = Function(
    "x2-nudged",
    ask="a function that gives the finite difference for every entry of x",
    reference=_nudged,
    draws=(
        _of_array(lambda x: float(np.sin(20 * x).sum()), 3),
        _of_array(lambda x: float((x**3).sum() * x.flat[0]), 2, 3),
        _of_array(lambda x: float(np.exp(3 * x).sum())),
    ),
    parts=("the gradient", "x afterwards"),
    observe=lambda f, x: lambda result: (result, x),
    show=lambda f, x: f"x = {x.tolist()}, f(x) = {f(x):.4g}",
    mistakes=(
        Mistake(
            lambda f, x: _nudged(f, x, left=0.0, by=1.0),
            "Nudged to one side only: close, but the curve bends. Nudge to both sides.",
        ),
        Mistake(
            lambda f, x: _nudged(f, x, by=1.0),
            "The two points are 2h apart, not h.",
        ),
        Mistake(
            lambda f, x: _nudged(f, x, left=0.0),
            "Nudged to one side only, and divided by 2h: the two points are h apart then.",
        ),
        Mistake(
            lambda f, x: (f(x + 1e-5) - f(x - 1e-5)) / 2e-5,
            "All entries are nudged at once, so yours is the sum of all slopes. One at a time.",
        ),
        Mistake(
            _all_at_once,
            "All entries are nudged at once, so yours is the sum of all slopes. One at a time.",
        ),
        Mistake(
            lambda f, x: _nudged(f, x, h=1e-2),
            "The step is so large that the curve bends over it. Take about 1e-5.",
        ),
    ),
)

QUESTIONS = (SLOPES, DIAMOND, PULL, JACOBIAN, NUDGED)
