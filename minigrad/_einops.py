"""einops' functions on our tensors: whoever imports einops finds us among its backends.

einops asks each subclass of its `AbstractBackend` whether a tensor is of its kind. Ours can be
defined only once einops is imported, which ``import minigrad`` does not do: so the import of that
one file of einops is awaited. Source: https://einops.rocks
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from .autograd.registry import FUNCTIONS
from .autograd.wrap import is_tensor

_FILE = "einops._backends"


def install() -> None:
    """Define our backend now if einops is here already, else as soon as it is imported."""
    if _FILE in sys.modules:
        _register(sys.modules[_FILE])
    else:
        sys.meta_path.insert(0, _Waiting())


class _Waiting(MetaPathFinder):
    """Lets the usual finder find the file, and defines our backend when it has run."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname != _FILE:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def run_and_register(module: ModuleType) -> None:
            run(module)
            _register(module)

        spec.loader.exec_module = run_and_register  # type: ignore[method-assign]
        return spec


_registered: list[type] = []  # einops holds them by weak references alone


def _register(module: ModuleType) -> None:
    own = {name: value for name, value in vars(_Ours).items() if not name.startswith("__")}
    _registered.append(type("MinigradBackend", (module.AbstractBackend,), own))


class _Ours:
    """What einops asks of a backend, in its words; what it needs besides has its own default."""

    framework_name = "minigrad"

    def is_appropriate_type(self, tensor: Any) -> bool:
        return is_tensor(tensor)

    def from_numpy(self, x: Any) -> Any:
        return FUNCTIONS["from_numpy"](x)

    def to_numpy(self, x: Any) -> Any:
        return x.numpy(force=True)

    def arange(self, start: int, stop: int) -> Any:
        return FUNCTIONS["arange"](start, stop)

    def reduce(self, x: Any, operation: str, reduced_axes: Any) -> Any:
        if operation in ("min", "max"):
            return getattr(x, f"a{operation}")(dim=tuple(reduced_axes))
        if operation in ("sum", "mean"):
            return getattr(x, operation)(dim=tuple(reduced_axes))
        for axis in sorted(reduced_axes, reverse=True):  # prod, any, all: one at a time
            x = getattr(x, operation)(dim=axis)
        return x

    def transpose(self, x: Any, axes: Any) -> Any:
        return x.permute(tuple(axes))

    def stack_on_zeroth_dimension(self, tensors: list[Any]) -> Any:
        return FUNCTIONS["stack"](tensors)

    def add_axes(self, x: Any, n_axes: int, pos2len: dict[int, int]) -> Any:
        sizes = [-1] * n_axes
        for place, size in pos2len.items():
            x = self.add_axis(x, place)
            sizes[place] = size
        return x.expand(tuple(sizes))

    def tile(self, x: Any, repeats: Any) -> Any:
        return x.repeat(tuple(repeats))

    def concat(self, tensors: Any, axis: int) -> Any:
        return FUNCTIONS["cat"](list(tensors), axis)

    def add_axis(self, x: Any, new_position: int) -> Any:
        return x.unsqueeze(new_position)

    def is_float_type(self, x: Any) -> bool:
        return bool(x.is_floating_point())

    def einsum(self, pattern: str, *x: Any) -> Any:
        return FUNCTIONS["einsum"](pattern, *x)
