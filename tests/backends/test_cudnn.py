"""Switches of other libraries: set, read back, and of no effect."""

import pytest

import minigrad.backends.cudnn as cudnn
from minigrad import backends


def test_the_switches_stand_as_torchs():
    torch = pytest.importorskip("torch")
    for name in ("enabled", "benchmark", "deterministic", "allow_tf32"):
        assert getattr(cudnn, name) == getattr(torch.backends.cudnn, name)
    if not torch.cuda.is_available():
        assert torch.backends.cudnn.version() is cudnn.version() is None


def test_a_switch_is_set_and_read_back():
    cudnn.benchmark = True
    assert backends.cudnn.benchmark is True
    cudnn.benchmark = False


def test_a_block_sets_switches_and_sets_them_back():
    with cudnn.flags(enabled=False, deterministic=True):
        assert (cudnn.enabled, cudnn.deterministic) == (False, True)
    assert (cudnn.enabled, cudnn.deterministic) == (True, False)


def test_none_of_them_is_used():
    assert not any(lib.is_available() for lib in (cudnn, backends.mps, backends.mkl))
    assert not backends.mkldnn.is_available() and not backends.mps.is_built()
