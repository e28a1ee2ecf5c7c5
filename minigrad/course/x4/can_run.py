"""x4-can-run: what a graph has left."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import autograd
from ...autograd.node import GraphNode
from ...tensor import Tensor
from ...testing.draws import leaf
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed
from ...testing.question import Draw
from .. import graphs

OFTEN = "too many visits"
MOST = 200  # times that one node's edges can be read


def doubled(x: Tensor, times: int = 16) -> Tensor:
    """A multiple of `x` whose graph has many paths; its edges can be read only so often."""
    for _ in range(times):
        x = x + x
        node: Any = x.grad_fn
        own = {"__slots__": (), "__module__": "builtins", "next_functions": property(_behind_one)}
        node.__class__ = type(node.name(), (type(node),), own)
    return x


def _behind_one(node: Any) -> Any:
    """What is behind a node; nothing any more, once that was read too often."""
    behind: Any = GraphNode.next_functions
    node.metadata["read"] = node.metadata.get("read", 0) + 1
    return behind.fget(node) if node.metadata["read"] <= MOST else ()


def _nodes(loss: Tensor, once: bool = True) -> list[Any]:
    """All nodes of a graph, each once, or once for each path."""
    seen: list[Any] = []
    met, waiting = set(), [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and not (once and node in met):
            met.add(node)
            seen.append(node)
            waiting += [behind for behind, _ in node.next_functions]
    return seen


def _can_run(loss: Any, once: bool = True) -> bool:
    return all(node.saved is not None for node in _nodes(loss, once))


def _holds(loss: Tensor) -> bool:
    return any(node.saved for node in _nodes(loss))


def _tried(loss: Tensor, keep: bool = True) -> bool:
    """Simply run it."""
    try:
        loss.backward(retain_graph=keep)
    except RuntimeError:
        return False
    return True


def _put_back(loss: Tensor, always: bool = True) -> bool:
    """Run it, and put the .grad back that were there; always, or only if it has run through."""
    leaves = [node.variable for node in _nodes(loss) if hasattr(node, "variable")]
    before = [one.grad for one in leaves]
    found = _tried(loss)
    for one, grad in zip(leaves, before) if always or found else ():
        one.grad = grad
    return found


def _all_there(loss: Tensor) -> bool:
    """Has every node a value under every name?"""
    read = [(n, name) for n in _nodes(loss) for name in dir(n) if name.startswith("_saved_")]
    return _can_run(loss) and all(getattr(n, name) is not None for n, name in read)


def _look_left(loss: Tensor) -> Observed:
    nodes = _nodes(loss)
    before = [node.saved is None for node in nodes]
    leaves = [node.variable for node in nodes if hasattr(node, "variable")]
    grads = [None if one.grad is None else one.grad.clone() for one in leaves]

    def look(result: Any) -> tuple[Any, ...]:
        kept = all(
            now is then or (now is not None and then is not None and bool((now == then).all()))
            for now, then in zip((one.grad for one in leaves), grads)
        )
        often = any(node.metadata.get("read", 0) > MOST for node in nodes)
        return OFTEN if often else result, kept, [node.saved is None for node in nodes] == before

    return look


def _scene(which: str) -> Draw:
    """A result whose graph is fresh, or freed in part or as a whole."""

    def draw(rng: np.random.Generator) -> tuple[Tensor]:
        x, y = leaf(rng, 3), leaf(rng, 3)
        trunk = x.tanh()
        loss, other = (0.5 * trunk * y).sum().tanh(), (y + trunk).sum()
        deep = trunk.sum()
        for _ in range(1100 if which == "deep" else 0):
            deep = deep + 0.001
        made = {"bare": (x + y - 2).sum(), "second": other, "deep": deep, "leaf": (x * y).sum(),
                "head": (trunk + y).mean(), "paths": doubled(x.exp().sum())}  # fmt: skip
        if which == "bare":
            made["bare"].backward()
        elif which == "head":
            autograd.grad(other, x)
        elif which not in ("fresh", "deep", "paths"):
            loss.backward(retain_graph=which == "kept")
        return (made.get(which, loss),)

    return draw


SCENES = ("spent", "fresh", "bare", "kept", "second", "head", "leaf", "deep", "paths")

SAME = (
    "backward() adds into the tensor that stands in .grad: putting the same tensor back undoes "
    "nothing."
)

CAN_RUN = Function(
    "x4-can-run",
    ask="a function that says whether backward() would run through: True or False",
    reference=lambda loss: _can_run(loss),
    draws=tuple(map(_scene, SCENES)),
    trials=len(SCENES),
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
        Mistake(lambda loss: _put_back(loss), SAME),
        Mistake(lambda loss: _put_back(loss, always=False), SAME),
        Mistake(
            lambda loss: _tried(loss, keep=False),
            "Your test has freed the graph: afterwards nobody can run it.",
        ),
        Mistake(
            lambda loss: _can_run(loss, once=False),
            "You go along every path, and to each node once per path. In some graphs there are "
            "more paths than can be walked: remember which nodes you have seen.",
        ),
        *graphs.half_walks(_can_run),
        Mistake(
            lambda loss: _all_there(loss),
            "What is None was not needed, and so not saved: a pass does without it. Reading what "
            "was freed raises an error.",
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
                n.variable.grad is None for n in _nodes(loss) if hasattr(n, "variable")
            ),
            "A .grad that is filled says that some pass came to that leaf. What matters is what "
            "the nodes have saved.",
        ),
    ),
)  # fmt: skip


def _listed(loss: Tensor) -> str:
    nodes = sorted(_nodes(loss), key=lambda node: -node.sequence_nr)
    words = [n.name() + (" (freed)" if n.saved is None else "") for n in nodes if n.parents]
    return ", ".join(words[:6]) + (", …" if len(words) > 6 else "")


QUESTIONS = (CAN_RUN,)
