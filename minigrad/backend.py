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


class UntypedStorage:
    """The memory that a tensor and all its views show.

    Attributes:
        device: where it lies.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(2, 3)
        >>> x[1].untyped_storage().data_ptr() == x.data_ptr()
        True
        >>> x[1].untyped_storage().nbytes()
        24

    Source: https://docs.pytorch.org/docs/stable/storage.html
    """

    def __init__(self, address: int, nbytes: int, device: device) -> None:
        self._address, self._nbytes, self.device = address, nbytes, device

    def data_ptr(self) -> int:
        """The address of its first byte."""
        return self._address

    def nbytes(self) -> int:
        """Its bytes."""
        return self._nbytes


__test__ = {"device": device}  # for doctest, see `minigrad.tensor`

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
    chosen[0] = None if device is None else type(CPU)(device)


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
            "minigrad found no CuPy, which it needs to compute on a GPU. Install it from the "
            'folder of the clone: pip install -e ".[cuda12]" (or ".[cuda13]", to match your '
            "driver)."
        ) from missing


def is_on(array: Array, where: device) -> bool:
    """Whether `array` lies on `where` already."""
    here = device_of(array)
    return here.type == where.type and (where.type == "cpu" or where.index in (None, here.index))


def to_device(array: Array, where: device) -> Array:
    """`array` itself if it lies on `where` already, else a copy there."""
    if is_on(array, where):
        return array
    if where.type == "cpu":
        return array.get()
    gpu = cupy()
    with gpu.cuda.Device(where.index or 0):
        return gpu.asarray(array)


def as_array(array: Array) -> Array:
    """`array` as something with an address: a NumPy scalar becomes a 0-d array."""
    return np.asarray(array) if isinstance(array, np.generic) else array


def scatter_add(out: Array, key: Any, values: Array) -> None:
    """``out[key] += values``, adding twice where `key` names a place twice."""
    if is_numpy(out):
        np.add.at(out, key, values)
    else:
        importlib.import_module("cupyx").scatter_add(out, key, values)
