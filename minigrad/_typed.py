"""``FloatTensor`` and its kind: how old code makes a tensor of one type, and asks for it.

Those of `minigrad.cuda` make it on a GPU, ``cuda.FloatTensor``.

Source: https://docs.pytorch.org/docs/stable/tensors.html#data-types
"""

from __future__ import annotations

from typing import Any

from . import cuda
from .autograd.wrap import is_tensor
from .creation.called import of_data
from .creation.data import as_tensor
from .dtype import _PYTHON, ALL, bfloat16, dtype


class OfType(type):
    """The class of ``FloatTensor``: an instance of it is any tensor of its type and device."""

    dtype: dtype
    device: str

    def __instancecheck__(cls, x: object) -> bool:
        return is_tensor(x) and x.dtype is cls.dtype and x.device.type == cls.device

    @staticmethod
    def check_available(kind: Any) -> None:
        """Raise for a type of a GPU where there is none.

        Raises:
            TypeError: so it is.
        """
        if not cuda.is_available():
            name = kind if isinstance(kind, str) else f"{kind.__module__}.{kind.__name__}"
            raise TypeError(f"type {name} not available. Torch not compiled with CUDA enabled.")


def _typed(kind: dtype, device: str) -> OfType:
    name = f"{kind.title}Tensor"
    module = "minigrad.cuda" if device == "cuda" else "minigrad"

    def __new__(cls: OfType, *data: Any, **refused: Any) -> Any:
        if device == "cuda":
            OfType.check_available(cls)
        if is_tensor(data[0] if data else None):
            return as_tensor(data[0], dtype=kind, device=device)
        return of_data(data, kind, device, refused)

    where = " on a GPU" if device == "cuda" else ""
    about = f"A tensor of {kind}{where}: of data, or of a shape, and then 0 everywhere."
    own = {
        "__module__": module,
        "__doc__": about,
        "__new__": __new__,
        "dtype": kind,
        "device": device,
    }
    found = OfType(name, (), own)
    names = (f"{module}.{name}", f"{module.replace('minigrad', 'torch')}.{name}")
    _PYTHON.update(dict.fromkeys((found, *names), kind))
    return found


TYPED = {f"{kind.title}Tensor": _typed(kind, "cpu") for kind in (*ALL, bfloat16)}
vars(cuda).update({f"{kind.title}Tensor": _typed(kind, "cuda") for kind in (*ALL, bfloat16)})
