import importlib

import pytest


@pytest.fixture(params=["minigrad", "torch"])
def lib(request):
    """The library whose tensors are read: pictures of real PyTorch are the measure of ours."""
    return pytest.importorskip(request.param) if request.param == "torch" else _minigrad()


@pytest.fixture
def watch():
    """A `GraphWatch` that counts while the test runs."""
    from minigrad.viz.memory import GraphWatch

    watch = GraphWatch()
    watch.start()
    yield watch
    watch.stop()


def _minigrad():
    return importlib.import_module("minigrad")
