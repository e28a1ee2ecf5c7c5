"""Hooks on what the graph saves: pack it when it is saved, unpack it when a backward reads it.

The usual wish is memory: to keep it on another device, in a file, in fewer bits; or, while
learning, to see what is saved at all.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..mode import current
from .saved_tensor import pack, tensor_at

if TYPE_CHECKING:
    from ..tensor import Tensor


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
        RuntimeError: such hooks are switched off (`disable_saved_tensors_hooks`); a pack hook
            wrote into its tensor.
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
        if _own.refusal is not None:
            raise RuntimeError(_own.refusal)
        if not (callable(self.pack_hook) and callable(self.unpack_hook)):
            raise TypeError(
                "_push_saved_tensors_default_hooks(): incompatible function arguments. The "
                "following argument types are supported:\n"
                "Both hooks must be functions of one argument."
            )
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


@contextmanager
def disable_saved_tensors_hooks(error_message: str) -> Iterator[None]:
    """Refuse `saved_tensors_hooks` in the block, for code that does not work with them.

    Args:
        error_message: what the RuntimeError says that entering one then raises.

    Raises:
        RuntimeError: hooks are in force already.

    Example:
        >>> import minigrad
        >>> with minigrad.autograd.graph.disable_saved_tensors_hooks("not here"):
        ...     with minigrad.autograd.graph.save_on_cpu():
        ...         pass
        Traceback (most recent call last):
        RuntimeError: not here

    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.graph.disable_saved_tensors_hooks
    """
    before = _own.refusal
    if _own.hooks:
        raise RuntimeError(error_message)
    _own.refusal = error_message
    try:
        yield
    finally:
        _own.refusal = before


class _PerThread(threading.local):
    """The hooks of a thread, innermost last, and why it refuses more."""

    def __init__(self) -> None:
        self.hooks: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = []
        self.refusal: str | None = None


_own = _PerThread()


def _pack_all(node: Any) -> None:
    """Pack every tensor that `node`, just recorded, has saved."""
    if not getattr(node, "versions", ()):
        return  # it saved nothing of its own
    pack_hook, unpack_hook = _own.hooks[-1]
    for place in _in_order(node):
        x = tensor_at(node, place)
        if x is not None:
            pack(node, place, x, pack_hook, unpack_hook)


def _in_order(node: Any) -> Iterable[int]:
    """The places of what `node` saved, as PyTorch saves it: what rules ask for first, first.

    Inputs come before outputs.
    """
    op, rules = node.op, getattr(node.op, "asks", ())
    asked = dict.fromkeys(name for names in rules for name in names)
    if not asked:
        return range(len(node.saved))  # as a Function was told to save
    names = [*op.inputs, *op.outputs]
    return sorted((names.index(name) for name in asked), key=lambda place: place >= op.n)
