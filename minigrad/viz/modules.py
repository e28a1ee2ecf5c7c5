"""Which nodes belong to which call of which module, and what to call those.

A call has the name of its module as your variables have it, ``model.0``; later ones of the same
module are ``model.0#2`` and so on. PyTorch does not tell which of its nodes a module recorded, so a
graph of its tensors has no groups.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from . import library
from .library import Call
from .names import Names

Path = tuple[str, ...]  # the ids of calls, each inside the one before


class Modules:
    """The calls of modules behind one result.

    Attributes:
        paths: by the id of a node, the calls in which it ran; no entry where there were none.
        titles: what to write over each call, by its id.
    """

    def __init__(self, live: Mapping[str, Any], names: Names) -> None:
        self._names = names
        self._ids: dict[int, str] = {}  # of each call, by the number at which it starts
        self._modules: dict[str, Any] = {}
        self._owned: dict[str, set[int]] = {}
        self._times: Counter[str] = Counter()
        self.titles: dict[str, str] = {}
        numbers = {key: library.number_of(node) for key, node in live.items()}
        known = {key: number for key, number in numbers.items() if number is not None}
        calls = library.calls_since(min(known.values(), default=0))
        self.paths: dict[str, Path] = {
            key: tuple(map(self._id, around)) for key, around in enclosing(known, calls).items()
        }
        if self.paths:
            self._place_leaves(live)

    def _id(self, call: Call) -> str:
        if call.start not in self._ids:
            name = self._names.of_module(call.module)
            self._times[name] += 1
            times = self._times[name]
            key = self._ids[call.start] = name if times == 1 else f"{name}#{times}"
            self._modules[key] = call.module
            title = f"{name} · {summary(call.module)}"
            self.titles[key] = title if times == 1 else f"{title} · call {times}"
        return self._ids[call.start]

    def _place_leaves(self, live: Mapping[str, Any]) -> None:
        """A parameter is in the innermost call that has all its uses and whose module owns it."""
        users: dict[str, list[Path]] = {}
        ids = {id(node): key for key, node in live.items() if library.is_leaf(node)}
        for key, node in live.items():
            for parent, _ in node.next_functions:
                if id(parent) in ids:
                    users.setdefault(ids[id(parent)], []).append(self.paths.get(key, ()))
        for key, paths in users.items():
            path = shared(paths)
            while path and id(live[key].variable) not in self._parameters(path[-1]):
                path = path[:-1]
            if path:
                self.paths[key] = path

    def _parameters(self, key: str) -> set[int]:
        """The ids of the parameters of a call's module."""
        if key not in self._owned:
            self._owned[key] = set(map(id, self._modules[key].parameters()))
        return self._owned[key]


def enclosing(numbers: Mapping[str, int], calls: Sequence[Call]) -> dict[str, tuple[Call, ...]]:
    """The calls that were open when each node was recorded, outermost first.

    Args:
        numbers: of each node, in the order in which they were recorded.
        calls: in the order in which they began.
    """
    found: dict[str, tuple[Call, ...]] = {}
    opened: list[Call] = []
    waiting = deque(calls)
    for key in sorted(numbers, key=numbers.__getitem__):
        while waiting and waiting[0].start < numbers[key]:
            opened = [call for call in opened if call.end > waiting[0].start]
            opened.append(waiting.popleft())
        opened = [call for call in opened if call.end > numbers[key]]
        if opened:
            found[key] = tuple(opened)
    return found


def shared(paths: Iterable[Path]) -> Path:
    """The calls that are on all the paths, from the outermost on."""
    levels = takewhile(lambda level: len(set(level)) == 1, zip(*paths))
    return tuple(level[0] for level in levels)


def summary(module: Any) -> str:
    """A module in a few words, without what it would have by itself: ``Linear(2, 3)``.

    Example:
        >>> from minigrad import nn
        >>> [summary(m) for m in (nn.Linear(2, 3), nn.ReLU(inplace=True), nn.Sequential())]
        ['Linear(2, 3)', 'ReLU(inplace=True)', 'Sequential']
    """
    kind: Any = type(module)
    parameters = _parameters_of(kind)
    words = []
    for word in re.split(r", (?=\w+=)", module.extra_repr()):
        name, equals, value = word.partition("=")
        default = parameters[name].default if name in parameters else word
        if default is inspect.Parameter.empty:
            words.append(value)
        elif word and (not equals or str(default) != value):
            words.append(word)
    return str(kind.__name__) + (f"({', '.join(words)})" if words else "")


@lru_cache(maxsize=64)
def _parameters_of(kind: Any) -> Mapping[str, inspect.Parameter]:
    """How a class is to be called."""
    return inspect.signature(kind).parameters
