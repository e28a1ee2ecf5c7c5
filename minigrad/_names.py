"""How methods are called: as those of the class that users know, though parts of it have them."""

from __future__ import annotations

from types import FunctionType


def name_as_one(kind: type) -> None:
    """Let the methods that `kind` has of its bases be shown as its own, ``Tensor.backward``.

    So does Python where a call does not fit: ``Tensor.retain_grad() takes 1 positional argument``.
    """
    for part in kind.__mro__[1:-1]:
        for name, method in vars(part).items():
            own = isinstance(method, FunctionType) and f"{part.__name__}.{name}"
            if own == getattr(method, "__qualname__", None):
                method.__qualname__ = f"{kind.__qualname__}.{name}"
