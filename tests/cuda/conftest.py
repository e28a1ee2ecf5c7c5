"""CuPy's answers on a machine with two GPUs, for the tests of what is asked of them."""

import sys
from types import SimpleNamespace

import pytest

from minigrad import cuda


class Device:
    current = 0

    def __init__(self, number=None):
        self.id = Device.current if number is None else number

    def use(self):
        Device.current = self.id

    def __enter__(self):
        self.before, Device.current = Device.current, self.id

    def __exit__(self, *error):
        Device.current = self.before

    def synchronize(self):
        waited.append(self.id)


class Event:
    """Takes the place in the queue for a time: 2 ms a record."""

    done = True
    records = 0

    def __init__(self, block=False, disable_timing=False):
        self.timed = not disable_timing

    def record(self, stream=None):
        Event.records += 1
        self.at = 2.0 * Event.records
        return self

    def synchronize(self):
        waited.append("event")


class Stream:
    done, current = True, []

    def __init__(self, non_blocking=False):
        self.waits = []

    def __enter__(self):
        Stream.current.append(self)

    def __exit__(self, *error):
        Stream.current.pop()

    def synchronize(self):
        waited.append("stream")

    def wait_event(self, event):
        self.waits.append(event)

    def record(self):
        return Event().record()


class MemoryHook:
    def __enter__(self):
        hooks.append(self)


waited, hooks = [], []
in_use = {"used": 8, "total": 512}
PROPERTIES = {"totalGlobalMem": 99, "major": 9, "minor": 0, "multiProcessorCount": 132}


@pytest.fixture
def no_gpu():
    if cuda.is_available():
        pytest.skip("there is a GPU here")


@pytest.fixture
def two_gpus(monkeypatch):
    """Answer as CuPy does on a machine with two GPUs."""
    pool = SimpleNamespace(
        used_bytes=lambda: in_use["used"],
        total_bytes=lambda: in_use["total"],
        free_all_blocks=list,
    )
    runtime = SimpleNamespace(
        getDeviceCount=lambda: 2,
        getDeviceProperties=lambda number: {"name": b"GPU %d" % number, **PROPERTIES},
        memGetInfo=lambda: (10, 99),
        runtimeGetVersion=lambda: 12060,
    )
    fake = SimpleNamespace(
        cuda=SimpleNamespace(
            runtime=runtime,
            Device=Device,
            Event=Event,
            Stream=Stream,
            get_elapsed_time=lambda start, end: end.at - start.at,
            get_current_stream=lambda: Stream.current[-1] if Stream.current else Stream(),
        ),
        get_default_memory_pool=lambda: pool,
    )
    monkeypatch.setitem(sys.modules, "cupy", fake)
    hook = SimpleNamespace(MemoryHook=MemoryHook)
    monkeypatch.setitem(sys.modules, "cupy.cuda.memory_hook", hook)
    monkeypatch.setattr(Device, "current", 0)
    monkeypatch.setattr(cuda.memory, "_peaks", {})
    monkeypatch.setitem(in_use, "used", 8)
    monkeypatch.setitem(in_use, "total", 512)
    waited.clear(), hooks.clear()
    return SimpleNamespace(waited=waited, hooks=hooks, in_use=in_use, Stream=Stream)
