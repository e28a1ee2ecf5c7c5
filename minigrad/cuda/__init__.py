"""GPUs, through CuPy: what there is, and what lies on it. Nothing here imports CuPy before it must.

One GPU computes at a time: a tensor that goes to "cuda:1" makes that the current one. PyTorch's
tensors compute each on its own.
"""

from . import memory, random, streams
from .devices import (
    current_device,
    device,
    device_count,
    get_device_capability,
    get_device_name,
    get_device_properties,
    init,
    is_available,
    is_bf16_supported,
    is_initialized,
    set_device,
    synchronize,
)  # fmt: skip
from .memory import (
    empty_cache,
    ipc_collect,
    max_memory_allocated,
    max_memory_reserved,
    mem_get_info,
    memory_allocated,
    memory_reserved,
    memory_summary,
    reset_max_memory_allocated,
    reset_peak_memory_stats,
)  # fmt: skip
from .random import (
    get_rng_state_all,
    manual_seed,
    manual_seed_all,
    seed,
    seed_all,
    set_rng_state_all,
)  # fmt: skip
from .streams import Event, Stream, current_stream, stream

# The last, for it needs the others.
from . import amp  # isort: skip

__all__ = [
    "Event",
    "Stream",
    "amp",
    "current_device",
    "current_stream",
    "device",
    "device_count",
    "empty_cache",
    "get_device_capability",
    "get_device_name",
    "get_device_properties",
    "get_rng_state_all",
    "init",
    "ipc_collect",
    "is_available",
    "is_bf16_supported",
    "is_initialized",
    "manual_seed",
    "manual_seed_all",
    "max_memory_allocated",
    "max_memory_reserved",
    "mem_get_info",
    "memory",
    "memory_allocated",
    "memory_reserved",
    "memory_summary",
    "random",
    "reset_max_memory_allocated",
    "reset_peak_memory_stats",
    "seed",
    "seed_all",
    "set_device",
    "set_rng_state_all",
    "stream",
    "streams",
    "synchronize",
]  # and FloatTensor and its kind, which `_typed` enters here
