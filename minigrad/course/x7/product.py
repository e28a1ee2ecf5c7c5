"""x7-product: a product of three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...creation.filled import ones_like
from ...tensor import Tensor
from ...testing.kinds import Operation
from ...testing.kinds.operation import Halves
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ..lessons.lesson_07_operations import IGNORED, UNSUMMED, factors
from .halves import halves


def with_zero(*shapes: tuple[int, ...]) -> Draw:
    """Factors, of which the first has a 0 in it."""

    def draw(rng: np.random.Generator) -> tuple[Tensor, ...]:
        first, *others = factors(*shapes)(rng)
        values = first.detach().numpy()
        values.flat[rng.integers(values.size)] = 0.0
        return tensor(values, requires_grad=True), *others

    return draw


def _others(one: int, factors: Sequence[Tensor]) -> Tensor:
    first, second = (x for place, x in enumerate(factors) if place != one)
    return first * second


def _leading(g: Tensor, like: Tensor) -> Tensor:
    """Summed over the dimensions that `like` does not have, and over no other."""
    return g.sum(tuple(range(g.dim() - like.dim()))) if g.dim() > like.dim() else g


def _thin(g: Tensor, like: Tensor) -> Tensor:
    """Summed where `like` has the size 1, and not over the dimensions that it does not have."""
    for dim, size in enumerate(like.shape):
        g = g.sum(dim, keepdim=True) if size == 1 else g
    return g


def _product(
    slope: Callable[[int, Sequence[Tensor]], Any] = _others,
    fit: Callable[[Tensor, Tensor], Any] = lambda g, x: g.sum_to_size(x.shape),
    arrives: bool = True,
    result: Callable[..., Any] = lambda a, b, c: a * b * c,
) -> Halves:
    def pull(g: Tensor, _: Tensor, *three: Tensor) -> tuple[Any, ...]:
        g = g if arrives else ones_like(g)
        return tuple(fit(g * slope(place, three), x) for place, x in enumerate(three))

    return halves(lambda a, b, c: result(a, b, c), pull)


def _whole(place: int, three: Sequence[Tensor]) -> Tensor:
    return three[0] * three[1] * three[2]


def _next(step: int, *, with_itself: bool = False) -> Callable[[int, Sequence[Tensor]], Any]:
    return lambda place, three: three[(place + step) % 3] * (three[place] if with_itself else 1)


_OWN = "The slope for one factor is the product of the two others. "
PRODUCT = Operation(
    "x7-product",
    ask="a Function: the product of three tensors, whose shapes broadcast",
    reference=_product(),
    draws=(
        factors((3,), (2, 1), ()),
        factors((2, 3), (3,), (2, 1)),
        with_zero((4,), (2, 4), (1, 4)),
        factors((1,), (2, 1, 3), (2, 1)),
    ),
    parts=("the result", "the gradient of a", "the gradient of b", "the gradient of c"),
    mistakes=(
        Mistake(_product(fit=lambda g, x: g), UNSUMMED),
        Mistake(
            _product(fit=_leading),
            "The dimensions that it does not have are summed over. Those where it has the size 1 "
            "and the result has more are stretched, too.",
        ),
        Mistake(
            _product(fit=_thin),
            "Where it has the size 1 it is summed. The dimensions that it does not have at all are "
            "stretched, too: they are summed over, and gone.",
        ),
        Mistake(_product(arrives=False), IGNORED),
        Mistake(_product(fit=lambda g, x: g, arrives=False), IGNORED),
        Mistake(
            _product(lambda place, three: _whole(place, three) / three[place]),
            "Right, until a factor is 0: then the product divided by it is 0 / 0. Multiply the two "
            "others.",
        ),
        Mistake(_product(_whole), _OWN + "In yours it is a factor itself."),
        Mistake(_product(lambda place, three: three[place]), _OWN + "Yours has itself instead."),
        *(Mistake(_product(_next(step)), _OWN + "One of them is missing.") for step in (1, 2)),
        *(
            Mistake(
                _product(_next(step, with_itself=True)),
                _OWN + "In yours the factor itself stands in the place of one of them.",
            )
            for step in (1, 2)
        ),
        Mistake(
            _product(lambda place, three: sum(_others(one, three) for one in range(3))),
            _OWN + "Yours has the slopes of all three, added up.",
        ),
        Mistake(
            _product(lambda place, three: _whole(place, three) * 0 + sum(three) - three[place]),
            _OWN + "Yours has their sum.",
        ),
        Mistake(
            _product(fit=lambda g, x: g.sum_to_size(x.shape) * (x.numel() / g.numel())),
            "It is averaged over the uses of an entry. They are added up: each of them counts.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (PRODUCT,)
