"""What a node keeps in place of a tensor while saved-tensors hooks are set."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from ..mode import current, switched
from .node import gradient_edge
from .wrap import is_tensor, type_name, wrap


class Packed:
    """What a pack hook made of a saved tensor, and where in the graph the tensor was.

    There is no version to compare when it is read: the hook may have kept a copy, or a file.
    """

    __slots__ = ("_dtype", "_leaf", "_node", "_nr", "_packed", "_requires_grad", "_unpack")

    _counter = (-1,)  # the version of no tensor: a rule's quick test for a change stops here

    def __init__(
        self, x: Any, output: bool, pack: Callable[[Any], Any], unpack: Callable[[Any], Any]
    ) -> None:
        """Pack `x`.

        Args:
            x: the tensor to save.
            output: whether it came from the node that keeps it, which then must not hold it.
            pack: called with `x`, unrecorded; what it returns is kept.
            unpack: called with that at each reading; returns a tensor of the values of `x`.
        """
        version = x._counter[0]
        with switched(False, bare=False):
            self._packed = pack(x)
        if x._counter[0] != version:
            raise RuntimeError(
                "A saved tensor pack hook is modifying its input in place. Tensors provided as "
                "input to pack hook cannot be modified by in-place operations as this can lead to "
                "unexpected side-effects. Please open an issue if you need to perform in-place "
                "operations on the input to a pack hook."
            )
        node, self._nr = gradient_edge(x)
        self._node = weakref.ref(node) if output and node is not None else lambda: node
        self._leaf = x._node is None
        self._requires_grad = x._requires_grad
        self._dtype = x.dtype
        self._unpack = unpack

    def unpack(self, bare: bool) -> Any:
        """What was saved: an array if `bare`, else a tensor in its place."""
        with switched(current.mode.grad_enabled, bare=False):
            x = self._unpack(self._packed)
            if is_tensor(x) and x.dtype != self._dtype:
                x = x.to(self._dtype)  # or the gradient would be of another type than its leaf
        if not is_tensor(x):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                f"{type_name(x)}"
            )
        if bare:
            return x._array
        if not (self._requires_grad or x.requires_grad):
            return x
        out = wrap(x._array, self._requires_grad)
        out._counter = x._counter
        end = self._node()
        if not self._leaf:
            out._edge = end, self._nr
        elif end is not None:
            out._accumulator = weakref.ref(end)
        return out


class PackedEach:
    """The same for several tensors that are one argument: the indices of each dimension."""

    __slots__ = ("_each",)

    _counter = (-1,)

    def __init__(self, many: Any, pack: Callable[[Any], Any], unpack: Callable[[Any], Any]) -> None:
        self._each = [x if x is None else Packed(x, False, pack, unpack) for x in many]

    def unpack(self, bare: bool) -> Any:
        """What was saved: tensors, also if `bare`; None where there was none."""
        return tuple(x if x is None else x.unpack(False) for x in self._each)
