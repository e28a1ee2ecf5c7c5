"""The module ``cupy`` over the stand-in, with what of ``cupyx`` minigrad asks for."""

import math
import sys
from contextlib import contextmanager, nullcontext
from functools import partial
from types import ModuleType, SimpleNamespace

import numpy as np

from minigrad.ops.functions import _erfinv
from minigrad.ops.special import _lgamma
from tests.device import functions, standin
from tests.device.functions import CUPY, FUNCTIONS, UFUNCS

CREATES = "zeros ones empty full arange eye identity tri linspace asarray array".split()


class Device:
    """One of two GPUs; by default the current one."""

    def __init__(self, number=None):
        if number not in (None, 0, 1):
            raise RuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
        self.id = standin.CURRENT.gpu if number is None else number

    def use(self):
        """Make it current."""
        standin.CURRENT.gpu = self.id

    def synchronize(self):
        """Wait for it."""


class Ufunc:
    """``cupy.add``: it can be called, and has ``at``."""

    def __init__(self, name):
        self.__name__, self.types = name, UFUNCS[name].split()

    def __call__(self, *inputs, **given):
        return functions.ufunc(self.__name__, "__call__", inputs, given)

    def at(self, *inputs):
        """In place, without buffering."""
        return functions.ufunc(self.__name__, "at", inputs, {})


def create(name, *args, **given):
    """A new array: ``cupy.zeros(3)``."""
    functions.arguments(FUNCTIONS[name])(*args, **given)
    if name in ("asarray", "array") and isinstance(args[0], standin.ndarray):
        apart = args[0].device.id != standin.CURRENT.gpu
        return standin.given(args[0]._host) if apart or name == "array" else args[0]
    if name == "full" and isinstance(args[1], standin.ndarray):
        args = (args[0], args[1]._host, *args[2:])
    return standin.given(getattr(np, name)(*args, **given))


def attribute(name):
    """Anything else that CuPy has and NumPy has, too."""
    if name in UFUNCS:
        return Ufunc(name)
    if name in CREATES:
        return partial(create, name)
    if name in FUNCTIONS:
        return lambda *args, **given: functions.function(name, args, given)
    if name in CUPY["others"]:
        return getattr(np, name)
    raise AttributeError(f"module 'cupy' has no attribute '{name}'")


def as_strided(x, shape=None, strides=None):
    """A window onto memory. CuPy makes a new array of the pointer: it has no base."""
    host = np.lib.stride_tricks.as_strided(x._host, shape, strides)
    return standin.ndarray(host, start=x._start)


def of_each(function):
    """A function of a number, elementwise, of floating point."""

    def special(x):
        values = [function(each) for each in x._host.ravel().tolist()]
        return standin.given(np.array(values, x.dtype).reshape(x.shape))

    return special


def modules():
    """What an import is to find, by name."""
    names = ("cupy", "cupyx", "cupyx.scipy", "cupyx.scipy.special")
    found = {name: ModuleType(name) for name in names}
    gpu = found["cupy"]
    gpu.__getattr__ = attribute
    gpu.ndarray = standin.ndarray
    gpu.lib = SimpleNamespace(stride_tricks=SimpleNamespace(as_strided=as_strided))
    runtime = SimpleNamespace(
        getDeviceCount=lambda: 2, getDeviceProperties=lambda number: {"name": b"stand-in"}
    )
    gpu.cuda = SimpleNamespace(Device=Device, runtime=runtime)
    pool = SimpleNamespace(used_bytes=int, total_bytes=int, free_all_blocks=lambda: None)
    gpu.get_default_memory_pool = lambda: pool
    found["cupyx"].errstate = lambda linalg: nullcontext()  # NumPy raises of itself
    found["cupyx"].scatter_add = lambda x, key, value: x.scatter_add(key, value)
    found["cupyx.scipy.special"].erf = of_each(math.erf)
    found["cupyx.scipy.special"].erfc = of_each(math.erfc)
    found["cupyx.scipy.special"].gammaln = of_each(_lgamma)
    found["cupyx.scipy.special"].erfinv = of_each(_erfinv)
    return found


@contextmanager
def installed():
    """Let imports find the stand-in, also where there is a real CuPy."""
    before = {name: sys.modules.get(name) for name in modules()}
    sys.modules.update(modules())
    standin.CURRENT.gpu = 0
    try:
        yield sys.modules["cupy"]
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
