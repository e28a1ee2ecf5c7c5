"""The names of tensors in the code that called: its variables, and its modules' parameters."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from .library import is_tensor, origin

_OURS = tuple(str(Path(__file__).parents[1] / folder) for folder in ("viz", "widgets"))


class Names:
    """Which variable holds which output of which node.

    A tensor is found by what made it, so a write in place that moves it to another node takes its
    name along. The tensors named here are kept alive: use it and let it go.
    """

    def __init__(self) -> None:
        self._held: dict[int, dict[int, tuple[str, Any]]] = {}

    def add(self, name: str, tensor: Any) -> None:
        """Call `tensor` by `name`, unless it has one already."""
        place = origin(tensor)
        if place is not None:
            node, nr = place
            self._held.setdefault(node, {}).setdefault(nr, (name, tensor))

    def outputs_of(self, node: Any) -> dict[int, tuple[str, Any]]:
        """What is held of the outputs of `node` (or of a leaf): by number, name and tensor."""
        return self._held.get(id(node), {})


def names_around(params: Mapping[str, Any] | None = None) -> Names:
    """The names in `params`, then those in the nearest calling code that is not ours."""
    names = Names()
    for name, tensor in (params or {}).items():
        if not is_tensor(tensor):
            raise TypeError(f"params names tensors, but {name!r} is a {type(tensor).__name__}")
        names.add(name, tensor)
    frame = _caller()
    for variables in (frame.f_locals, frame.f_globals) if frame else ():
        for name, tensor in _named_tensors(variables):
            names.add(name, tensor)
    return names


def _caller() -> FrameType | None:
    """The frame of the code that called us: the nearest one in a file that is not ours."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    return frame


def _named_tensors(variables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each tensor among `variables`, then the parameters of each module, ``model.0.weight``."""
    public = [(name, value) for name, value in variables.items() if not name.startswith("_")]
    for name, value in public:
        if is_tensor(value):
            yield name, value
    for name, value in public:
        if hasattr(type(value), "named_parameters"):
            for path, parameter in value.named_parameters():
                yield f"{name}.{path}", parameter
