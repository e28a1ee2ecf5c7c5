"""x3-cut: a network to repair, one half of which never learns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw


def _joined(x: Tensor, first: Tensor, second: Tensor) -> tuple[Any, Any]:
    hidden = (x * first).tanh()
    (hidden * second).sum().backward()
    return first.grad, second.grad


def _cut(x: Tensor, first: Tensor, second: Tensor) -> tuple[Any, Any]:
    """As the suspect does it: the first gradient stays None."""
    hidden = (x * first).tanh().detach()
    (hidden * second).sum().backward()
    return first.grad, second.grad


def _three(*shape: int) -> Draw:
    return lambda rng: (plain(rng, *shape), leaf(rng, *shape), leaf(rng, *shape))


def _joined_with(hidden: Callable[[Tensor, Tensor], Tensor]) -> Callable[..., Any]:
    def wrong(x: Tensor, first: Tensor, second: Tensor) -> tuple[Any, Any]:
        (hidden(x, first) * second).sum().backward()
        return first.grad, second.grad

    return wrong


CUT = Function(
    "x3-cut",
    ask="the repaired function, which gives both gradients",
    reference=_joined,
    draws=(_three(3), _three(5)),
    parts=("first.grad", "second.grad"),
    mistakes=(
        Mistake(
            _cut,
            "Still None: something between `first` and the loss leaves the graph, and comes back "
            "as plain numbers.",
        ),
        Mistake(
            _joined_with(lambda x, first: x * first),
            "The tanh is gone. Repair the cut and leave the computation as it was.",
        ),
    ),
)

QUESTIONS = (CUT,)
