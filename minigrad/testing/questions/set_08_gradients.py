"""Exercise set 8, fourth part: a second derivative along a direction, and a gradient kept short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...autograd import grad
from ...creation.data import tensor
from ...tensor import Tensor
from ..draws import leaf
from ..kinds import Function
from ..mistakes import Mistake
from ..observed import Observed
from ..question import Draw
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


def _look_curvature(f: Callable[[Any], Any], x: Tensor, v: Tensor) -> Observed:
    def look(result: Any) -> tuple[Any, ...]:
        return result, "None" if x.grad is None else "a tensor"

    return look


CURVATURE = Function(
    "x8-curvature",
    ask="a function: how f bends at x in the direction of v, one number",
    reference=_curvature,
    draws=(directions,),
    parts=("the curvature", "x.grad afterwards"),
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
        Mistake(lambda f, x, v: _curvature(f, x, v) / 2, "Nothing is to be halved."),
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
            ((y + x) * weights).sum().backward(retain_graph=True)
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
    observe=_look_limit,
    mistakes=(
        Mistake(_on_x, "The hook is on x itself: what reaches x by another way is shortened with "
                       "it. Put it on a tensor of your own."),
        Mistake(lambda x, longest: x.clone(), "The gradient comes through as it is. Does the hook "
                                              "return what is to take its place?"),
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
    ),
)  # fmt: skip

QUESTIONS = (CURVATURE, LIMIT)
