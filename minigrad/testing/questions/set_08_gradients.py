"""Exercise set 8, fifth part: a second derivative along a direction, and a gradient kept short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...autograd import function as own
from ...autograd import grad
from ...autograd.grad_mode import no_grad
from ...creation.data import tensor
from ...creation.filled import zeros
from ...tensor import Tensor
from ..draws import leaf
from ..kinds import Function
from ..mistakes import Mistake
from ..observed import Observed, OddForm
from ..question import Draw
from ..values import brief
from .lesson_09 import directions, slope

# ----------------------------------------------------------------------------------- curvature


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

# -------------------------------------------------------------------------- no longer than that

PULLS = (9.0, 0.75, 0.0)  # how long gradients are, measured by what is allowed


def kept_short(*shape: int, longest: float) -> Draw:
    """A leaf, and how long a gradient may be."""
    return lambda rng: (leaf(rng, *shape), longest)


def _length(g: Tensor) -> float:
    return float((g**2).sum().sqrt().item())


def _shortened(g: Tensor, longest: float) -> Any:
    return g * (longest / _length(g)) if _length(g) > longest else g


def _limit(x: Tensor, longest: float, change: Callable[[Tensor, float], Any] = _shortened) -> Any:
    y = x.clone()
    y.register_hook(lambda g: change(g, longest))
    return y


def _on_x(x: Tensor, longest: float) -> Any:
    x.register_hook(lambda g: _shortened(g, longest))
    return x


def _written(g: Tensor, longest: float) -> Any:
    return g.mul_(longest / _length(g)) if _length(g) > longest else g


def _look_limit(x: Tensor, longest: float) -> Observed:
    """The values; and what x gets, where x has another use whose gradient is the same tensor."""

    def look(y: Any) -> tuple[Any, ...]:
        found: list[Any] = []
        pull = np.resize([6.0, -8.0, 3.0, 2.5], tuple(x.shape))
        for times in PULLS:
            x.grad = None
            weights = tensor(pull * (times * longest / np.linalg.norm(pull)))
            try:
                ((y + x) * weights).sum().backward(retain_graph=True)
            except TypeError as error:
                why = f"On the way back it stops: {error}. A hook is a function of a gradient, and "
                why += "returns one, or None."
                raise OddForm(why) from error
            assert x.grad is not None
            found.append(x.grad.numpy().copy())
        return y.detach(), *found

    return look


def _wrong(why: str, change: Callable[[Tensor, float], Any]) -> Mistake:
    return Mistake(lambda x, longest: _limit(x, longest, change), why)


LIMIT = Function(
    "x8-limit",
    ask="a function: the values of x, with a gradient that is no longer than `longest`",
    reference=lambda x, longest: _limit(x, longest),
    draws=(
        kept_short(4, longest=0.8), kept_short(2, 2, longest=1.5), kept_short(2, 4, longest=2.5),
    ),
    parts=("the values", "x.grad after a long gradient", "after a short one", "after none at all"),
    trials=3,
    show=lambda x, longest: (
        f"x = {brief(x)}, longest = {longest}; y = limit(x, longest), and then ((y + x) * w).sum()"
        f".backward(), where w has the length {PULLS[0] * longest:g}, "
        f"{PULLS[1] * longest:g} and 0 in turn"
    ),
    observe=_look_limit,
    mistakes=(
        Mistake(_on_x, "The hook is on x itself: what reaches x by another way is shortened with "
                       "it. Put it on a tensor of your own."),
        Mistake(lambda x, longest: _limit(x, longest, lambda g, most: g * (most / _length(x))
                                          if _length(x) > most else g),
                "The length is that of x's values. It is the gradient's that counts, which a hook "
                "is given."),
        _wrong("Each row is shortened by itself. The length is that of all entries, whatever the "
               "shape.",
               lambda g, longest: g * (longest / g.norm(dim=-1, keepdim=True)).clamp(max=1.0)),
        Mistake(lambda x, longest: x.clone(), "The gradient comes through as it is. Does the hook "
                                              "return what is to take its place, and does `limit` "
                                              "return the tensor that has the hook?"),
        _wrong("Each entry is cut off by itself, and the direction is another then. All entries "
               "are to shrink by one factor.", lambda g, longest: g.clamp(-longest, longest)),
        _wrong("A short gradient is made longer: it is to come through as it is. (And one of 0 "
               "has the length 0, by which nothing can be divided.)",
               lambda g, longest: g * (longest / (g**2).sum().sqrt())),
        _wrong("A short gradient is made longer: it is to come through as it is.",
               lambda g, longest: g * (longest / (_length(g) + 1e-12))),
        _wrong("The root is missing: a length is the root of the sum of the squares.",
               lambda g, longest: g * (longest / max(_length(g) ** 2, longest))),
        _wrong("The largest entry is taken for the length.",
               lambda g, longest: g * (longest / max(g.abs().max().item(), longest))),
        _wrong("The sum of the entries' sizes is taken for the length.",
               lambda g, longest: g * (longest / max(g.abs().sum().item(), longest))),
        _wrong("That is the root of the mean of the squares. Under it there is to be their sum.",
               lambda g, longest: g * (longest / max(_length(g) / g.numel()**0.5, longest))),
        _wrong("The hook writes into what it is given, and other uses hold the same tensor. Give "
               "a new one.", _written),
        _wrong("It is shortened to length 1, not to `longest`.",
               lambda g, longest: _shortened(g, 1.0) if _length(g) > longest else g),
        _wrong("A gradient that is too long is gone altogether. It is to be shortened.",
               lambda g, longest: 0.0 * g if _length(g) > longest else g),
        Mistake(lambda x, longest: _limit(x.detach().requires_grad_(), longest),
                "Nothing flows back through it: the values are cut off from x."),
        Mistake(lambda x, longest: _limit(_shortened(x, longest), longest),
                "The values are shortened. They are those of x."),
        Mistake(lambda x, longest: _shortened(x, longest),
                "The values are shortened, and not the gradient."),
        _wrong("A gradient that is too long comes through, and a short one is made longer: look "
               "at the comparison.",
               lambda g, longest: g * (longest / max(_length(g), 1e-30))
               if 0 < _length(g) < longest else g),
    ),
)  # fmt: skip

QUESTIONS = (CURVATURE, LIMIT)
