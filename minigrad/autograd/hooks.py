"""Hooks: the user's code, called while a backward passes by, and the handles that take it back.

A walk of the graph may run on raw arrays, but a hook sees tensors, and may replace them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from .._mode import current, switched
from ..dtype import tensor_type
from .wrap import is_tensor, type_name, wrap

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
        post_accumulate: ``{id: hook}``, after each backward that came to a leaf, on that leaf.
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


def run_tensor_hooks(hooks: Hooks, grads: list[Any]) -> None:
    """Show each gradient to the hooks of the tensor it belongs to, then to `retain_grad`."""
    raw = current.mode.raw
    with switched(current.mode.grad_enabled, raw=False):
        tensors = [_tensor(grad, raw) for grad in grads]
        for nr, mine in list(hooks.tensor.items()):  # a hook may register one on another output
            for hook in list(mine.values()):
                # a hook is called with None where nothing arrived, as in PyTorch
                tensors[nr] = _checked(hook, hook(tensors[nr]), tensors[nr])
        for nr, keep in hooks.retained.items():
            if tensors[nr] is not None:
                keep(tensors[nr])
    grads[:] = [_back(grad, raw) for grad in tensors]


def run_node_hooks(hooks: HookDict, values: Any, *more: Any) -> Any:
    """Call hooks on a node: a pre-hook with what arrives, a post-hook with what leaves and arrived.

    A hook may return a tuple in place of its first argument; None in it stops a gradient.

    Args:
        hooks: of one kind.
        values: the first argument.
        more: a post-hook's second.
    """
    raw = current.mode.raw
    with switched(current.mode.grad_enabled, raw=False):
        tensors, *others = (tuple(_tensor(g, raw) for g in group) for group in (values, *more))
        for hook in list(hooks.values()):
            tensors = _checked_all(hook, hook(tensors, *others), tensors)
    return [_back(grad, raw) for grad in tensors]


def run_post_accumulate_hooks(variable: Any) -> None:
    """Show a leaf, to which a backward has just come, to its hooks."""
    with switched(current.mode.grad_enabled, raw=False):
        for hook in list(variable._hooks.post_accumulate.values()):
            if _checked(hook, hook(variable), variable) is not variable:
                raise RuntimeError("Tensor post accumulate grad hooks should return None.")


def _tensor(grad: Any, raw: bool) -> Any:
    """What a hook sees of `grad`: a tensor, also where the walk runs on arrays."""
    return wrap(grad) if raw and grad is not None else grad


def _back(grad: Any, raw: bool) -> Any:
    """What the walk goes on with."""
    return grad._array if raw and grad is not None else grad


def _checked_all(hook: Hook, found: Any, grads: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a node's hook returned in place of `grads`, if it can stand there."""
    if found is None:
        return grads
    if type(found) is not tuple:
        raise TypeError(f"expected tuple, but hook returned '{type_name(found)}'")
    if len(found) != len(grads):
        raise RuntimeError(
            f"hook '{_name(hook)}' has returned an incorrect number of values "
            f"(got {len(found)}, but expected {len(grads)})"
        )
    return tuple(
        None if new is None else _checked(hook, new, grad) for new, grad in zip(found, grads)
    )


def _checked(hook: Hook, new: Any, grad: Any) -> Any:
    """What `hook` returned in place of `grad`, if it can stand there."""
    if new is None:
        return grad
    if not is_tensor(new):
        raise TypeError(f"expected Variable, but hook returned '{type_name(new)}'")
    if grad is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if new.dtype != grad.dtype:
        raise RuntimeError(
            f"hook '{_name(hook)}' has changed the type of value "
            f"(was {tensor_type(grad._array.dtype)} got {tensor_type(new._array.dtype)})"
        )
    if new.shape != grad.shape:
        raise RuntimeError(
            f"hook '{_name(hook)}' has changed the size of value\n"
            f"It was {list(grad.shape)} and became {list(new.shape)}."
        )
    return new


def _name(hook: Hook) -> str:
    return getattr(hook, "__name__", "<unknown>")
