"""Switches of the machine that a script sets: kept, so that it reads back what it set.

NumPy and CuPy compute as they do: no switch changes a number. The one that does choose,
`set_default_tensor_type`, is how old code sets the default type and device.
"""

from __future__ import annotations

import os
from typing import Any

from ._typed import OfType
from ._warn import warn
from .backend import set_default_device
from .dtype import meant, set_default_dtype

__all__ = [
    "are_deterministic_algorithms_enabled", "get_float32_matmul_precision",
    "get_num_interop_threads", "get_num_threads", "is_deterministic_algorithms_warn_only_enabled",
    "set_default_tensor_type", "set_float32_matmul_precision", "set_num_interop_threads",
    "set_num_threads", "use_deterministic_algorithms",
]  # fmt: skip

_set: dict[str, Any] = {
    "threads": os.cpu_count() or 1,
    "interop": os.cpu_count() or 1,
    "deterministic": False,
    "warn_only": False,
    "precision": "highest",
}


def get_num_threads() -> int:
    """The number that `set_num_threads` was given; at first that of the processors."""
    return int(_set["threads"])


def set_num_threads(int: int) -> None:
    """Keep a number of threads. NumPy's are set before its import: ``OMP_NUM_THREADS=1 python …``.

    Raises:
        RuntimeError: it is not positive.
    """
    _set["threads"] = _positive("set_num_threads", int)


def get_num_interop_threads() -> int:
    """The number that `set_num_interop_threads` was given; at first that of the processors."""
    return int(_set["interop"])


def set_num_interop_threads(int: int) -> None:
    """Keep a number of threads; one operation runs after the other all the same.

    Raises:
        RuntimeError: it is not positive.
    """
    _set["interop"] = _positive("set_num_interop_threads", int)


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Ask for the same bits in every run: on the CPU they always are."""
    _set.update(deterministic=bool(mode), warn_only=bool(warn_only))


def are_deterministic_algorithms_enabled() -> bool:
    """What `use_deterministic_algorithms` was told."""
    return bool(_set["deterministic"])


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """What `use_deterministic_algorithms` was told of `warn_only`."""
    return bool(_set["warn_only"])


def set_float32_matmul_precision(precision: str) -> None:
    """Keep a word, "highest", "high" or "medium": products are computed in float32 all the same."""
    if precision in ("highest", "high", "medium"):
        _set["precision"] = precision
    else:
        said = "is not one of 'highest', 'high', or 'medium'; the current"
        rest = "setFloat32MatmulPrecision call has no effect."
        warn(f"{precision} {said}{rest}")


def get_float32_matmul_precision() -> str:
    """What `set_float32_matmul_precision` was told; at first "highest"."""
    return str(_set["precision"])


def set_default_tensor_type(t: Any) -> None:
    """Set the default type, and with a ``cuda.FloatTensor`` the default device: deprecated.

    Args:
        t: a class, `minigrad.DoubleTensor`, or its name, ``"minigrad.DoubleTensor"``.

    Raises:
        TypeError: its type is not floating point, or it lies on a GPU that is not there.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_default_tensor_type.html
    """
    dtype = meant(t)
    if not isinstance(t, (OfType, str)) or dtype is t:
        said = "only floating-point types are supported as the default type"
        raise TypeError(f"invalid type object: {said}\nGive minigrad.DoubleTensor, say.")
    on_gpu = "cuda" in (t if isinstance(t, str) else t.__module__)
    if on_gpu:
        OfType.check_available(t)
    set_default_dtype(dtype)
    if on_gpu:
        set_default_device("cuda")
    warn(
        "minigrad.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use "
        "minigrad.set_default_dtype() and minigrad.set_default_device() as alternatives."
    )


def _positive(name: str, number: int) -> int:
    if number <= 0:
        raise RuntimeError(f"{name} expects a positive integer")
    return number
