"""What users may ask of the recorded graph: its nodes, and hooks on what it saves.

A tensor that is saved for backward can be packed when it is saved, and unpacked when a backward
reads it. The usual wish is memory: to keep it on another device, in a file, in fewer bits; or,
while learning, to see what is saved at all.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .._mode import current, switched
from .entry import current_edge
from .node import PACKED, UNEQUAL, TensorGroup
from .node import AccumulateGrad as AccumulateGrad
from .node import GraphNode as Node
from .wrap import is_tensor, type_name, wrap

if TYPE_CHECKING:
    from ..tensor import Tensor

__all__ = ["Node", "save_on_cpu", "saved_tensors_hooks"]


class saved_tensors_hooks:
    """Let `pack_hook` decide what is kept of each tensor that is saved for backward in the block.

    Of nested blocks the innermost alone acts, and each thread has its own. What a hook returned is
    not watched: writing over it later goes unnoticed.

    Args:
        pack_hook: called, unrecorded, with each tensor an operation or a `Function` saves; it may
            return anything. To return an operation's result itself makes a reference cycle:
            return ``x.detach()``.
        unpack_hook: called with that each time the saved tensor is read; returns a tensor of the
            same values, shape and type, which is put back in its place in the graph.

    Raises:
        RuntimeError: a pack hook wrote into its tensor.
        TypeError: an unpack hook returned no tensor.

    Example:
        >>> import minigrad
        >>> def pack(x):
        ...     print("saved:", x.detach())
        ...     return x.detach()
        >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
        >>> with minigrad.autograd.graph.saved_tensors_hooks(pack, lambda packed: packed):
        ...     y = x.exp()
        saved: tensor([2.7183, 7.3891])

    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.graph.saved_tensors_hooks
    """

    def __init__(
        self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]
    ) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> None:
        _own.hooks.append((self.pack_hook, self.unpack_hook))
        if len(_own.hooks) == 1:
            current.mode.on_record = (*current.mode.on_record, _pack_all)

    def __exit__(self, *error: object) -> None:
        _own.hooks.pop()
        if not _own.hooks:
            current.mode.on_record = tuple(f for f in current.mode.on_record if f is not _pack_all)


class save_on_cpu(saved_tensors_hooks):
    """Keep what is saved in the block in the CPU's memory, and bring it back when it is read.

    Args:
        pin_memory: always keep a copy, also of what is on the CPU already.
        device_type: taken for PyTorch's sake; what is saved goes back to where it came from.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
        >>> with minigrad.autograd.graph.save_on_cpu():
        ...     y = (x * x).sum()
        >>> y.backward()
        >>> x.grad
        tensor([2., 4.])

    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.graph.save_on_cpu
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        def pack(x: Tensor) -> tuple[Any, Tensor]:
            kept = x.detach().cpu()  # detached: a result that is kept as it is would be a cycle
            return x.device, kept.clone() if pin_memory else kept

        super().__init__(pack, lambda packed: packed[1].to(packed[0]))


class _PerThread(threading.local):
    """The hooks of a thread, innermost last."""

    def __init__(self) -> None:
        self.hooks: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = []


_own = _PerThread()


def _pack_all(node: Any) -> None:
    """Pack every tensor that `node`, just recorded, has saved."""
    if not getattr(node, "versions", ()):
        return  # it saved nothing of its own
    for place in _as_torch_saves(node):
        x = None if node.saved[place] is None else node.read(place, False)
        if not (is_tensor(x) or isinstance(x, TensorGroup)):
            continue
        saved, versions = list(node.saved), list(node.versions)
        kept = PackedEach(x) if isinstance(x, TensorGroup) else Packed(x, x is not saved[place])
        saved[place], versions[place] = kept, PACKED
        node.saved, node.versions = tuple(saved), tuple(versions)
        node.grads_match = False  # what comes back may have another shape


def _as_torch_saves(node: Any) -> Iterable[int]:
    """The places of what `node` saved, as PyTorch saves it: what rules ask for first, first.

    Inputs come before outputs.
    """
    places = getattr(node.op, "read_places", None) or range(len(node.saved))  # of a Function: all
    return sorted(places, key=lambda place: place >= getattr(node.op, "n", place + 1))


class Packed:
    """What a pack hook made of a saved tensor, and where in the graph the tensor was.

    There is no version to compare when it is read: the hook may have kept a copy, or a file.
    """

    __slots__ = ("_dtype", "_leaf", "_node", "_nr", "_packed", "_requires_grad", "_unpack")

    _counter = UNEQUAL

    def __init__(self, x: Any, output: bool) -> None:
        """Pack `x` with the innermost hooks.

        Args:
            x: the tensor to save.
            output: whether it came from the node that keeps it, which then must not hold it.
        """
        pack, self._unpack = _own.hooks[-1]
        version = x._counter[0]
        with switched(False, raw=False):
            self._packed = pack(x)
        if x._counter[0] != version:
            raise RuntimeError(
                "A saved tensor pack hook is modifying its input in place. Tensors provided as "
                "input to pack hook cannot be modified by in-place operations as this can lead to "
                "unexpected side-effects. Please open an issue if you need to perform in-place "
                "operations on the input to a pack hook."
            )
        node, self._nr = current_edge(x)
        self._node = weakref.ref(node) if output and node is not None else lambda: node
        self._leaf = x._node is None
        self._requires_grad = x._requires_grad
        self._dtype = x.dtype

    def unpack(self, raw: bool) -> Any:
        """What was saved: an array if `raw`, else a tensor in its place."""
        with switched(current.mode.grad_enabled, raw=False):
            x = self._unpack(self._packed)
            if is_tensor(x) and x.dtype != self._dtype:
                x = x.to(self._dtype)  # or the gradient would be of another type than its leaf
        if not is_tensor(x):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                f"{type_name(x)}"
            )
        if raw:
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

    _counter = UNEQUAL

    def __init__(self, many: Any) -> None:
        self._each = [x if x is None else Packed(x, False) for x in many]

    def unpack(self, raw: bool) -> Any:
        """What was saved: tensors, also if `raw`; None where there was none."""
        return tuple(x if x is None else x.unpack(False) for x in self._each)
