"""The names of tensors in the code that called: its variables, and its modules' parameters."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from inspect import CO_OPTIMIZED
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

from .library import is_tensor, origin

_FRAME_AND_WE = 3  # who refers to the copy: the frame, a variable here, the call that counts
_OURS = tuple(str(Path(__file__).parents[1] / folder) for folder in ("viz", "widgets"))


class Names:
    """Which variable holds which output of which node, and what modules are called.

    A tensor is found by what made it, so a write in place that moves it to another node takes its
    name along. The tensors named here are kept alive: use it and let it go.

    Attributes:
        untracked: the tensors that no graph knows of, by the names of their variables.
    """

    def __init__(self) -> None:
        self.untracked: list[tuple[str, Any]] = []
        self._held: dict[int, dict[int, tuple[str, Any]]] = {}
        self._modules: dict[int, tuple[str, Any]] = {}

    def add(self, name: str, tensor: Any) -> None:
        """Call `tensor` by `name`, unless it has one already."""
        place = origin(tensor)
        if place is not None:
            node, nr = place
            self._held.setdefault(node, {}).setdefault(nr, (name, tensor))
        elif name:
            self.untracked.append((name, tensor))

    def tracked(self) -> Iterator[tuple[int, int, str, Any]]:
        """All others: the `id` of what made it, which output it is, its name, the tensor."""
        for node, held in self._held.items():
            for nr, (name, tensor) in held.items():
                yield node, nr, name, tensor

    def outputs_of(self, node: Any) -> dict[int, tuple[str, Any]]:
        """What is held of the outputs of `node` (or of a leaf): by number, name and tensor."""
        return self._held.get(id(node), {})

    def add_module(self, name: str, module: Any) -> None:
        """Call `module` by `name`, and its parameters and all inside it by their paths from it.

        Where all its parameters are called by their paths alone, as by torchviz's
        ``params=dict(model.named_parameters())``, they get the whole ones: a picture with both
        ``0.weight`` and ``model.0`` in it would have two names for one thing.
        """
        parameters = dict(module.named_parameters())
        places = {path: origin(tensor) or (0, 0) for path, tensor in parameters.items()}
        called = {path: self._held.get(node, {}).get(nr) for path, (node, nr) in places.items()}
        if all(held and held[0] == path for path, held in called.items()):
            for node, nr in places.values():
                del self._held[node][nr]
        for path, tensor in parameters.items():
            self.add(f"{name}.{path}", tensor)
        for path, inner in getattr(module, "named_modules", tuple)():
            self._modules.setdefault(id(inner), (f"{name}.{path}" if path else name, inner))

    def of_module(self, module: Any) -> str:
        """What a module is called; one that no variable has, by its class: ``Linear_1``."""
        if id(module) not in self._modules:
            taken = {name for name, _ in self._modules.values()}
            numbered = (f"{type(module).__name__}_{number}" for number in count(1))
            self.add_module(next(name for name in numbered if name not in taken), module)
        return self._modules[id(module)][0]


def names_around(params: Mapping[str, Any] | None = None) -> Names:
    """The names in `params`, then those in the nearest calling code that is not ours."""
    names = Names()
    check_params(params)
    for name, tensor in (params or {}).items():
        if not is_tensor(tensor):
            raise TypeError(f"params names tensors, but {name!r} is a {type(tensor).__name__}")
        names.add(name, tensor)
    frame = _caller()
    if frame is not None:
        _add_variables(names, frame.f_locals)
        let_go(frame)
        _add_variables(names, frame.f_globals)
    return names


def check_params(params: Any) -> None:
    """Raise unless `params` is a dictionary whose keys are texts; None is fine."""
    if params is not None and not isinstance(params, Mapping):
        raise TypeError(
            "params must be a dictionary of tensors by name, {'x': x} or "
            f"dict(model.named_parameters()), but is a {type(params).__name__}"
        )
    for name in params or ():
        if not isinstance(name, str):
            raise TypeError(
                f"params has {name!r} as a name, a {type(name).__name__}: write a text, "
                f"{{{str(name)!r}: ...}}"
            )


def let_go(frame: FrameType) -> None:
    """Empty the copy of a function's variables that Python made for us.

    Before Python 3.13 the copy stays with the frame, so that ``del loss`` would free nothing until
    the function returns. Who called ``locals()`` holds the same copy: then it stays as it is. What
    is no function, a notebook's cell for one, has its variables in that very dictionary.
    """
    copy = frame.f_locals
    ours = type(copy) is dict and sys.getrefcount(copy) <= _FRAME_AND_WE
    if ours and frame.f_code.co_flags & CO_OPTIMIZED:
        copy.clear()


def _caller() -> FrameType | None:
    """The frame of the code that called us: the nearest one in a file that is not ours."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    return frame


def _add_variables(names: Names, variables: Mapping[str, Any]) -> None:
    """Each tensor among `variables`, then each module with all it has: ``model.0.weight``."""
    public = [(name, value) for name, value in variables.items() if not name.startswith("_")]
    for name, value in public:
        if is_tensor(value):
            names.add(name, value)
    for name, value in public:
        if hasattr(type(value), "named_parameters"):
            names.add_module(name, value)
