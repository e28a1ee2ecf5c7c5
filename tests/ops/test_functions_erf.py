import importlib
import math
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.erf(i), torch.erf(b), torch.erf(h), torch.erf(s)
torch.erf(torch.tensor([nan, -0.0, -inf, inf, 1000.0, -1000.0]))
i.erf_()
grads(torch.erf, [0.0, 0.5, -3.0, 1000.0, -inf, nan])
seconds(torch.erf, [0.0, 0.5, -3.0])
x = w * 1; x.erf_().sum().backward(); w.grad
""")

GRID = np.concatenate(
    [np.linspace(-6.5, 6.5, 20001), np.linspace(0.4, 0.6, 5001), np.logspace(-300, 0, 1000)]
)


def test_float64_is_off_by_a_few_units_of_the_last_place_at_most():
    true = np.array([math.erf(x) for x in GRID])
    found = minigrad.erf(minigrad.from_numpy(GRID)).numpy()
    wrong = np.abs(found - true) / np.spacing(np.abs(true))
    assert wrong.max() <= 3
    assert wrong.mean() < 0.25


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_shorter_types_are_rounded_once(dtype):
    short = GRID.astype(dtype)
    true = np.array([math.erf(x) for x in short.astype(np.float64)]).astype(dtype)
    np.testing.assert_array_equal(minigrad.erf(minigrad.from_numpy(short)).numpy(), true)


def test_it_is_odd_and_keeps_the_sign_of_zero():
    found = minigrad.erf(minigrad.from_numpy(GRID)).numpy()
    mirrored = minigrad.erf(minigrad.from_numpy(-GRID)).numpy()
    np.testing.assert_array_equal(found, -mirrored)
    assert math.copysign(1, minigrad.erf(minigrad.tensor(-0.0)).item()) == -1


def test_it_is_one_from_six_on():
    far = minigrad.tensor([6.0, 40.0, 1e300, math.inf], dtype=minigrad.float64)
    assert minigrad.erf(far).tolist() == [1.0] * 4


def test_on_a_gpu_it_is_cupys(monkeypatch):
    """Without one, all that can be seen is that CuPy's own function is called."""
    monkeypatch.setattr(
        importlib.import_module("minigrad.ops.functions"), "is_numpy", lambda array: False
    )
    cupys = SimpleNamespace(erf=lambda array: array + 40)
    monkeypatch.setitem(sys.modules, "cupyx.scipy.special", cupys)
    assert minigrad.erf(minigrad.tensor([2.0])).tolist() == [42.0]
