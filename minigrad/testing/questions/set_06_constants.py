"""Questions of exercise set 6, second part: what is a constant on the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...autograd import grad
from ...creation.data import tensor
from ...nn import Flatten, Linear, Module, Sequential, Tanh
from ...tensor import Tensor
from ..draws import leaf, plain
from ..kinds import Function
from ..mistakes import Mistake
from ..observed import Observed, OddForm
from ..question import Draw
from ..values import kind

UNRECORDED = "Nothing leads back from it: the graph is cut in all places, or was never recorded."


def recorded(result: Any) -> Tensor:
    """A result that backward() can start from.

    Raises:
        OddForm: it is another thing, or has no graph.
    """
    if result is None:
        raise TypeError
    if not isinstance(result, Tensor):
        raise OddForm(f"What is wanted is a tensor with its graph; yours is {kind(result)}.")
    if not result.requires_grad:
        raise OddForm(UNRECORDED)
    return result


# ------------------------------------------------------------------------ a target of its own


def stretch(rows: int, width: int = 2, *, between: Callable[[], Module] = Tanh) -> Draw:
    """A model that gives a number for each row; rows, rewards, the rows after them; a discount."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        v = Sequential(Linear(width, 3), between(), Linear(3, 1), Flatten(0)).double()
        before, reward, after = plain(rng, rows, width), plain(rng, rows), plain(rng, rows, width)
        return v, before, reward, after, round(float(rng.uniform(0.7, 0.95)), 2)

    return draw


def _chased(
    v: Any, before: Tensor, reward: Tensor, after: Tensor, discount: float, *,
    cut: str = "target", more: str = "mean", swap: bool = False, paid: float = 1.0,
    power: int = 2,
) -> Tensor:  # fmt: skip
    """The loss, or with a fault.

    Args:
        v: the model.
        before: rows.
        reward: what was got on the way.
        after: the rows that came then.
        discount: how much a later reward counts.
        cut: what is a constant: the "target", the "guess", or "none".
        more: "mean" or "sum".
        swap: are the rows exchanged?
        paid: how much the reward counts.
        power: of the difference.
    """
    before, after = (after, before) if swap else (before, after)
    guess, target = v(before), paid * reward + discount * v(after)
    guess = guess.detach() if cut == "guess" else guess
    target = target.detach() if cut == "target" else target
    loss: Tensor = getattr((target - guess) ** power, more)()
    return loss


MODE = "v is left in another mode than it came in."
FROZEN = "v is left frozen: not all of its parameters require grad any more."
FILLED = (
    "backward() has been called in it already: return the loss with its graph, and no gradients."
)


def _look_chased(v: Any, *args: Any) -> Observed:
    own, modes = list(v.parameters()), [part.training for part in v.modules()]

    def look(result: Any) -> tuple[Any, ...]:
        loss = recorded(result)
        if not all(one.requires_grad for one in own):
            raise OddForm(FROZEN)
        if any(one.grad is not None for one in own):
            raise OddForm(FILLED)
        if [part.training for part in v.modules()] != modes:
            raise OddForm(MODE)
        if loss.numel() != 1:
            raise OddForm(f"The loss is to be one number; yours is {kind(loss)}.")
        loss.backward()
        slopes = [np.zeros(one.shape) if one.grad is None else one.grad.numpy() for one in own]
        return loss.detach(), np.concatenate([slope.ravel() for slope in slopes])

    return look


def _wrong_chase(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _chased(*args, **fault), why)


CHASE = Function(
    "x6-chase",
    ask="a function that gives the loss, in which the target is a constant",
    reference=lambda v, before, reward, after, discount: (
        _chased(v, before, reward, after, discount)
    ),
    draws=(stretch(3), stretch(2, 3)),
    parts=("the loss", "the gradients"),
    trials=4,
    show=lambda v, before, reward, after, discount: (
        f"{len(before)} rows, reward = {reward.tolist()}, discount = {discount}"
    ),
    observe=_look_chased,
    mistakes=(
        _wrong_chase("A second way back is open, through the target: it comes towards v(before) "
                     "as well. The target is to be a constant.", cut="none"),
        _wrong_chase("It is the wrong one that is a constant: v(before) is to move towards the "
                     "target, not the target towards it.", cut="guess"),
        _wrong_chase("The rows are exchanged: those after are for the target.", swap=True),
        _wrong_chase("The reward is missing in the target.", paid=0.0),
        _wrong_chase("The reward has the wrong sign.", paid=-1.0),
        Mistake(lambda v, before, reward, after, discount:
                _chased(v, before, reward, after, 1.0), "The discount has no part in it."),
        Mistake(lambda v, before, reward, after, discount:
                _chased(v, before, reward, after, -discount),
                "What v says of the rows after has the wrong sign in the target."),
        Mistake(lambda v, before, reward, after, discount:
                _chased(v, before, discount * reward, after, discount),
                "The discount is for v(after) alone, not for the reward."),
        Mistake(lambda v, before, reward, after, discount:
                _chased(v, before, reward, after, 0.0),
                "v(after) is missing in the target."),
        _wrong_chase("The loss is the mean, not the sum.", more="sum"),
        _wrong_chase("The differences are to be squared.", power=1),
    ),
)  # fmt: skip

# -------------------------------------------------------------------- a stair that is no stair


def stair(*shape: int, result: bool = False) -> Draw:
    """Numbers, none of them halfway between two multiples of the step; a leaf or a result."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        x = leaf(rng, *shape)
        return (x * 1 if result else x), float(rng.choice([0.4, 0.6, 0.8]))

    return draw


def _nearest(x: Tensor, step: float) -> Tensor:
    found: Tensor = (x / step).round() * step
    return found


def _count(x: Tensor, step: float) -> Tensor:
    found: Tensor = (x / step).round()
    return found


def _down(x: Tensor, step: float) -> Tensor:
    found: Tensor = (x / step).floor() * step
    return found


def _inwards(x: Tensor, step: float) -> Tensor:
    found: Tensor = x.sign() * _down(x.abs(), step)
    return found


def _snapped(x: Tensor, step: float, slope: float = 1.0, nearest: Any = _nearest) -> Tensor:
    """The nearest multiples, and a slope that has nothing to do with them."""
    through = slope * x
    found: Tensor = through + (nearest(x, step) - through).detach()
    return found


def _scaled(x: Tensor, step: float) -> Tensor:
    """A factor that is a constant: the slope is that factor."""
    return x * (_nearest(x, step) / x).detach()


WRITTEN = "x itself was written into: whoever handed it over finds other numbers in it."


def _look_snapped(x: Tensor, step: float) -> Observed:
    before = x.detach().clone()

    def look(result: Any) -> tuple[Any, ...]:
        if not x.detach().equal(before):
            raise OddForm(WRITTEN)
        found = recorded(result)
        weights = tensor(np.linspace(-2.0, 3.1, found.numel())).reshape(found.shape)
        (slope,) = grad(found, x, weights, allow_unused=True)
        return found.detach(), np.zeros(x.shape) if slope is None else slope

    return look


SNAP = Function(
    "x6-snap",
    ask="a function whose values are multiples of step, and whose slope is 1",
    reference=lambda x, step: _snapped(x, step),
    draws=(stair(3), stair(2, 3, result=True)),
    parts=("the values", "x's gradient"),
    trials=4,
    observe=_look_snapped,
    mistakes=(
        Mistake(lambda x, step: _nearest(x, step) + 0 * x,
                "The values are right, but no gradient comes back: a stair is level, its slope is "
                "0. (And an x that is added and taken off again leaves nothing.)"),
        Mistake(lambda x, step: _snapped(x, step, -1.0),
                "The gradient has the wrong sign: the x that is taken off has a way back, and the "
                "one that is added has none."),
        Mistake(lambda x, step: _snapped(x, step, 2.0), "The gradient comes back twice."),
        Mistake(lambda x, step: _snapped(x, step, step),
                "The slope is step: what has the slope 1 is multiplied by step afterwards."),
        Mistake(lambda x, step: _snapped(x, step, 1 / step),
                "The slope is 1 / step: a way back leads through the division alone."),
        Mistake(_scaled, "The slope is the quotient of the two: it is a term that is to be "
                         "constant, not a factor."),
        Mistake(lambda x, step: x * 1, "The values are those of x: nothing is rounded."),
        Mistake(lambda x, step: _snapped(x, 1.0), "step has no part in it."),
        Mistake(lambda x, step: _snapped(x, step, nearest=_count),
                "How many steps it is, is counted right; how far that is, is to be the value."),
        Mistake(lambda x, step: _snapped(x, 1 / step),
                "How many steps are in x: times step, or divided by it?"),
        Mistake(lambda x, step: _snapped(x, step, nearest=_down),
                "It is always rounded down; wanted is the nearest."),
        Mistake(lambda x, step: _snapped(x, step, nearest=_inwards),
                "It is always rounded towards 0; wanted is the nearest."),
        Mistake(lambda x, step: _snapped(x, step, nearest=lambda x, step: x - _nearest(x, step)),
                "That is the difference between x and the nearest multiple, not the multiple."),
    ),
)  # fmt: skip

QUESTIONS = (CHASE, SNAP)
