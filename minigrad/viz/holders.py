"""Which variable of the code that runs a loop keeps its oldest graph alive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any

from .library import is_tensor
from .names import let_go

_MOST = 200_000  # nodes, or elements of a container, that a search looks at


@dataclass(frozen=True)
class Holder:
    """A variable from which living nodes can be reached.

    Attributes:
        name: the variable's.
        count: how many tensors it is or contains.
        oldest: from which iteration the oldest of those nodes is.
        nodes: how many there are.
    """

    name: str
    count: int
    oldest: int
    nodes: int


def holder(alive: Mapping[int, int], frame: FrameType | None) -> Holder | None:
    """The variable in `frame` that reaches furthest back, then most; None if none reaches any.

    Args:
        alive: the iteration of each living node, by its `id`.
        frame: where the loop runs: its variables, and lists, tuples and dicts of tensors in them.
    """
    if frame is None or not alive:
        return None
    found = [
        reach
        for variables in (frame.f_locals, frame.f_globals)
        for name, value in list(variables.items())
        if not name.startswith("_") and (reach := _reach(name, value, alive)) is not None
    ]
    let_go(frame)
    return min(found, key=lambda reach: (reach.oldest, -reach.nodes), default=None)


def _reach(name: str, value: Any, alive: Mapping[int, int]) -> Holder | None:
    """Which of the living nodes lie behind the tensors in `value`."""
    tensors = [tensor for tensor in _tensors(value) if tensor.grad_fn is not None]
    stack = [tensor.grad_fn for tensor in tensors]
    seen = {id(node): node for node in stack}
    while stack and len(seen) < _MOST:
        for parent in stack.pop().parents:
            if parent is not None and id(parent) not in seen:
                seen[id(parent)] = parent
                stack.append(parent)
    iterations = [alive[key] for key in seen if key in alive]
    if not iterations:
        return None
    return Holder(name, len(tensors), min(iterations), len(iterations))


def _tensors(value: Any) -> Iterator[Any]:
    if is_tensor(value):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        parts = list(value.values()) if isinstance(value, dict) else value
        yield from filter(is_tensor, parts[:_MOST])
