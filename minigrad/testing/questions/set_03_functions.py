"""Questions of exercise set 3, second half: functions that others could use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import autograd
from ...autograd.grad_mode import no_grad
from ...tensor import Tensor
from ..draws import leaf, plain, turned
from ..kinds import Function
from ..mistakes import Mistake
from ..question import Draw


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

# ------------------------------------------------------------------------------------ keeping


def _watch(x: Tensor, y: Tensor, kept: str = "ac") -> tuple[Tensor, ...]:
    a = x * y
    b = a.sin()
    c = b + x
    for name, one in zip("abc", (a, b, c)):
        if name in kept:
            one.retain_grad()
    (c * c).sum().backward()
    return a, b, c


def _look_at_kept(x: Tensor, y: Tensor) -> Callable[[Any], Any]:
    """Who was asked, what they have; and x.grad, if anybody was: what is given earns nothing."""

    def look(result: Any) -> tuple[Any, ...]:
        kept = {name: one for name, one in zip("abc", result, strict=True) if one.retains_grad}
        grads = (kept[name].grad if name in kept else None for name in "ac")
        return (", ".join(kept) or "none of them", *grads, x.grad if kept else None)

    return look


WATCH = Function(
    "x3-watch",
    ask="a function that keeps the gradients of a and c, and no other result's",
    reference=lambda x, y: _watch(x, y),
    draws=(
        lambda rng: (leaf(rng, 3), leaf(rng, 3)),
        lambda rng: (leaf(rng, 2, 3), leaf(rng, 3)),
        lambda rng: (turned(rng, 2, 3), plain(rng, 2, 1)),
    ),
    parts=("asked to keep it", "a.grad", "c.grad", "x.grad then"),
    observe=_look_at_kept,
    mistakes=(
        Mistake(
            lambda x, y: _watch(x, y, ""),
            "None: nobody has asked for it, or too late, or no path leads to it from the loss. "
            "`retain_grad()` has to be called before backward() runs: the gradient passes only "
            "then.",
        ),
        Mistake(
            lambda x, y: _watch(x, y, "abc"),
            "b keeps its gradient too. Nobody needs it, and it takes as much memory as b.",
        ),
        *(
            Mistake(
                lambda x, y, kept=kept: _watch(x, y, kept),
                "Each tensor is asked by itself: a and c, and no other. Where nobody has asked, "
                "there is None.",
            )
            for kept in ("a", "b", "c", "ab", "bc")
        ),
    ),
)


def _case(function: Callable[[Tensor], Tensor], *shape: int, before: bool = True) -> Draw:
    """A function, and a leaf that has a gradient already, or none."""

    def draw(rng: np.random.Generator) -> tuple[Any, Tensor]:
        x = leaf(rng, *shape)
        if before:
            x.grad = plain(rng, *shape)
        return function, x

    return draw


def _aside(f: Callable[[Tensor], Tensor], x: Tensor) -> Any:
    return autograd.grad(f(x), x)[0]


def _look_aside(f: Any, x: Tensor) -> Callable[[Any], Any]:
    def look(result: Any) -> tuple[Any, ...]:
        if result is None:
            raise TypeError("it returns nothing")
        return result, x.grad, x.requires_grad

    return look


def _without_care(f: Callable[[Tensor], Tensor], x: Tensor) -> Any:
    f(x).backward()
    return x.grad


def _cleared(f: Callable[[Tensor], Tensor], x: Tensor) -> Any:
    x.grad = None
    f(x).backward()
    return x.grad


def _then_none(f: Callable[[Tensor], Tensor], x: Tensor) -> Any:
    x.grad = None
    f(x).backward()
    found, x.grad = x.grad, None
    return found


def _same_put_back(f: Callable[[Tensor], Tensor], x: Tensor, zeros: bool = False) -> Any:
    """What was saved is the tensor that backward() adds into."""
    before = x.grad
    if zeros and before is not None:
        before.zero_()
    f(x).backward()
    assert x.grad is not None
    found, x.grad = x.grad.clone(), before
    return found


ASIDE = Function(
    "x3-aside",
    ask="a function that gives the gradient of f at x and leaves x as it was",
    reference=_aside,
    draws=(
        _case(lambda x: (x * x).sum(), 3),
        _case(lambda x: x.sin().sum() * 3, 2, 3, before=False),
        _case(lambda x: x**3),
        _case(lambda x: (x[1:] * x[:-1]).sum(), 4, before=False),
    ),
    parts=("the gradient", "x.grad afterwards", "x.requires_grad"),
    observe=_look_aside,
    show=lambda f, x: f"x = {x.tolist()}, x.grad = {x.grad if x.grad is None else x.grad.tolist()}",
    mistakes=(
        Mistake(
            _without_care,
            "backward() has added to what was in x.grad. It shall be as it was before, and not be "
            "in your answer.",
        ),
        Mistake(
            _cleared,
            "x.grad is not as it was. What stood there belongs to somebody else; put it back, or "
            "do not touch it.",
        ),
        Mistake(_then_none, "x.grad was thrown away. It shall be as it was before the call."),
        *(
            Mistake(
                wrong,
                "What is put back is no copy of what was there: it is the very tensor that "
                "backward() adds into, if it stands in x.grad at that moment.",
            )
            for wrong in (_same_put_back, lambda f, x: _same_put_back(f, x, zeros=True))
        ),
    ),
)


QUESTIONS = (STEP, WATCH, ASIDE)
