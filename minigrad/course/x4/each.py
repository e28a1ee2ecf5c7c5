"""x4-each: the gradients of two losses, each by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import autograd
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Counted, Observed, parted
from ...testing.question import Draw


def _losses(*shape: int, before: bool = False) -> Draw:
    """A trunk and two losses of it; a leaf that has a gradient already, or none."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x, weights = leaf(rng, *shape), plain(rng, *shape)
        if before:
            x.grad = plain(rng, *shape)
        return (
            Counted(lambda x: x.sin() * x),
            lambda h: (h * weights).sum(),
            lambda h: (h**2).mean(),
            x,
        )

    return draw


def _each(trunk: Any, first: Any, second: Any, x: Tensor) -> tuple[Any, ...]:
    h = trunk(x)
    (one,) = autograd.grad(first(h), x, retain_graph=True)
    (other,) = autograd.grad(second(h), x)
    return one, other, one + other


def _each_grad(
    trunk: Any, first: Any, second: Any, x: Tensor, clear: bool = False, same: bool = False
) -> tuple[Any, ...]:
    """By .grad, with a fault: not cleared, or the first result still the tensor in .grad."""
    h = trunk(x)
    first(h).backward(retain_graph=True)
    one = x.grad if same else _copied(x)
    if clear:
        x.grad = None
    second(h).backward()
    return one, _copied(x), _copied(x) + one


def _copied(x: Tensor) -> Tensor:
    assert x.grad is not None
    copied: Tensor = x.grad.clone()
    return copied


def _each_lost(trunk: Any, first: Any, second: Any, x: Tensor) -> tuple[Any, ...]:
    x.grad = None
    return _each(trunk, first, second, x)


def _each_one_tensor(trunk: Any, first: Any, second: Any, x: Tensor) -> tuple[Any, ...]:
    """Cleared at the beginning alone, and .grad itself handed over, twice."""
    x.grad = None
    h = trunk(x)
    (first(h) + second(h)).backward()
    return x.grad, x.grad, 2 * _copied(x)


def _rebuilt(trunk: Any, first: Any, second: Any, x: Tensor) -> tuple[Any, ...]:
    one, other = (autograd.grad(loss(trunk(x)), x)[0] for loss in (first, second))
    return one, other, one + other


def _rebuilt_thrice(trunk: Any, first: Any, second: Any, x: Tensor) -> tuple[Any, ...]:
    trunk(x)
    return _rebuilt(trunk, first, second, x)


def _with(change: Callable[[Any, Any], tuple[Any, ...]]) -> Callable[..., tuple[Any, ...]]:
    """The right gradients, put together otherwise."""
    return lambda trunk, first, second, x: change(*_each(trunk, first, second, x)[:2])


def _look_each(trunk: Any, first: Any, second: Any, x: Tensor) -> Observed:
    empty = x.grad is None

    def look(result: Any) -> tuple[Any, ...]:
        after = "nothing" if empty and x.grad is None else x.grad
        return *parted(result, "the first's", "the second's", "the sum's"), trunk.calls, after

    return look


ONCE = "The trunk is to be computed once: keep its result, and use it for both losses."

ONE_TENSOR = "This is the tensor in x.grad itself, and the second pass was added into it."

EACH = Function(
    "x4-each",
    ask="a function that gives the gradient of each loss by itself, and of their sum",
    reference=_each,
    draws=(_losses(3), _losses(2, 3, before=True), _losses(), _losses(4, before=True)),
    parts=("the first's", "the second's", "the sum's", "calls of trunk", "x.grad afterwards"),
    observe=_look_each,
    show=lambda trunk, first, second, x: (
        f"x = {x.tolist()}, x.grad = {x.grad if x.grad is None else x.grad.tolist()}"
    ),
    mistakes=(
        Mistake(
            lambda trunk, first, second, x: _each_grad(trunk, first, second, x),
            "backward() adds to what is in x.grad, from the pass before or from before the call. "
            "Each gradient is wanted by itself, and x.grad is to stay as it was.",
        ),
        Mistake(
            lambda trunk, first, second, x: _each_grad(trunk, first, second, x, same=True),
            ONE_TENSOR,
        ),
        Mistake(
            lambda trunk, first, second, x: _each_grad(trunk, first, second, x, clear=True),
            "x.grad is not as it was: what stood there belongs to somebody else.",
        ),
        Mistake(_each_one_tensor, ONE_TENSOR),
        Mistake(_each_lost, "x.grad is not as it was: what stood there belongs to somebody else."),
        Mistake(_rebuilt, ONCE),
        Mistake(_rebuilt_thrice, ONCE),
        Mistake(_with(lambda a, b: (b, a, a + b)), "That is the other loss's gradient."),
        Mistake(_with(lambda a, b: (a, b, a - b)), "That is the difference of the two."),
        Mistake(
            _with(lambda a, b: (a, a, a + a)),
            "The first loss's twice; the other loss's is not there.",
        ),
        Mistake(_with(lambda a, b: (a, b, (a + b) / 2)), "The sum of the two, not their mean."),
        Mistake(_with(lambda a, b: (a, b, a * b)), "The sum of the two, not their product."),
        Mistake(_with(lambda a, b: (a, b, a)), "The second loss is missing in the sum."),
        Mistake(_with(lambda a, b: (a, b, b)), "The first loss is missing in the sum."),
    ),
)

QUESTIONS = (EACH,)
