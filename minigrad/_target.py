"""What the arguments of `Tensor.to` ask for: a type, a device, both, or what another tensor has."""

from __future__ import annotations

from typing import Any

from . import backend
from .autograd.arguments import no_form
from .autograd.wrap import is_tensor
from .creation.leaf import numpy_type
from .dtype import dtype

_FORMS = (
    ("dtype", "non_blocking", "copy"),
    ("device", "dtype", "non_blocking", "copy"),
    ("other", "non_blocking", "copy"),
)


def target(args: tuple[Any, ...], given: dict[str, Any]) -> tuple[Any, backend.device | None, bool]:
    """Read the arguments of ``x.to(...)``.

    Returns:
        NumPy's type and the device to go to, each None where it stays as it is, and whether to copy
        in any case.

    Raises:
        RuntimeError: there is no such device.
        TypeError: the arguments fit no form of the method.
    """
    for names in _FORMS:
        asked = dict(zip(names, args, strict=False)) | given
        known = (
            len(asked) == len(args) + len(given)
            and asked.keys() <= set(names)
            and "other" not in given
        )
        if known and all(_fits(name, value) for name, value in asked.items()):
            return _read(**asked)
    raise no_form("to", args, given, *(f"({', '.join(names)})" for names in _FORMS))


def _fits(name: str, value: Any) -> bool:
    if name == "other":
        return is_tensor(value)
    if name in ("non_blocking", "copy"):
        return isinstance(value, bool)
    if name == "dtype":
        return value is None or isinstance(value, dtype) or value in (bool, int, float)
    return isinstance(value, str | backend.device | None) or type(value) is int


def _read(
    dtype: Any = None, device: Any = None, other: Any = None, copy: bool = False, **_: Any
) -> tuple[Any, Any, bool]:
    if other is not None:
        dtype, device = other.dtype, other.device
    return numpy_type("to", dtype), None if device is None else backend.device(device), copy
