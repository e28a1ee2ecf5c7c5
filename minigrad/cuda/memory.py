"""How much of a GPU's memory is in use: CuPy's pool is asked.

The largest amount is counted from the first time that somebody asks for it, or resets it.
Source: https://docs.pytorch.org/docs/stable/cuda.html#memory-management
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .. import backend
from .devices import gpu, is_available

_peaks: dict[str, int] = {}  # what has been counted so far: the two largest amounts


def memory_allocated(device: Any = None) -> int:
    """The bytes that tensors hold on the current GPU; 0 where there is none."""
    return int(_pool().used_bytes()) if is_available() else 0


def memory_reserved(device: Any = None) -> int:
    """The bytes that CuPy has taken from the current GPU, in use or kept for later."""
    return int(_pool().total_bytes()) if is_available() else 0


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes that tensors held at once since `reset_peak_memory_stats`."""
    return _peak("used", device)


def max_memory_reserved(device: Any = None) -> int:
    """The most bytes that CuPy had taken at once since `reset_peak_memory_stats`."""
    return _peak("total", device)


def reset_peak_memory_stats(device: Any = None) -> None:
    """Count the largest amounts anew from now on; without a GPU do nothing."""
    if not is_available():
        return
    if not _peaks:
        _listen()
    _peaks.update(used=memory_allocated(), total=memory_reserved())


reset_max_memory_allocated = reset_peak_memory_stats


def _peak(which: str, device: Any) -> int:
    if not is_available():
        return 0
    if not _peaks:
        reset_peak_memory_stats(device)
    return _peaks[which]


def _listen() -> None:
    """Have CuPy say each time that it has handed out memory."""
    hook = import_module("cupy.cuda.memory_hook").MemoryHook

    def malloc_postprocess(self: Any, **block: Any) -> None:
        _peaks["used"] = max(_peaks["used"], memory_allocated())
        _peaks["total"] = max(_peaks["total"], memory_reserved())

    own = {"name": "minigrad", "malloc_postprocess": malloc_postprocess}
    type("Peaks", (hook,), own)().__enter__()


def mem_get_info(device: Any = None) -> tuple[int, int]:
    """The bytes that are free on a GPU, and all that it has.

    Raises:
        AssertionError: there is no CuPy.
    """
    with gpu(device):
        free, total = backend.cupy().cuda.runtime.memGetInfo()
    return int(free), int(total)


def memory_summary(device: Any = None, abbreviated: bool = False) -> str:
    """The amounts above, a line each."""
    asked = (memory_allocated, max_memory_allocated, memory_reserved, max_memory_reserved)
    return "\n".join(f"{ask.__name__}: {ask(device)} bytes" for ask in asked)


def empty_cache() -> None:
    """Give back to the GPU what CuPy keeps for later."""
    if is_available():
        _pool().free_all_blocks()


def ipc_collect() -> None:
    """Do nothing: memory is shared with no other process.

    Raises:
        AssertionError: there is no CuPy.
    """
    backend.cupy()


def _pool() -> Any:
    return backend.cupy().get_default_memory_pool()
