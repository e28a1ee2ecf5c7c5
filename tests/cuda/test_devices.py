"""Device queries: PyTorch's answers without a GPU, and CuPy's where it is a stand-in's."""

import sys
from types import SimpleNamespace

import pytest

import minigrad
from minigrad import accelerator, cuda

QUIET = (
    "is_available device_count memory_allocated memory_reserved max_memory_allocated empty_cache "
    "max_memory_reserved is_initialized is_bf16_supported get_rng_state_all seed_all"
).split()
LOUD = (
    "current_device synchronize get_device_name get_device_properties get_device_capability init "
    "current_stream mem_get_info ipc_collect"
).split()


def answered(lib, name):
    try:
        return getattr(lib.cuda, name)()
    except AssertionError as error:
        return str(error).splitlines()[0]


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


def test_with_gpus_cupy_answers(two_gpus):
    assert cuda.is_available() and accelerator.device_count() == 2
    assert accelerator.current_accelerator() == minigrad.device("cuda")
    assert (cuda.memory_allocated(), cuda.memory_reserved()) == (8, 512)
    with cuda.device(1):
        assert cuda.current_device() == 1 and cuda.get_device_name() == "GPU 1"
    assert cuda.current_device() == 0
    cuda.set_device(minigrad.device("cuda:1"))
    cuda.synchronize()
    cuda.synchronize("cuda:0")
    assert two_gpus.waited == [1, 0]
    assert cuda.get_device_capability() == (9, 0) and cuda.get_device_properties(0).name == "GPU 0"
    assert cuda.is_initialized() and not cuda.is_bf16_supported()
    assert minigrad.version.cuda == "12.6"


def test_no_driver_is_no_gpu(monkeypatch):
    def refuse():
        raise RuntimeError("CUDA driver version is insufficient")

    fake = SimpleNamespace(cuda=SimpleNamespace(runtime=SimpleNamespace(getDeviceCount=refuse)))
    monkeypatch.setitem(sys.modules, "cupy", fake)
    assert not cuda.is_available()
