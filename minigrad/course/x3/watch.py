"""x3-watch: a gradient kept on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...tensor import Tensor
from ...testing.draws import leaf, plain, turned
from ...testing.kinds import Function
from ...testing.mistakes import Mistake


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

QUESTIONS = (WATCH,)
