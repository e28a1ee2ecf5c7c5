"""Questions of exercise set 4, second part: two losses, and a loop that lets go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import autograd
from ...tensor import Tensor
from ..draws import leaf, plain, turned
from ..kinds import Function
from ..lives import NOT_KEPT, crowd, passes, walked
from ..mistakes import Mistake
from ..observed import Counted, Observed, parted
from ..question import Draw

# ------------------------------------------------------------------------- each loss by itself


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

# ------------------------------------------------------------------------------ letting go

ROUNDS = 12


def _summary(
    w: Tensor,
    batches: Tensor,
    *,
    keep: bool = False,
    error: str = "mean",
    rounds: int | None = None,
    backward: bool = True,
    last: bool = False,
) -> tuple[Any, ...]:
    losses: list[Any] = []
    for x in batches[:rounds]:
        loss = getattr((w * x).tanh() ** 2, error)()
        if last:
            w.grad = None
        if backward:
            loss.backward()
        losses.append(loss if keep else loss.item())
    kept = [float(loss) for loss in losses]
    return sum(kept) / len(kept), max(kept), w.grad


def _look_summary(w: Tensor, batches: Tensor) -> Observed:
    heard = crowd()

    def look(result: Any) -> tuple[Any, ...]:
        return *parted(result, "average", "largest", "w.grad"), heard()

    return look


def _report(change: Callable[[float, float, Any], Any]) -> Callable[..., Any]:
    return lambda w, batches: change(*_summary(w, batches))


SUMMARY = Function(
    "x4-summary",
    ask="the repaired function: average, largest, gradient, and no graph outlives its round",
    reference=lambda w, batches: _summary(w, batches),
    draws=(
        lambda rng: (leaf(rng, 3), plain(rng, ROUNDS, 3)),
        lambda rng: (leaf(rng, 3), plain(rng, ROUNDS, 2, 3)),
        lambda rng: (leaf(rng, 2, 1), plain(rng, ROUNDS, 2, 3)),
    ),
    parts=("average", "largest", "w.grad", "graphs alive at once"),
    trials=3,
    observe=_look_summary,
    mistakes=(
        Mistake(
            lambda w, batches: _summary(w, batches, keep=True),
            "The graphs of the rounds before are still alive: something that outlives the round "
            "leads to them, a sum or a list of losses. There are two such places: have you mended "
            "both?",
        ),
        Mistake(
            lambda w, batches: _summary(w, batches, error="sum"),
            "The loss is the mean of the squares, not the sum.",
        ),
        Mistake(
            lambda w, batches: _summary(w, batches, rounds=1),
            "Only the first round is in it: does the function end too early?",
        ),
        Mistake(lambda w, batches: _summary(w, batches, rounds=-1), "The last round is not in it."),
        Mistake(
            lambda w, batches: _summary(w, batches, backward=False),
            "There is no gradient: has backward() run in each round, and is the gradient among the "
            "three results?",
        ),
        Mistake(
            lambda w, batches: _summary(w, batches, last=True),
            "Only the last round's gradient is in it; those of all rounds add up.",
        ),
        Mistake(
            lambda w, batches: (0, _summary(w, batches[-1:])[1], 0),
            "That is the last loss, not the largest.",
        ),
        Mistake(
            _report(lambda average, largest, grad: (average * ROUNDS, average, grad)),
            "That is the sum of the losses, or their average, where the other is wanted.",
        ),
        Mistake(
            _report(lambda average, largest, grad: (largest, average, grad)),
            "That is the other of the two numbers.",
        ),
    ),
)

# ----------------------------------------------------------------------------------- two players


def _game(*shape: int) -> Draw:
    """One who draws, one who judges, their numbers, and what the picture is made from."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        return (
            Counted(lambda g, z: (g * z).tanh()),
            Counted(lambda d, picture: d * picture + d.sin()),
            leaf(rng, *shape),
            leaf(rng, *shape),
            plain(rng, *shape),
        )

    return draw


def _wide(rng: np.random.Generator) -> tuple[Any, ...]:
    """Numbers that are broadcast."""
    paint, judge, *_ = _game()(rng)
    return paint, judge, leaf(rng, 3), turned(rng, 2, 3), plain(rng, 2, 1)


def _players(
    paint: Any, judge: Any, g: Tensor, d: Tensor, z: Tensor, fault: str = ""
) -> tuple[Any, ...]:
    """Two gradients, the faults being those that PLAYERS knows."""
    picture = paint(g, z)
    seen = picture if fault in ("joined", "kept") else picture.detach()
    more = "sum" if fault == "sum" else "mean"
    hold = fault in ("joined", "kept", "hold")
    getattr(judge(d, seen) ** 2, more)().backward(retain_graph=hold)
    for_d = d.grad if fault == "both" else None if d.grad is None else d.grad.clone()
    if fault != "joined":
        g.grad = None
    picture = paint(g, z) if fault == "again" else picture
    getattr((judge(d, picture) - (0 if fault == "goal" else 1)) ** 2, more)().backward()
    return for_d, g.grad


def _faulty(fault: str) -> Callable[..., tuple[Any, ...]]:
    def wrong(paint: Any, judge: Any, g: Tensor, d: Tensor, z: Tensor) -> tuple[Any, ...]:
        return _players(paint, judge, g, d, z, fault)

    return wrong


def _look_players(paint: Any, judge: Any, g: Tensor, d: Tensor, z: Tensor) -> Observed:
    heard = passes()

    def look(result: Any) -> tuple[Any, ...]:
        grads = parted(result, "d's gradient", "g's gradient")
        return *grads, paint.calls, walked(heard())

    return look


PLAYERS = Function(
    "x4-players",
    ask="a function that gives d's gradient of D's loss, and g's gradient of G's loss",
    reference=lambda paint, judge, g, d, z: _players(paint, judge, g, d, z),
    draws=(_game(3), _game(2, 3), _wide),
    parts=("d's gradient", "g's gradient", "pictures", "the graphs"),
    trials=3,
    observe=_look_players,
    show=lambda paint, judge, g, d, z: (
        f"g = {g.tolist()}, d = {d.tolist()}, z = {z.tolist()}"
    ),
    mistakes=(
        Mistake(
            _faulty("both"),
            "G's loss is in it, too: its way back to g leads through the judge, and d's gradients "
            "add up in d.grad. Take D's away before, or ask for g's alone.",
        ),
        Mistake(
            _faulty("kept"),
            "D's pass has walked the picture's graph as well, which was kept for that. For D the "
            "picture is a constant.",
        ),
        Mistake(
            _faulty("joined"),
            "D's loss is in it, too: it went back through the picture to g. For D the picture is "
            "a constant.",
        ),
        Mistake(_faulty("hold"), NOT_KEPT),
        Mistake(_faulty("sum"), "The losses are means, not sums."),
        Mistake(
            lambda paint, judge, g, d, z: _players(paint, judge, g, d, z)[::-1],
            "d's and g's gradients are swapped: d's comes first.",
        ),
        Mistake(_faulty("again"), "One picture is enough for both."),
        Mistake(_faulty("goal"), "G wants the judge to say 1: its loss is (verdict - 1)²."),
    ),
)  # fmt: skip

QUESTIONS = (EACH, SUMMARY, PLAYERS)
