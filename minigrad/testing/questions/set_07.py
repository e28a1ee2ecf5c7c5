"""Questions of exercise set 7, for lesson 07: ten tests; a product, a sum, rows picked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...creation.filled import ones_like, zeros_like
from ...tensor import Tensor
from ..draws import leaf, plain
from ..kinds import Entries, Operation
from ..kinds.operation import Halves
from ..mistakes import Mistake
from ..question import Draw
from .lesson_07_operations import IGNORED, UNSUMMED, factors

# ------------------------------------------------------------------------------------ ten tests

TESTS = Entries(
    "x7-tests",
    ask="for each of the ten tests True, if the fault shows in x.grad, or False",
    expected={
        "Square at ones": False,
        "Square at twos": True,
        "Cube, summed": False,
        "Cube, doubled and summed": True,
        "Minus of Minus": False,
        "Minus times Minus": True,
        "Total of a square, summed": False,
        "Total of a square, weighed": True,
        "Pick of 2, 0, 1": False,
        "Pick of 0, 0, 1": True,
    },
    hints={
        "Square at ones": "what is the result there, and what is the input?",
        "Square at twos": "what is the result there, and what is the input?",
        "Cube, summed": "what arrives at the cube, if a sum is all that comes after it?",
        "Cube, doubled and summed": "what arrives at the cube here?",
        "Minus of Minus": "how often is a sign forgotten on the way back?",
        "Minus times Minus": (
            "two gradients arrive at the one node and are added, and it passes them on once. How "
            "often is a sign forgotten?"
        ),
        "Total of a square, summed": "ones arrive. Does it matter along which dimension they lie?",
        "Total of a square, weighed": (
            "1, 2, 3 arrive, one for each row. Where does expand lay them?"
        ),
        "Pick of 2, 0, 1": "is any row written twice?",
        "Pick of 0, 0, 1": "is any row written twice?",
    },
)

# --------------------------------------------------------------------------- out of two formulas


def halves(compute: Callable[..., Any], pull: Callable[..., Any]) -> Halves:
    """An operation out of two formulas.

    Args:
        compute: makes the result of the inputs: tensors first, then what is none.
        pull: makes the tensors' gradients of what arrives, the result, and the inputs.
    """

    def forward(ctx: Any, *inputs: Any) -> Any:
        tensors = [x for x in inputs if isinstance(x, Tensor)]
        result = compute(*inputs)
        ctx.save_for_backward(result, *tensors)
        ctx.others = inputs[len(tensors) :]
        return result

    def backward(ctx: Any, g: Tensor) -> tuple[Any, ...]:
        result, *tensors = ctx.saved_tensors
        found = pull(g, result, *tensors, *ctx.others)
        several = found if isinstance(found, tuple) else (found,)
        return *several, *[None] * len(ctx.others)

    names = inspect.signature(compute).parameters.values()
    ctx = inspect.Parameter("ctx", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    vars(forward)["__signature__"] = inspect.Signature([ctx, *names])
    return Halves.of(forward, backward)


# -------------------------------------------------------------------------------- three factors


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

# --------------------------------------------------------------------------- a sum along a dim


def along(*shape: int, dim: int) -> Draw:
    """A leaf, a dimension, and what arrives at what is summed over it."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = leaf(rng, *shape)
        return x, dim, plain(rng, *x.sum(dim).shape)

    return draw


def _total(
    spread: Callable[[Tensor, Tensor, int], Any],
    result: Callable[[Tensor, int], Any] = lambda x, dim: x.sum(dim),
) -> Halves:
    return halves(lambda x, dim: result(x, dim), lambda g, _, x, dim: spread(g, x, dim))


def _back(g: Tensor, x: Tensor, dim: int) -> Any:
    return g.unsqueeze(dim).expand(x.shape)


TOTAL = Operation(
    "x7-total",
    ask="a Function of x and dim: the sum over that dimension",
    reference=_total(_back),
    draws=(
        along(2, 3, dim=0),
        along(2, 3, dim=1),
        along(2, 3, 4, dim=-2),
        along(4, dim=0),
        along(3, 3, dim=1),
    ),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(_total(lambda g, x, dim: ones_like(x)), IGNORED),
        Mistake(
            _total(lambda g, x, dim: _back(g, x, dim) / x.shape[dim]),
            "That is the slope of the mean. In a sum each entry counts whole.",
        ),
        Mistake(
            _total(lambda g, x, dim: g.unsqueeze(dim)),
            "The numbers are right, and it has the size 1 along `dim`. Every entry of `x` is to "
            "have a gradient of its own: `expand` it.",
        ),
        Mistake(
            _total(lambda g, x, dim: g),
            "It has the shape of the result. Every entry of `x` is to have a gradient of its own.",
        ),
        Mistake(
            _total(lambda g, x, dim: ones_like(x) * g.sum()),
            "Every entry gets all that arrives. It went into one of the sums only.",
        ),
        Mistake(_total(lambda g, x, dim: x * _back(g, x, dim)),
                "The slope of a sum for each of its entries is 1, whatever the entry is."),
        Mistake(_total(_back, lambda x, dim: x.sum(dim, keepdim=True)),
                "The numbers are right, and the dimension is still there, with the size 1."),
        Mistake(_total(_back, lambda x, dim: x.sum()), "All of it is summed, not along `dim`."),
        Mistake(_total(_back, lambda x, dim: x.mean(dim)), "That is the mean, not the sum."),
    ),
)  # fmt: skip

# ---------------------------------------------------------------------------------- rows picked


def picked(*shape: int, index: Sequence[int]) -> Draw:
    """A leaf, places along its first dimension, and what arrives."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        return leaf(rng, *shape), list(index), plain(rng, len(index), *shape[1:])

    return draw


def _given_out(
    g: Tensor, x: Tensor, index: Sequence[int], *, add: bool = True, last: bool = True,
    share: bool = False, arrives: bool = True,
) -> Tensor:  # fmt: skip
    """A gradient for each row; or with a fault: repeats not added, the first kept, averaged."""
    found = zeros_like(x)
    for place, row in enumerate(index):
        one = g[place] if arrives else ones_like(g[place])
        if add:
            found[row] += one / index.count(row) if share else one
        elif last or row not in index[:place]:
            found[row] = one
    return found


def _pick(**fault: bool) -> Halves:
    return halves(
        lambda x, index: x[index], lambda g, _, x, index: _given_out(g, x, index, **fault)
    )


PICK = Operation(
    "x7-pick",
    ask="a Function of x and a list of places: those rows of x",
    reference=_pick(),
    draws=(
        picked(3, 2, index=[0, 2, 0, 1]),
        picked(4, index=[3, 3, 3, 0]),
        picked(3, 3, index=[2, 1]),
        picked(2, 4, index=[1, 0, 1, 1, 0]),
    ),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(
            _pick(add=False),
            "Right for a row that is picked once. Of one that is picked several times only the "
            "last use counts. (`grad[index] += g` does the same: it reads all rows, adds, and "
            "writes all of them.)",
        ),
        Mistake(_pick(add=False, last=False),
                "Of a row that is picked several times only the first use counts."),
        Mistake(_pick(share=True), "It is averaged over the uses of a row. They are added up."),
        Mistake(_pick(arrives=False), IGNORED),
        Mistake(_pick(arrives=False, add=False), IGNORED),
        Mistake(
            halves(lambda x, index: x[index], lambda g, _, x, index: g),
            "It has a row for every row of the result. `x` is to have one gradient for each of its "
            "own rows.",
        ),
        Mistake(
            halves(lambda x, index: x[index], lambda g, _, x, index: ones_like(x)),
            "Ones for all: a row that nobody picked has no part in the result, and one that was "
            "picked twice has two.",
        ),
        Mistake(
            halves(lambda x, index: x[index], lambda g, _, x, index: _given_out(g, x, index) * x),
            "A picked row is passed on as it is: its slope is 1, whatever is in it.",
        ),
        Mistake(
            halves(lambda x, index: x[sorted(set(index))], lambda g, _, x, index: zeros_like(x)),
            "Each row is there once, in the order of `x`. `index` says which, how often, in what "
            "order.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (TESTS, PRODUCT, TOTAL, PICK)
