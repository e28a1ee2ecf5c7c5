"""Hooks: the user's code, called while a backward passes by, and the handles that take it back.

A walk of the graph runs on bare arrays, but a hook sees tensors: `through` turns one into the other
on the way in and back on the way out.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from ..mode import current, switched
from . import wrap as _wrap
from .wrap import TensorBase

Hook = Callable[..., Any]
HookDict = dict[int, Hook]


class Hooks:
    """The hooks of one node; made only when the first one is registered.

    A tensor's hooks are its node's, so they stay behind by themselves when a write moves the tensor
    on to another node.

    Attributes:
        tensor: ``{output_nr: {id: hook}}``, on the gradient of one output.
        retained: ``{output_nr: hook}``, after those: keeps the gradient for `Tensor.retain_grad`.
        pre, post: ``{id: hook}``, before and after the node runs.
        post_accumulate: ``{id: hook}``, after a leaf's ``.grad`` changed.
    """

    __slots__ = ("post", "post_accumulate", "pre", "retained", "tensor")

    def __init__(self) -> None:
        self.tensor: dict[int, HookDict] = {}
        self.retained: dict[int, Hook] = {}
        self.pre: HookDict = {}
        self.post: HookDict = {}
        self.post_accumulate: HookDict = {}


class RemovableHandle:
    """What registering a hook returns: ``handle.remove()`` takes the hook back, once or many times.

    Also a context manager that removes the hook at the end of a ``with`` block.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0], requires_grad=True)
        >>> handle = x.register_hook(lambda grad: print("passing:", grad))
        >>> (x * 3).backward()
        passing: tensor([3.])
        >>> handle.remove()

    Source: https://docs.pytorch.org/docs/stable/generated/torch.utils.hooks.RemovableHandle.html
    """

    _next_id = itertools.count().__next__

    def __init__(self, hooks: HookDict, hook: Hook):
        self.id = RemovableHandle._next_id()
        self._hooks = hooks  # the dict alone, so a handle that is kept keeps no graph alive
        hooks[self.id] = hook

    def remove(self) -> None:
        """Take the hook back; a hook that is gone already stays gone."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()


def through(hook: Hook, *grads: Any) -> Any:
    """Call `hook` with tensors, whatever the walk runs on, and give back what the walk runs on."""
    if not current.mode.bare:
        return hook(*grads)
    with switched(current.mode.grad_enabled, bare=False):
        return _bare(hook(*map(_wrapped, grads)))


def run_tensor_hooks(hooks: Hooks, grads: list[Any]) -> None:
    """Show each gradient to the hooks of the tensor it belongs to, then keep it if the tensor asked."""
    for nr, mine in hooks.tensor.items():
        for hook in list(mine.values()):  # None for an output that nothing reached, as in PyTorch
            new = through(hook, grads[nr])
            if new is not None:
                grads[nr] = _checked(new, grads[nr], hook)
    for nr, keep in hooks.retained.items():
        if grads[nr] is not None:
            through(keep, grads[nr])


def run_node_hooks(hooks: HookDict, values: Any, *more: Any) -> Any:
    """Pre-hooks see what arrives; post-hooks what leaves, and what arrived. Either may replace the first."""
    for hook in list(hooks.values()):
        new = through(hook, tuple(values), *map(tuple, more))
        if new is not None:
            values = list(new) if type(new) is tuple else [new]
    return values


def _wrapped(grad: Any) -> Any:
    if type(grad) is tuple:
        return tuple(map(_wrapped, grad))
    return None if grad is None else _wrap.wrap(grad)


def _bare(result: Any) -> Any:
    if type(result) is tuple:
        return tuple(map(_bare, result))
    return result._array if isinstance(result, TensorBase) else result


def _checked(new: Any, grad: Any, hook: Hook) -> Any:
    """What `hook` returned in place of `grad`, if it can stand there."""
    if not hasattr(new, "dtype"):
        raise TypeError(f"expected Variable, but hook returned '{type(new).__name__}'")
    name = getattr(hook, "__name__", type(hook).__name__)
    if grad is not None and tuple(new.shape) != tuple(grad.shape):
        raise RuntimeError(
            f"hook '{name}' has changed the size of value "
            f"(was {list(grad.shape)} got {list(new.shape)}). Return a gradient of the same shape."
        )
    if grad is not None and new.dtype != grad.dtype:
        raise RuntimeError(
            f"hook '{name}' has changed the type of value (was {grad.dtype} got {new.dtype}). "
            "Return a gradient of the same dtype."
        )
    return new
