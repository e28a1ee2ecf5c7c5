import warnings

import pytest

import minigrad
from minigrad.amp import autocast


@pytest.fixture(autouse=True)
def unsaid(monkeypatch):
    monkeypatch.setattr(autocast, "_said", False)


def test_nothing_changes_and_that_is_said_once():
    with pytest.warns(UserWarning, match="autocast changes nothing here"):
        block = autocast("cpu", dtype=minigrad.float16)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with autocast("cpu") as entered, block:
            y = minigrad.ones(2, 2) @ minigrad.ones(2, 2)
    assert (y.dtype, type(entered)) == (minigrad.float32, autocast)


def test_one_that_is_not_enabled_says_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with minigrad.autocast("cuda", enabled=False):
            pass


@pytest.mark.skipif(minigrad.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_each_one_says_so():
    for _ in range(2):
        with pytest.warns(UserWarning, match=r"^CUDA is not available .*Disabling autocast\.$"):
            autocast(device_type="cuda", dtype=minigrad.float16)


def test_it_decorates():
    @autocast("cpu", enabled=False)
    def double(x, *, by=2):
        """Twice as much."""
        return x * by

    assert (double(3, by=4), double.__doc__) == (12, "Twice as much.")


def test_the_device_is_a_word_that_is_known():
    with pytest.raises(RuntimeError, match="foo"):
        autocast("foo")
    with pytest.raises(ValueError, match="Expected `device_type` of type `str`"):
        autocast(minigrad.device("cpu"))
