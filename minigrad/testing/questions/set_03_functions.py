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
    rate: float = 0.1, keep: bool = False, error: str = "mean"
) -> Callable[[Tensor, Tensor, Tensor], None]:
    """A step with a fault in it."""

    def wrong(w: Tensor, xs: Tensor, targets: Tensor) -> None:
        getattr((w * xs - targets) ** 2, error)().backward()
        assert w.grad is not None
        with no_grad():
            w -= rate * w.grad
        if not keep:
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
    def look(result: Any) -> tuple[Any, ...]:
        a, b, c = result
        return (
            a.grad if a.retains_grad else None,
            c.grad if c.retains_grad else None,
            bool(b.retains_grad),
            x.grad,
        )

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
    parts=("a.grad", "c.grad", "b keeps one", "x.grad"),
    observe=_look_at_kept,
    mistakes=(
        Mistake(
            lambda x, y: _watch(x, y, ""),
            "None: nobody has asked for it, or too late. Its `retain_grad()` has to be called "
            "before backward() runs, for the gradient passes only then.",
        ),
        Mistake(
            lambda x, y: _watch(x, y, "abc"),
            "b keeps its gradient too. Nobody needs it, and it takes as much memory as b.",
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
    return lambda result: (result, x.grad, x.requires_grad)


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
    ),
)


# --------------------------------------------------------------------------------- explaining


def _behind(loss: Tensor) -> set[Any]:
    """All nodes of a graph."""
    seen: set[Any] = set()
    waiting = [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in seen:
            seen.add(node)
            waiting += [behind for behind, _ in node.next_functions]
    return seen


def _reached(one: Tensor, loss: Tensor) -> bool:
    nodes = _behind(loss)
    return one.grad_fn in nodes or any(getattr(n, "variable", None) is one for n in nodes)


def _alike(one: Tensor, loss: Tensor) -> bool:
    """Is there a leaf of the same value?"""
    leaves = (getattr(node, "variable", None) for node in _behind(loss))
    return _reached(one, loss) or any(n is not None and n.item() == one.item() for n in leaves)


def _why(
    one: Tensor,
    loss: Tensor,
    order: str = "nru",
    retains: bool = True,
    reached: Callable[[Tensor, Tensor], bool] = _reached,
) -> str:
    """Ask in an order: does it require grad, is it reached, is it kept?"""
    answers = {
        "n": ("plain", not one.requires_grad),
        "r": ("elsewhere", not reached(one, loss)),
        "u": ("passes", not one.is_leaf and not (retains and one.retains_grad)),
    }
    return next((answers[word][0] for word in order if answers[word][1]), "filled")


def _scene(which: str) -> Draw:
    """A tensor of a certain kind, and a loss."""

    def draw(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        x, y, other, c = leaf(rng), leaf(rng), leaf(rng), plain(rng)
        a = x * y
        kept = a.sin()
        kept.retain_grad()
        aside = other * x
        loss = (kept * c + a) ** 2
        made = {
            "leaf": x,
            "constant": c,
            "result": a,
            "kept": kept,
            "other": other,
            "aside": aside,
            "cut": a.detach(),
            "loss": loss,
        }
        return made[which], loss

    return draw


WHY = Function(
    "x3-why",
    ask='a function that gives "plain", "elsewhere", "passes" or "filled"',
    reference=lambda tensor, loss: _why(tensor, loss),
    draws=tuple(
        map(_scene, ("leaf", "constant", "result", "kept", "other", "aside", "cut", "loss"))
    ),
    trials=8,
    show=lambda one, loss: f"a tensor: {one}\n(its loss is {loss})",
    mistakes=(
        Mistake(
            lambda tensor, loss: _why(tensor, loss, reached=_alike),
            "Another leaf has the same value, and yours takes the one for the other: ask with "
            "`is`, not with `==`.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, "nu"),
            "You do not look whether the loss was computed from it at all.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, retains=False),
            "A result that was asked to keep its gradient is filled: look at `retains_grad`.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, "ru"),
            "A tensor that does not require grad is plain, and that is asked first.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, "nur"),
            "For a result off the path, 'elsewhere' comes before 'passes'.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, "nr"),
            "A result passes its gradient on, unless it was asked to keep it.",
        ),
        Mistake(
            lambda tensor, loss: (
                "plain"
                if not tensor.requires_grad
                else "filled" if tensor.is_leaf or tensor.retains_grad else "passes"
            ),
            "You do not look whether the loss was computed from it at all.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (STEP, WATCH, ASIDE, WHY)
