"""GPUs, through CuPy: what there is, and what lies on it. Nothing here imports CuPy before it must.

One GPU computes at a time: a tensor that goes to "cuda:1" makes that the current one. PyTorch's
tensors compute each on its own.

Random numbers are drawn on the CPU and moved, so that a seed gives PyTorch's numbers everywhere.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from . import backend


def is_available() -> bool:
    """Whether tensors can lie on a GPU: CuPy is here, and its driver names one.

    Example:
        >>> import minigrad
        >>> device = "cuda" if minigrad.cuda.is_available() else "cpu"

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cuda.is_available.html
    """
    return device_count() > 0


def device_count() -> int:
    """How many GPUs there are; 0 also without CuPy, or without a driver."""
    try:
        return int(backend.cupy().cuda.runtime.getDeviceCount())
    except Exception:  # CuPy is missing, or its own error says that the driver is
        return 0


def current_device() -> int:
    """The number of the GPU that "cuda" means.

    Raises:
        AssertionError: there is no CuPy.
    """
    return int(backend.cupy().cuda.Device().id)


def set_device(device: Any) -> None:
    """Let "cuda" mean another GPU from now on.

    Args:
        device: its number, or a `minigrad.device`.

    Raises:
        AssertionError: there is no CuPy.
    """
    _gpu(device).use()


class device:
    """A block in which "cuda" means another GPU.

    Args:
        device: its number, or a `minigrad.device`.

    Raises:
        AssertionError: there is no CuPy; on entry.
    """

    def __init__(self, device: Any) -> None:
        self._device = device

    def __enter__(self) -> None:
        self._gpu = _gpu(self._device)
        self._gpu.__enter__()

    def __exit__(self, *error: object) -> None:
        self._gpu.__exit__(*error)


def synchronize(device: Any = None) -> None:
    """Wait until a GPU has done what it was told: before a clock is read, say.

    Args:
        device: which; default: the current one.

    Raises:
        AssertionError: there is no CuPy.
    """
    _gpu(device).synchronize()


def get_device_name(device: Any = None) -> str:
    """What a GPU is called.

    Args:
        device: which; default: the current one.

    Raises:
        AssertionError: there is no CuPy.
    """
    found = backend.cupy().cuda.runtime.getDeviceProperties(_gpu(device).id)
    return str(found["name"].decode())


def memory_allocated(device: Any = None) -> int:
    """The bytes that tensors hold on the current GPU; 0 where there is none."""
    return int(_pool().used_bytes()) if is_available() else 0


def memory_reserved(device: Any = None) -> int:
    """The bytes that CuPy has taken from the current GPU, in use or kept for later."""
    return int(_pool().total_bytes()) if is_available() else 0


def empty_cache() -> None:
    """Give back to the GPU what CuPy keeps for later."""
    if is_available():
        _pool().free_all_blocks()


def manual_seed(seed: int) -> None:
    """Seed what draws numbers for the GPU: here the one generator; without a GPU do nothing."""
    if is_available():
        import_module("minigrad.random").manual_seed(seed)


manual_seed_all = manual_seed


def _gpu(device: Any) -> Any:
    if isinstance(device, (str, backend.device)):
        device = backend.device(device).index
    gpu = backend.cupy().cuda.Device
    return gpu() if device is None else gpu(device)


def _pool() -> Any:
    return backend.cupy().get_default_memory_pool()
