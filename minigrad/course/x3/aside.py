"""x3-aside: gradients taken without touching anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import autograd
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw


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

QUESTIONS = (ASIDE,)
