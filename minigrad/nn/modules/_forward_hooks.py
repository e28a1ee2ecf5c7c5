"""A module's forward hooks, and how a call of a module that has hooks goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ._backward_hooks import Borders, hook_last_node

if TYPE_CHECKING:
    from .module import Module


class ForwardHook(NamedTuple):
    """A hook as it was registered."""

    function: Callable[..., Any]
    with_kwargs: bool


def hooked_call(module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """One call of a module: the hooks before it, its forward, the hooks after it."""
    for hook in list(module._forward_pre_hooks.values()):
        args, kwargs = _before(module, hook, args, kwargs)
    borders = None
    regular = {} if module._is_full_backward_hook else module._backward_hooks
    full = module._backward_hooks if module._is_full_backward_hook else {}
    if full or module._backward_pre_hooks:
        borders = Borders(module, full, module._backward_pre_hooks)
        args = borders.enter(args)
    result = module.forward(*args, **kwargs)
    for hook in list(module._forward_hooks.values()):
        new = hook.function(module, args, *[kwargs] * hook.with_kwargs, result)
        result = result if new is None else new
    if regular:
        hook_last_node(module, list(regular.values()), args, result)
    return result if borders is None else borders.leave(result)


def _before(module: Module, hook: ForwardHook, args: Any, kwargs: Any) -> tuple[Any, Any]:
    """The arguments, or what a hook puts in their place."""
    new = hook.function(module, args, *[kwargs] * hook.with_kwargs)
    if new is None:
        return args, kwargs
    if hook.with_kwargs:
        return new
    return new if isinstance(new, tuple) else (new,), kwargs
