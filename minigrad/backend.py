"""Where arrays live: NumPy on the CPU, CuPy on a GPU.

NumPy's own functions already answer a CuPy array with a CuPy array, so the formulas of minigrad are
written once. Only what creates an array, moves one, or writes by index has to ask here.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np

Array = Any  # a numpy.ndarray, a NumPy scalar standing for a 0-d one, or a cupy.ndarray


class device:
    """The place of a tensor's memory: ``device("cpu")``, ``device("cuda:1")``.

    Attributes:
        type: ``"cpu"`` or ``"cuda"``.
        index: which GPU; None for the CPU, or for whichever GPU is current. Given alone, as in
            ``device(1)``, a number is the index of a GPU.

    Raises:
        RuntimeError: the name is neither.

    Example:
        >>> import minigrad
        >>> minigrad.tensor([1.0]).device
        device(type='cpu')

    Source: https://docs.pytorch.org/docs/stable/tensor_attributes.html#torch-device
    """

    __module__ = "minigrad"
    __slots__ = ("index", "type")

    def __init__(self, type: str | int | device, index: int | None = None):
        if isinstance(type, int):
            type = f"cuda:{type}"
        self.type, _, number = str(type).partition(":")
        self.index = int(number) if number else index
        if self.type not in ("cpu", "cuda"):
            raise RuntimeError(
                f"Expected one of cpu, cuda device type at start of device string: {type}"
            )

    def __repr__(self) -> str:
        where = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{where})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, device):
            return NotImplemented
        return (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __reduce__(self) -> tuple[Any, ...]:
        return device, (self.type, self.index)

    def __enter__(self) -> device:
        """Inside ``with device("cuda"):`` new tensors are made there where no device is named."""
        chosen.append(self)
        return self

    def __exit__(self, *raised: object) -> None:
        chosen.pop()


__test__ = {"device": device}  # for doctest, see `minigrad.tensor`

device_class = device  # its name where an argument is called `device`

CPU = device("cpu")
chosen: list[device | None] = [None]  # the default device, then that of each `with` inside it


def set_default_device(device: Any) -> None:
    """Make new tensors on `device` where none is named; None for the CPU.

    Example:
        >>> import minigrad
        >>> minigrad.set_default_device("cpu")
        >>> minigrad.get_default_device()
        device(type='cpu')

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_default_device.html
    """
    chosen[0] = None if device is None else device_class(device)


def get_default_device() -> device:
    """Where tensors are made that are told no device."""
    return chosen[-1] or CPU


def is_numpy(array: Array) -> bool:
    """Whether `array` is NumPy's, scalars included."""
    return isinstance(array, (np.ndarray, np.generic))


def device_of(array: Array) -> device:
    """The device that `array` lies on."""
    return CPU if is_numpy(array) else device("cuda", array.device.id)


def module_of(array: Array) -> ModuleType:
    """The module that made `array`: numpy or cupy."""
    return np if is_numpy(array) else cupy()


def cupy() -> ModuleType:
    """CuPy, imported when a GPU is first asked for.

    Raises:
        AssertionError: there is no CuPy here (PyTorch's error for a build without CUDA).
    """
    try:
        return importlib.import_module("cupy")
    except ImportError as missing:
        raise AssertionError(
            "Torch not compiled with CUDA enabled\n"
            "minigrad found no CuPy, which it needs to compute on a GPU. In the clone's folder: "
            'pip install -e ".[cuda12]" (or ".[cuda13]", to match your driver).'
        ) from missing


def is_on(array: Array, where: device) -> bool:
    """Whether `array` lies on `where` already."""
    here = device_of(array)
    return here.type == where.type and (where.type == "cpu" or where.index in (None, here.index))


def to_device(array: Array, where: device) -> Array:
    """`array` itself if it lies on `where` already, else a copy there.

    One GPU computes at a time, the one that something went to last.
    """
    if is_on(array, where):
        return array
    order = np.argsort([-abs(step) for step in array.strides], kind="stable").tolist()
    dense = array.transpose(order)  # copied as it lies in memory, so that the strides stay
    if where.type == "cpu":
        there = dense.get()
    else:
        cupy().cuda.Device(where.index).use()  # from now on this one computes
        there = cupy().asarray(dense)
    return there.transpose(np.argsort(order).tolist())


def check_beside(called: str, x: Array, like: Array) -> None:
    """Raise unless `x`, which the error calls so, lies where `like` does."""
    here, there = device_of(x), device_of(like)
    if here != there:
        raise RuntimeError(
            f"Expected all tensors to be on the same device, but got {called} is on {here}, "
            f"different from other tensors on {there}\nMove one with .to(device)."
        )


def as_array(array: Array) -> Array:
    """`array` as something with an address: a NumPy scalar becomes a 0-d array."""
    return np.asarray(array) if isinstance(array, np.generic) else array


def row_major(array: Array) -> Array:
    """`array` itself if its elements lie in memory in the order they print, else such a copy."""
    return array if array.flags.c_contiguous else array.copy()


def on_host(numbers: Any) -> Array:
    """Python's numbers, or nested lists of them, as a new array of NumPy's."""
    return np.array(numbers)


def solved(function: Any, *arguments: Any) -> Any:
    """What a function of ``numpy.linalg`` gives, which on a GPU, too, raises where it fails."""
    if is_numpy(arguments[0]):
        return function(*arguments)
    with importlib.import_module("cupyx").errstate(linalg="raise"):
        return function(*arguments)


def scatter_add(out: Array, key: Any, values: Array) -> None:
    """``out[key] += values``, adding twice where `key` names a place twice."""
    if is_numpy(out):
        np.add.at(out, key, values)
    elif out.dtype.kind != "f" and out.dtype != np.uint64:  # a GPU adds these: the same bits
        wide = out.astype(np.uint64)
        scatter_add(wide, key, values.astype(np.uint64))
        out[...] = wide
    else:
        importlib.import_module("cupyx").scatter_add(out, key, values)


def combine_at(ufunc: Any, out: Array, key: Any, values: Array) -> None:
    """``out[key] = ufunc(out[key], values)``, again and again where `key` names a place twice.

    A GPU takes each place once: until then values that meet there are joined in pairs.
    """
    if is_numpy(out):
        ufunc.at(out, key, values)
        return
    module = module_of(out)
    places = module.broadcast_to(module.arange(out.size).reshape(out.shape)[key], values.shape)
    order = module.argsort(places.ravel())
    places, values = places.ravel()[order], values.ravel()[order]
    while True:
        rank = module.arange(places.size) - module.searchsorted(places, places)  # at its place
        second = module.flatnonzero(rank % 2)
        if not second.size:
            break
        values[second - 1] = ufunc(values[second - 1], values[second])
        places, values = places[rank % 2 == 0], values[rank % 2 == 0]
    flat = out.reshape(-1)
    flat[places] = ufunc(flat[places], values)
