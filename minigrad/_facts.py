"""Facts about a tensor, like `Tensor.shape`, cannot be set or deleted: PyTorch's words for it.

Python has words of its own, which change from version to version.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def protect(kind: type) -> None:
    """Let each property of `kind` and its bases that has no setter refuse in PyTorch's words."""
    for part in kind.__mro__:
        for name, fact in list(vars(part).items()):
            if isinstance(fact, property) and fact.fset is None:
                refuse = _refusing(name)
                setattr(part, name, fact.setter(refuse).deleter(refuse))


def _refusing(name: str) -> Callable[..., None]:
    def refuse(x: Any, value: Any = None) -> None:
        raise AttributeError(
            f"attribute '{name}' of 'minigrad._C.TensorBase' objects is not writable\n"
            "It is a fact that follows from how the tensor was made."
        )

    return refuse
