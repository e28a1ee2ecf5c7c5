"""Questions of exercise set 4, last part: back at most k steps, and what a graph has left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import autograd
from ...creation import tensor
from ...tensor import Tensor
from ..draws import leaf, numbers, plain
from ..kinds import Function
from ..lives import passes, walked
from ..mistakes import Mistake
from ..question import Draw
from .set_04 import KEPT, Observed, parted

# --------------------------------------------------------------------------------- recurrence


def _sequence(length: int, k: int, *shape: int, of: tuple[int, ...] | None = None) -> Draw:
    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        inputs = plain(rng, length, *(of or shape)) / 2
        return tensor(numbers(rng, *shape) / 2, requires_grad=True), plain(rng, *shape), inputs, k

    return draw


def _truncated(
    w: Tensor,
    h: Any,
    xs: Sequence[Tensor],
    k: int,
    *,
    cut: str = "state",
    rest: bool = True,
    more: str = "sum",
    ends: bool = False,
    retain: bool = False,
) -> tuple[Any, Any]:
    """The gradient and the last state.

    Args:
        w: the leaf.
        h: the first state.
        xs: the inputs.
        k: how many steps a pass goes back.
        cut: "state", or "none", or "lost" if the state begins anew, or "back" to the first one.
        rest: is there a pass for the steps left over?
        more: "sum" or "mean" of the squares.
        ends: does only the last step of each piece count?
        retain: are the graphs kept?
    """
    loss: Any = 0.0
    for place, x in enumerate(xs, 1):
        h = (w * h + x).tanh()
        one = getattr(h**2, more)()
        loss = one if ends else loss + one
        if place % k == 0 or (rest and place == len(xs)):
            loss.backward(retain_graph=retain or cut == "none")
            loss = 0.0
            h = {"state": h.detach(), "none": h, "lost": h.detach() * 0}[cut]
    return w.grad, h


def _look_truncated(w: Tensor, h: Tensor, xs: Tensor, k: int) -> Observed:
    heard = passes()

    def look(result: Any) -> tuple[Any, ...]:
        grad, state = parted(result, 2)
        return grad, state, bool(getattr(state, "requires_grad", False)), walked(heard())

    return look


def _fault(**changes: Any) -> Callable[..., tuple[Any, Any]]:
    return lambda w, h, xs, k: _truncated(w, h, xs, k, **changes)


TRUNCATED = Function(
    "x4-truncated",
    ask="a function that gives w.grad after all steps and the last state, a pass every k steps",
    reference=lambda w, h, xs, k: _truncated(w, h, xs, k),
    draws=(
        _sequence(6, 2, 3),
        _sequence(7, 3, 2, 3),
        _sequence(4, 3),
        _sequence(5, 4, 2, 3, of=(3,)),
    ),
    parts=("w.grad", "the last state", "it requires grad", "the graphs"),
    trials=4,
    observe=_look_truncated,
    mistakes=(
        Mistake(
            lambda w, h, xs, k: (0, _truncated(w, h, xs, k)[1].detach().requires_grad_()),
            "The state that you return requires grad. Hand it over without a graph, detached.",
        ),
        Mistake(
            _fault(cut="none"),
            "The way back leads to the very first step, so nothing was cut. There is a pass after "
            "every k steps, and the state goes on without the graph behind it.",
        ),
        Mistake(
            lambda w, h, xs, k: _truncated(w, h, xs, k)[::-1],
            "The gradient comes first, then the state.",
        ),
        Mistake(
            lambda w, h, xs, k: (_truncated(w, h, xs, k)[0], 0.0),
            "The second result is to be the last state.",
        ),
        Mistake(
            lambda w, h, xs, k: _truncated(w, h, xs, 1),
            "There is a pass, and a cut, after every step; asked for is one after every k steps.",
        ),
        Mistake(
            lambda w, h, xs, k: _truncated(w, h, xs, k + 1),
            "The passes are k + 1 steps apart: off by one.",
        ),
        Mistake(
            _fault(rest=False),
            "The steps that are left over at the end, fewer than k, have no pass.",
        ),
        Mistake(
            _fault(ends=True),
            "Only the last step before each pass counts; the loss is a sum over all steps.",
        ),
        Mistake(
            _fault(cut="lost"),
            "The state begins with 0 after each pass. Its value is to go on; only the graph behind "
            "it is not.",
        ),
        Mistake(_fault(more="mean"), "The squares are to be summed, not averaged."),
        Mistake(_fault(retain=True), KEPT),
    ),
)

# -------------------------------------------------------------------------------- what is left


def _behind(loss: Tensor, deep: bool = True) -> set[Any]:
    """All nodes of a graph, or only the last one and those next to it."""
    seen, waiting = set(), [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in seen:
            seen.add(node)
            waiting += [n for n, _ in node.next_functions] if deep or len(seen) == 1 else []
    return seen


def _can_run(loss: Tensor, deep: bool = True) -> bool:
    return all(node.saved is not None for node in _behind(loss, deep))


def _holds(loss: Tensor) -> bool:
    return any(node.saved for node in _behind(loss))


def _tried(loss: Tensor, keep: bool = True) -> bool:
    """Simply run it."""
    try:
        loss.backward(retain_graph=keep)
    except RuntimeError:
        return False
    return True


def _look_left(loss: Tensor) -> Observed:
    nodes = _behind(loss)
    before = [node.saved is None for node in nodes]
    leaves = [node.variable for node in nodes if hasattr(node, "variable")]
    grads = [None if one.grad is None else one.grad.clone() for one in leaves]

    def look(result: Any) -> tuple[Any, ...]:
        kept = all(
            now is then or (now is not None and then is not None and bool((now == then).all()))
            for now, then in zip((one.grad for one in leaves), grads)
        )
        return result, kept, [node.saved is None for node in nodes] == before

    return look


def _scene(which: str) -> Draw:
    """A result whose graph is fresh, or freed in part or as a whole."""

    def draw(rng: np.random.Generator) -> tuple[Tensor]:
        x, y = leaf(rng, 3), leaf(rng, 3)
        trunk = x.tanh()
        loss, other = (trunk * y).sum().tanh(), (trunk + y).sum()
        bare = (x + y - 2).sum()
        made = {"fresh": loss, "spent": loss, "kept": loss, "bare": bare, "trunk": other,
                "head": (trunk + y).mean(), "leaf": (x * y).sum()}  # fmt: skip
        if which == "spent":
            loss.backward()
        elif which == "kept":
            loss.backward(retain_graph=True)
        elif which == "bare":
            bare.backward()
        elif which == "trunk":
            loss.backward()
        elif which == "head":
            autograd.grad(other, x)
        elif which == "leaf":
            loss.backward()
        return (made[which],)

    return draw


CAN_RUN = Function(
    "x4-can-run",
    ask="a function that says whether backward() would run through: True or False",
    reference=lambda loss: _can_run(loss),
    draws=tuple(map(_scene, ("fresh", "spent", "bare", "kept", "trunk", "head", "leaf"))),
    trials=7,
    parts=("the answer", "every .grad is as it was", "the graph is as it was"),
    observe=_look_left,
    show=lambda loss: f"loss = {loss}, its nodes from the last: " + _listed(loss),
    mistakes=(
        Mistake(lambda loss: True, "That is True for every graph."),
        Mistake(lambda loss: False, "That is False for every graph."),
        Mistake(
            lambda loss: _tried(loss),
            "Your test has left something in a leaf's .grad. Nothing is to be changed.",
        ),
        Mistake(
            lambda loss: _tried(loss, keep=False),
            "Your test has freed the graph: afterwards nobody can run it.",
        ),
        Mistake(
            lambda loss: _can_run(loss, deep=False),
            "You look at the last nodes alone. Further back one has lost what it had saved.",
        ),
        Mistake(
            lambda loss: _holds(loss),
            "One node that still has what it saved is not enough, and a graph whose nodes have "
            "saved nothing runs as often as you like.",
        ),
        Mistake(
            lambda loss: not _can_run(loss), "Just the other way round.",
        ),
        Mistake(
            lambda loss: all(
                n.variable.grad is None for n in _behind(loss) if hasattr(n, "variable")
            ),
            "A .grad that is filled says that some pass came to that leaf. What matters is what "
            "the nodes have saved.",
        ),
    ),
)  # fmt: skip


def _listed(loss: Tensor) -> str:
    nodes = sorted(_behind(loss), key=lambda node: -node.sequence_nr)
    words = [n.name() + (" (freed)" if n.saved is None else "") for n in nodes if n.parents]
    return ", ".join(words[:6]) + (", …" if len(words) > 6 else "")


QUESTIONS = (TRUNCATED, CAN_RUN)
