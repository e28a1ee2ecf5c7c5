"""x8-limit: a gradient kept short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.draws import leaf
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from ...testing.values import brief

PULLS = (9.0, 0.75, 0.0)  # how long gradients are, measured by what is allowed


def kept_short(*shape: int, longest: float) -> Draw:
    """A leaf, and how long a gradient may be."""
    return lambda rng: (leaf(rng, *shape), longest)


def _length(g: Tensor) -> float:
    return float((g**2).sum().sqrt().item())


def _shortened(g: Tensor, longest: float) -> Any:
    return g * (longest / _length(g)) if _length(g) > longest else g


def _limit(x: Tensor, longest: float, change: Callable[[Tensor, float], Any] = _shortened) -> Any:
    y = x.clone()
    y.register_hook(lambda g: change(g, longest))
    return y


def _on_x(x: Tensor, longest: float) -> Any:
    x.register_hook(lambda g: _shortened(g, longest))
    return x


def _written(g: Tensor, longest: float) -> Any:
    return g.mul_(longest / _length(g)) if _length(g) > longest else g


def _look_limit(x: Tensor, longest: float) -> Observed:
    """The values; and what x gets, where x has another use whose gradient is the same tensor."""

    def look(y: Any) -> tuple[Any, ...]:
        found: list[Any] = []
        pull = np.resize([6.0, -8.0, 3.0, 2.5], tuple(x.shape))
        for times in PULLS:
            x.grad = None
            weights = tensor(pull * (times * longest / np.linalg.norm(pull)))
            try:
                ((y + x) * weights).sum().backward(retain_graph=True)
            except TypeError as error:
                why = f"On the way back it stops: {error}. A hook is a function of a gradient, and "
                why += "returns one, or None."
                raise OddForm(why) from error
            assert x.grad is not None
            found.append(x.grad.numpy().copy())
        return y.detach(), *found

    return look


def _wrong(why: str, change: Callable[[Tensor, float], Any]) -> Mistake:
    return Mistake(lambda x, longest: _limit(x, longest, change), why)


LIMIT = Function(
    "x8-limit",
    ask="a function: the values of x, with a gradient that is no longer than `longest`",
    reference=lambda x, longest: _limit(x, longest),
    draws=(
        kept_short(4, longest=0.8), kept_short(2, 2, longest=1.5), kept_short(2, 4, longest=2.5),
    ),
    parts=("the values", "x.grad after a long gradient", "after a short one", "after none at all"),
    trials=3,
    show=lambda x, longest: (
        f"x = {brief(x)}, longest = {longest}; y = limit(x, longest), and then ((y + x) * w).sum()"
        f".backward(), where w has the length {PULLS[0] * longest:g}, "
        f"{PULLS[1] * longest:g} and 0 in turn"
    ),
    observe=_look_limit,
    mistakes=(
        Mistake(_on_x, "The hook is on x itself: what reaches x by another way is shortened with "
                       "it. Put it on a tensor of your own."),
        Mistake(lambda x, longest: _limit(x, longest, lambda g, most: g * (most / _length(x))
                                          if _length(x) > most else g),
                "The length is that of x's values. It is the gradient's that counts, which a hook "
                "is given."),
        _wrong("Each row is shortened by itself. The length is that of all entries, whatever the "
               "shape.",
               lambda g, longest: g * (longest / g.norm(dim=-1, keepdim=True)).clamp(max=1.0)),
        Mistake(lambda x, longest: x.clone(), "The gradient comes through as it is. Does the hook "
                                              "return what is to take its place, and does `limit` "
                                              "return the tensor that has the hook?"),
        _wrong("Each entry is cut off by itself, and the direction is another then. All entries "
               "are to shrink by one factor.", lambda g, longest: g.clamp(-longest, longest)),
        _wrong("A short gradient is made longer: it is to come through as it is. (And one of 0 "
               "has the length 0, by which nothing can be divided.)",
               lambda g, longest: g * (longest / (g**2).sum().sqrt())),
        _wrong("A short gradient is made longer: it is to come through as it is.",
               lambda g, longest: g * (longest / (_length(g) + 1e-12))),
        _wrong("The root is missing: a length is the root of the sum of the squares.",
               lambda g, longest: g * (longest / max(_length(g) ** 2, longest))),
        _wrong("The largest entry is taken for the length.",
               lambda g, longest: g * (longest / max(g.abs().max().item(), longest))),
        _wrong("The sum of the entries' sizes is taken for the length.",
               lambda g, longest: g * (longest / max(g.abs().sum().item(), longest))),
        _wrong("That is the root of the mean of the squares. Under it there is to be their sum.",
               lambda g, longest: g * (longest / max(_length(g) / g.numel()**0.5, longest))),
        _wrong("The hook writes into what it is given, and other uses hold the same tensor. Give "
               "a new one.", _written),
        _wrong("It is shortened to length 1, not to `longest`.",
               lambda g, longest: _shortened(g, 1.0) if _length(g) > longest else g),
        _wrong("A gradient that is too long is gone altogether. It is to be shortened.",
               lambda g, longest: 0.0 * g if _length(g) > longest else g),
        Mistake(lambda x, longest: _limit(x.detach().requires_grad_(), longest),
                "Nothing flows back through it: the values are cut off from x."),
        Mistake(lambda x, longest: _limit(_shortened(x, longest), longest),
                "The values are shortened. They are those of x."),
        Mistake(lambda x, longest: _shortened(x, longest),
                "The values are shortened, and not the gradient."),
        _wrong("A gradient that is too long comes through, and a short one is made longer: look "
               "at the comparison.",
               lambda g, longest: g * (longest / max(_length(g), 1e-30))
               if 0 < _length(g) < longest else g),
    ),
)  # fmt: skip

QUESTIONS = (LIMIT,)
