"""Tensors and the world outside: NumPy arrays on the same memory, copies, and pickles."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np

from . import backend
from ._operations import Operations
from .autograd.arguments import type_name
from .autograd.region import address, strided
from .autograd.wrap import wrap
from .creation.data import from_numpy
from .mode import current


class Exchange(Operations):
    """The part of `Tensor` that leaves minigrad."""

    __slots__ = ()

    __array_priority__ = 1000  # of an array and a tensor, NumPy asks the tensor first

    # ------------------------------------------------------------------ NumPy

    def numpy(self, *, force: bool = False) -> Any:
        """The same memory as a NumPy array.

        Args:
            force: also where PyTorch would refuse: ``detach().cpu()`` first.

        Raises:
            RuntimeError: this tensor requires grad, while recording is on.
            TypeError: it lies on a GPU, or `force` is not a bool.
        """
        if force is not True and force is not False:
            raise TypeError(f"numpy(): argument 'force' must be bool, not {type_name(force)}")
        if force:
            return self.detach().cpu().numpy()
        if self.requires_grad and current.mode.recording:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                "instead.\nNumPy would compute without recording, and the graph would end here."
            )
        if not backend.is_numpy(self._array):
            raise TypeError(
                f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to "
                "copy the tensor to host memory first."
            )
        self._share()
        return self._array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.numpy(), dtype, copy=copy)

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """What NumPy computes from a tensor is a tensor again; its bools, as in PyTorch, uint8."""
        return from_numpy(array.astype(np.uint8) if array.dtype == bool else array)

    # ------------------------------------------------------------------ copies and pickles

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
                "protocol at the moment.  If you were attempting to deepcopy a module, this may be "
                "because of a minigrad.nn.utils.weight_norm usage, see "
                "https://github.com/pytorch/pytorch/pull/103001\n"
                "To copy the values alone, write x.detach().clone()."
            )
        if id(self) not in memo:
            array = _copied(self._array, memo)
            memo[id(self)] = twin = type(self)._from_array(array, self.requires_grad)
            twin._grad = None if self._grad is None else self._grad.__deepcopy__(memo)
            twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return memo[id(self)]

    def __reduce_ex__(self, protocol: Any) -> Any:
        _warn_of_hooks(self)
        array = self.detach().cpu()._array
        return _rebuilt, (type(self), array, self.requires_grad, self.__dict__)

    @classmethod
    def _from_array(cls, array: Any, requires_grad: Any) -> Any:
        """A leaf of this class around `array`."""
        return wrap(array, requires_grad)


def _rebuilt(cls: Any, array: Any, requires_grad: Any, attributes: dict[str, Any]) -> Any:
    """What unpickling calls: a non-leaf comes back a leaf, as in PyTorch."""
    x = cls._from_array(array, requires_grad)
    x.__dict__.update(attributes)
    return x


def _copied(array: Any, memo: dict[int, Any]) -> Any:
    """A copy of `array`, on the same memory as the copies of what shared memory with `array`.

    Like `copy.deepcopy`, it keeps in `memo` what it has copied; here that is a whole memory.
    """
    owner = array
    while type(owner.base) is np.ndarray and owner.base.dtype == array.dtype:
        owner = owner.base
    if not isinstance(owner, np.ndarray):
        return array.copy()
    memory = owner.ravel("K")
    offset = address(array) - address(owner)
    if address(memory) != address(owner) or min((0, *array.strides)) < 0:
        return array.copy("K")
    if id(owner) not in memo:
        memo[id(owner)] = memory.copy()
    size = array.itemsize
    strides = tuple(s // size for s in array.strides)
    return strided(memo[id(owner)], array.shape, strides, offset // size)


def _warn_of_hooks(x: Any) -> None:
    hooks = x._hooks if x._edge is None else x._edge[0].hooks
    for hook in [] if hooks is None else hooks.tensor.get(x.output_nr, {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(
                f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, "
                "you can decorate the function with @minigrad.utils.hooks.unserializable_hook to "
                "suppress this warning",
                UserWarning,
                stacklevel=4,
            )
