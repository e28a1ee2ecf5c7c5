"""Questions of lesson 07, second part: the operations that are written, or repaired."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...creation.filled import ones, ones_like
from ...nn.functional import softplus
from ...tensor import Tensor
from ...testing.draws import leaf, numbers, plain
from ...testing.kinds import Operation
from ...testing.kinds.operation import Halves
from ...testing.mistakes import Mistake
from ...testing.question import Draw

IGNORED = (
    "That would be right if ones arrived. What arrives is `g`: something comes after the result, "
    "and the local slope is multiplied by what it sends."
)

# ---------------------------------------------------------------------------------- a product


def factors(*shapes: tuple[int, ...]) -> Draw:
    """Leaves of these shapes, which broadcast, and what arrives at their product."""

    def draw(rng: np.random.Generator) -> tuple[Tensor, ...]:
        found = [leaf(rng, *shape) for shape in shapes]
        return *found, plain(rng, *np.broadcast_shapes(*shapes))

    return draw


def _multiplied(ctx: Any, a: Tensor, b: Tensor) -> Tensor:
    ctx.save_for_backward(a, b)
    return a * b


def _product(*, summed: bool = True, arrives: bool = True, turned: bool = False) -> Halves:
    """The product; or with a fault: not summed, without what arrives, with the own factor."""

    def backward(ctx: Any, g: Tensor) -> tuple[Tensor, ...]:
        a, b = ctx.saved_tensors
        arriving: Any = g if arrives else ones_like(g) if summed else 1
        grads = [arriving * x for x in ((a, b) if turned else (b, a))]
        return tuple(g.sum_to_size(x.shape) if summed else g for g, x in zip(grads, (a, b)))

    return Halves.of(_multiplied, backward)


UNSUMMED = (
    "It still has the shape of the result, not that of the factor. A factor that was stretched is "
    "used in several places, and what comes from each of them is added up."
)
PRODUCT = Operation(
    "product",
    ask="a Function: the product of two tensors, whose shapes broadcast",
    reference=_product(),
    draws=(
        factors((3,), (2, 3)),
        factors((2, 1), (4,)),
        factors((3, 2), ()),
        factors((3,), (3,)),
    ),
    parts=("the result", "the gradient of a", "the gradient of b"),
    mistakes=(
        Mistake(_product(summed=False), UNSUMMED),
        Mistake(_product(summed=False, arrives=False), IGNORED),
        Mistake(_product(arrives=False), IGNORED),
        Mistake(
            _product(turned=True),
            "The slope of a product for one factor is the other one, not itself.",
        ),
        Mistake(
            _product(turned=True, summed=False),
            "The slope of a product for one factor is the other one, not itself. And the sum over "
            "what was stretched is missing.",
        ),
    ),
)

# ------------------------------------------------------------------------------------ softplus


def _softplus(
    curve: Callable[..., Any] = softplus,
    slope: Callable[..., Any] = lambda x: x.sigmoid(),
    *,
    saves_result: bool = False,
    arrives: bool = True,
) -> Halves:
    """Softplus; or with a fault: another curve or slope, the result saved, without what arrives."""

    def forward(ctx: Any, x: Tensor) -> Any:
        result = curve(x)
        ctx.save_for_backward(result if saves_result else x)
        return result

    def backward(ctx: Any, g: Tensor) -> Any:
        (kept,) = ctx.saved_tensors
        return g * slope(kept) if arrives else slope(kept)

    return Halves.of(forward, backward)


def _large(rng: np.random.Generator) -> tuple[Tensor, ...]:
    """Numbers whose exponential is too large for float64, or next to nothing."""
    x = np.append(numbers(rng, 2), [800.0, -800.0])
    return tensor(x, requires_grad=True), plain(rng, 4)


SOFTPLUS = Operation(
    "softplus",
    ask="a Function: log(1 + exp(x)), right for x = 800, too",
    reference=_softplus(),
    draws=(lambda rng: (leaf(rng, 3), plain(rng, 3)), _large),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(
            _softplus(lambda x: (x.exp() + 1).log()),
            "The formula is right, and for large x the exponential is more than a number can be: "
            "inf. Take the larger of x and 0 out first, as in `shifted`.",
        ),
        Mistake(
            _softplus(lambda x: x + ((-x).exp() + 1).log()),
            "For x = -800 it is exp(-x) that is more than a number can be: the exponent must not "
            "be positive on either side. Take out the larger of x and 0, whichever it is.",
        ),
        Mistake(
            _softplus(lambda x: x.relu() + ((x - x.relu()).exp() + 1).log()),
            "The larger of x and 0 is subtracted from both, from x and from the 0 that the 1 is "
            "the exponential of.",
        ),
        Mistake(
            _softplus(slope=lambda x: x.exp() / (x.exp() + 1)),
            "The formula is right, and for large x it is inf / inf. Divide both by exp(x); or ask "
            "which well-known curve this is.",
        ),
        Mistake(
            _softplus(saves_result=True),
            "This is the slope at the result: what was saved is what came out. The slope is wanted "
            "at the input.",
        ),
        Mistake(_softplus(arrives=False), IGNORED),
        Mistake(
            _softplus(slope=lambda x: (x > 0) * 1.0),
            "That is the slope of relu. Softplus is its smooth sister: near 0 the slope goes "
            "gradually from 0 to 1.",
        ),
    ),
)

# --------------------------------------------------------------------------------- the largest


def _largest(share: Callable[..., Any], *, arrives: bool = True) -> Halves:
    """The largest entry; `share` says which part of what arrives each entry gets."""

    def forward(ctx: Any, x: Tensor) -> Any:
        result = x.amax()
        ctx.save_for_backward(x, result)
        return result

    def backward(ctx: Any, g: Tensor) -> Any:
        x, result = ctx.saved_tensors
        return share(x, x == result) * (g if arrives else 1)

    return Halves.of(forward, backward)


def _first(x: Tensor, largest: Tensor) -> Any:
    """All to the first."""
    found = largest.flatten() * 1.0
    found[int(found.argmax().item()) + 1 :] = 0.0
    return found.view(x.shape)


def _tied(*shape: int, times: int) -> Draw:
    """Numbers of which the largest is there so many times; and what arrives."""

    def draw(rng: np.random.Generator) -> tuple[Tensor, ...]:
        x = numbers(rng, *shape)
        places = rng.choice(x.size, times, replace=False)
        x.flat[places] = 3.45
        return tensor(x, requires_grad=True), plain(rng)

    return draw


LARGEST = Operation(
    "largest",
    ask="a Function: the largest entry; entries that tie share the gradient evenly",
    reference=_largest(lambda x, largest: largest / largest.sum()),
    draws=(_tied(4, times=2), _tied(5, times=1), _tied(2, 4, times=3)),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(
            _largest(lambda x, largest: largest * 1.0),
            "Each of those that tie gets all of g. Together that is more than has arrived.",
        ),
        Mistake(
            _largest(_first),
            "The first gets everything, as in `max(dim)`. Here those that tie are to share.",
        ),
        Mistake(
            _largest(lambda x, largest: largest / x.numel()),
            "It is divided by the number of all entries. How many share?",
        ),
        Mistake(
            _largest(lambda x, largest: largest / 2),
            "Halved, even where nobody ties, or three do. How many share?",
        ),
        Mistake(_largest(lambda x, largest: largest / largest.sum(), arrives=False), IGNORED),
        Mistake(_largest(lambda x, largest: largest * 1.0, arrives=False), IGNORED),
    ),
)

# ----------------------------------------------------------------------------------- a bias


def _bias(total: Callable[[Tensor], Any], *, arrives: bool = True) -> Halves:
    """A number more for each row; `total` makes its gradient."""

    def forward(ctx: Any, x: Tensor, b: Tensor) -> Any:
        return x + b[:, None]

    def backward(ctx: Any, g: Tensor) -> tuple[Any, ...]:
        g = g if arrives else ones_like(g)
        return g, total(g)

    return Halves.of(forward, backward)


def _rows(rows: int, columns: int) -> Draw:
    return lambda rng: (leaf(rng, rows, columns), leaf(rng, rows), plain(rng, rows, columns))


BIAS = Operation(
    "bias",
    ask="the repaired Function: each row of x, and the number that b has for it",
    reference=_bias(lambda g: g.sum(1)),
    draws=(_rows(2, 2), _rows(2, 3), _rows(4, 3)),
    parts=("the result", "the gradient of x", "the gradient of b"),
    mistakes=(
        Mistake(
            _bias(lambda g: g),
            "It has the shape of the result. b[0] goes into every entry of row 0: what comes from "
            "them is added up.",
        ),
        Mistake(
            _bias(lambda g: g.sum(0)),
            "It is summed down the columns. Into which entries of the result does b[0] go?",
        ),
        Mistake(
            _bias(lambda g: g.sum(1, keepdim=True)),
            "The sums are right, and the shape is that of a column. b has one dimension.",
        ),
        Mistake(_bias(lambda g: g.sum()), "All of it is summed. Each row has a number of its own."),
        Mistake(_bias(lambda g: g.mean(1)), "Summed, not averaged: each entry of the row counts."),
        Mistake(_bias(lambda g: g.sum(1), arrives=False), IGNORED),
    ),
)

# ---------------------------------------------------------------------------------- a clamp


def _clamp(
    passes: Callable[..., Any],
    *,
    cut: Callable[..., Any] = lambda x, low, high: x.clamp(low, high),
    arrives: bool = True,
) -> Halves:
    """`x` between two borders; `passes` says where a gradient gets through."""

    def forward(ctx: Any, x: Tensor, low: float, high: float) -> Any:
        result = cut(x, low, high)
        ctx.save_for_backward(x, result)
        ctx.borders = low, high
        return result

    def backward(ctx: Any, g: Tensor) -> tuple[Any, ...]:
        x, result = ctx.saved_tensors
        mask = passes(x, result, *ctx.borders)
        return mask * (g if arrives else 1.0), None, None

    return Halves.of(forward, backward)


def _bordered(rng: np.random.Generator) -> tuple[Any, ...]:
    """Numbers below, at, between, at and above two borders."""
    low, high = -0.5, 1.25
    x = np.append(numbers(rng, 3), [-2.75, low, 0.35, high, 2.85])
    return tensor(x, requires_grad=True), low, high, plain(rng, 8)


CLAMP = Operation(
    "clamp",
    ask="a Function of x, low and high: x, but nothing below low and nothing above high",
    reference=_clamp(lambda x, result, low, high: (x >= low) & (x <= high)),
    draws=(_bordered, lambda rng: (leaf(rng, 2, 3), -1.3, 0.9, plain(rng, 2, 3))),
    parts=("the result", "the gradient of x"),
    mistakes=(
        Mistake(
            _clamp(lambda x, result, low, high: (x > low) & (x < high)),
            "Right, except at the borders: an x that lies on one still gets through.",
        ),
        Mistake(
            _clamp(lambda x, result, low, high: ones(x.shape)),
            "Everything gets through. Where the result is a border, x can move and the result does "
            "not. (If you compared the result with the borders: it is never beyond them. Save the "
            "input.)",
        ),
        Mistake(
            _clamp(lambda x, result, low, high: (x >= low) & (x <= high), arrives=False), IGNORED
        ),
        Mistake(
            _clamp(lambda x, result, low, high: (x >= low) & (x <= high) & (x > 0)),
            "Between the borders all get through, the negative ones, too.",
        ),
        Mistake(
            _clamp(
                lambda x, result, low, high: (x >= low) & (x <= high),
                cut=lambda x, low, high: x.clamp(min=low),
            ),
            "Nothing is cut off above.",
        ),
        Mistake(
            _clamp(
                lambda x, result, low, high: (x >= low) & (x <= high),
                cut=lambda x, low, high: x * ((x >= low) & (x <= high)),
            ),
            "What lies outside becomes 0. It should become the border that it is beyond.",
        ),
        Mistake(_clamp(lambda x, result, low, high: x <= high), "It gets through below low, too."),
        Mistake(_clamp(lambda x, result, low, high: x >= low), "It gets through above high, too."),
    ),
)

QUESTIONS = (PRODUCT, SOFTPLUS, LARGEST, BIAS, CLAMP)
