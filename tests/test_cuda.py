"""Device queries: PyTorch's answers without a GPU, and CuPy's where it is a stand-in's."""

import sys
from types import SimpleNamespace

import pytest

import minigrad
from minigrad import accelerator, backends, cuda

QUIET = "is_available device_count memory_allocated memory_reserved empty_cache".split()
LOUD = "current_device synchronize get_device_name".split()


def answered(lib, name):
    try:
        return getattr(lib.cuda, name)()
    except AssertionError as error:
        return str(error).splitlines()[0]


@pytest.fixture
def no_gpu():
    if cuda.is_available():
        pytest.skip("there is a GPU here")


@pytest.mark.usefixtures("no_gpu")
@pytest.mark.parametrize("name", QUIET + LOUD)
def test_without_a_gpu_as_torch_says(name):
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("torch sees a GPU")
    assert answered(minigrad, name) == answered(torch, name)


@pytest.mark.usefixtures("no_gpu")
def test_the_usual_lines_choose_the_cpu():
    assert accelerator.current_accelerator() is None and accelerator.device_count() == 0
    assert not any(lib.is_available() for lib in (backends.cudnn, backends.mps))
    backends.cudnn.deterministic = True
    state = minigrad.get_rng_state()
    cuda.manual_seed_all(0)
    assert minigrad.get_rng_state().equal(state)


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


waited = []


@pytest.fixture
def two_gpus(monkeypatch):
    """Answer as CuPy does on a machine with two GPUs."""
    pool = SimpleNamespace(used_bytes=lambda: 8, total_bytes=lambda: 512, free_all_blocks=list)
    runtime = SimpleNamespace(
        getDeviceCount=lambda: 2, getDeviceProperties=lambda number: {"name": b"GPU %d" % number}
    )
    fake = SimpleNamespace(
        cuda=SimpleNamespace(runtime=runtime, Device=Device), get_default_memory_pool=lambda: pool
    )
    monkeypatch.setitem(sys.modules, "cupy", fake)
    monkeypatch.setattr(Device, "current", 0)


@pytest.mark.usefixtures("two_gpus")
def test_with_gpus_cupy_answers():
    assert cuda.is_available() and accelerator.device_count() == 2
    assert accelerator.current_accelerator() == minigrad.device("cuda")
    assert (cuda.memory_allocated(), cuda.memory_reserved()) == (8, 512)
    with cuda.device(1):
        assert cuda.current_device() == 1 and cuda.get_device_name() == "GPU 1"
    assert cuda.current_device() == 0
    cuda.set_device(minigrad.device("cuda:1"))
    cuda.synchronize()
    cuda.synchronize("cuda:0")
    assert waited == [1, 0]
    cuda.manual_seed(7)
    assert minigrad.initial_seed() == 7


def test_no_driver_is_no_gpu(monkeypatch):
    def refuse():
        raise RuntimeError("CUDA driver version is insufficient")

    fake = SimpleNamespace(cuda=SimpleNamespace(runtime=SimpleNamespace(getDeviceCount=refuse)))
    monkeypatch.setitem(sys.modules, "cupy", fake)
    assert not cuda.is_available()
