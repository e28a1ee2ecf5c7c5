"""The same computation on the CPU and on "cuda": the first thing that differs, in words."""

import functools
import traceback
from pathlib import Path

import numpy as np

import minigrad
import minigrad.nn.functional
from tests.device.known import KNOWN

CREATES = set(
    "tensor as_tensor zeros ones empty full arange linspace logspace eye rand randn randint "
    "randperm normal FloatTensor LongTensor".split()
)


class Library:
    """minigrad, whose new tensors are all on one device."""

    def __init__(self, device):
        self._device = device

    def __getattr__(self, name):
        found = getattr(minigrad, name)
        return functools.partial(found, device=self._device) if name in CREATES else found

    def from_numpy(self, array):
        return minigrad.from_numpy(array).to(self._device)


def difference(compute, device):
    """Where ``compute(lib)``, which yields ``(stage, tensors)``, goes another way on `device`.

    Returns:
        None; or the stage, and what happened there.
    """
    stage = "forward"
    other = compute(Library(device))
    for name, tensors in compute(Library("cpu")):
        try:
            stage, found = next(other)
            assert stage == name
            message = unlike(found, tensors)
        except Exception as error:
            return name, f"{type(error).__name__}: {error} ({origin(error)})"
        if message:
            return name, message
    return None


def unlike(found, expected):
    """How two lists of tensors differ."""
    for x, y in zip(found, expected, strict=True):
        if not isinstance(y, minigrad.Tensor):
            if x != y:
                return f"{x!r}, not {y!r}"
            continue
        if not x.is_cuda:
            return "a result is not on the GPU"
        here, there = (np.asarray(z.detach().cpu().numpy()) for z in (x, y))
        if (here.shape, here.dtype) != (there.shape, there.dtype):
            return f"{here.shape} {here.dtype}, not {there.shape} {there.dtype}"
        close = 1e-5 if there.dtype == np.float32 else 1e-12
        if not np.allclose(here, there, rtol=close, atol=close, equal_nan=True):
            return f"{here}, not {there}"
    return None


def origin(error):
    """The last line of minigrad's own that an error passed."""
    own = [
        f"{Path(frame.filename).relative_to(Path(minigrad.__file__).parent)}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(Path(minigrad.__file__).parent)
    ]
    return own[-1] if own else "no line of minigrad"


def check(name, found):
    """Assert that `name` works, or is known not to."""
    reasons = {each: reason for reason, names in KNOWN.items() for each in names}
    if name in reasons:
        assert found, f"{name} works now: take it out of KNOWN ({reasons[name]})"
    else:
        assert not found, f"{name}: {found}"
