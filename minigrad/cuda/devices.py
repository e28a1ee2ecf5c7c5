"""Which GPUs there are, and which one computes.

Source: https://docs.pytorch.org/docs/stable/cuda.html
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

from .. import backend


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
    gpu(device).use()


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
        self._gpu = gpu(self._device)
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
    gpu(device).synchronize()


def get_device_name(device: Any = None) -> str:
    """What a GPU is called.

    Args:
        device: which; default: the current one.

    Raises:
        AssertionError: there is no CuPy.
    """
    found = backend.cupy().cuda.runtime.getDeviceProperties(gpu(device).id)
    return str(found["name"].decode())


def get_device_properties(device: Any = None) -> SimpleNamespace:
    """What a GPU is: `name`, `total_memory`, `major` and `minor` of what it can compute, and so on.

    Raises:
        AssertionError: there is no CuPy.
    """
    found = backend.cupy().cuda.runtime.getDeviceProperties(gpu(device).id)
    return SimpleNamespace(
        name=found["name"].decode(),
        total_memory=found["totalGlobalMem"],
        major=found["major"],
        minor=found["minor"],
        multi_processor_count=found["multiProcessorCount"],
    )


def get_device_capability(device: Any = None) -> tuple[int, int]:
    """What a GPU can compute, as NVIDIA counts it: ``(9, 0)``.

    Raises:
        AssertionError: there is no CuPy.
    """
    found = get_device_properties(device)
    return found.major, found.minor


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Always False: CuPy has no such numbers."""
    return False


def is_initialized() -> bool:
    """Whether a GPU has been asked for something: here, whether CuPy is imported."""
    return is_available() and "cupy" in sys.modules


def init() -> None:
    """Get ready to compute on a GPU.

    Raises:
        AssertionError: there is no CuPy.
    """
    backend.cupy()


def gpu(device: Any) -> Any:
    """CuPy's device of this number or name; of None the current one."""
    if isinstance(device, (str, backend.device)):
        device = backend.device(device).index
    gpu = backend.cupy().cuda.Device
    return gpu() if device is None else gpu(device)
