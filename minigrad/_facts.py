"""How a tensor's attributes show: its methods as its own, its facts as what cannot be changed.

Facts, like `Tensor.shape`, cannot be set or deleted. Python has words of its own for that, which
change from version to version; these are PyTorch's.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any


def protect(kind: type) -> None:
    """Let each property of `kind` and its bases that has no setter refuse in PyTorch's words."""
    for part in kind.__mro__:
        for name, fact in list(vars(part).items()):
            if isinstance(fact, property) and fact.fset is None:
                refuse = _refusing(name)
                setattr(part, name, fact.setter(refuse).deleter(refuse))


def name_as_one(kind: type) -> None:
    """Let the methods that `kind` has of its bases be shown as its own, ``Tensor.backward``."""
    for part in kind.__mro__[1:-1]:
        for name, method in vars(part).items():
            own = isinstance(method, FunctionType) and f"{part.__name__}.{name}"
            if own == getattr(method, "__qualname__", None):
                method.__qualname__ = f"{kind.__qualname__}.{name}"


def _refusing(name: str) -> Callable[..., None]:
    def refuse(x: Any, value: Any = None) -> None:
        raise AttributeError(
            f"attribute '{name}' of 'minigrad._C.TensorBase' objects is not writable\n"
            "It is a fact that follows from how the tensor was made."
        )

    return refuse
