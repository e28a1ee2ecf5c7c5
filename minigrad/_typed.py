"""``FloatTensor`` and its kind: how old code makes a tensor of one type, and asks for it.

Source: https://docs.pytorch.org/docs/stable/tensors.html#data-types
"""

from __future__ import annotations

from typing import Any

from .autograd.wrap import is_tensor
from .creation.data import as_tensor, tensor
from .creation.filled import empty
from .dtype import _PYTHON, ALL, dtype
from .size import Size


class _OfType(type):
    """The class of ``FloatTensor``: an instance of it is any tensor of its type on the CPU."""

    dtype: dtype

    def __instancecheck__(cls, x: object) -> bool:
        return is_tensor(x) and x.dtype is cls.dtype and not x.is_cuda


def _typed(kind: dtype) -> _OfType:
    name = f"{kind.kind}Tensor"

    def __new__(cls: _OfType, *data: Any) -> Any:
        if not data or isinstance(data[0], (int, Size)):
            return empty(*data or (0,), dtype=kind)
        if not hasattr(data[0], "__len__"):
            raise TypeError(f"new(): data must be a sequence (got {type(data[0]).__name__})")
        return (as_tensor if is_tensor(data[0]) else tensor)(data[0], dtype=kind)

    about = f"A tensor of {kind}: of data, or of a shape, and then 0 everywhere."
    own = {"__module__": "minigrad", "__doc__": about, "__new__": __new__, "dtype": kind}
    found = _OfType(name, (), own)
    _PYTHON.update(dict.fromkeys((found, f"torch.{name}", f"minigrad.{name}"), kind))
    return found


TYPED = {made.__name__: made for made in map(_typed, ALL)}
