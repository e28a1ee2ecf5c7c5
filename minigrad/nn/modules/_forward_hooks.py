"""A module's forward hooks, and how a call of a module that has hooks goes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ._backward_hooks import Borders

if TYPE_CHECKING:
    from .module import Module

_SILENCED = (
    "module forward hook with ``always_call=True`` raised an exception that was silenced as "
    "another error was raised in forward: {}"
)


class ForwardHook(NamedTuple):
    """A hook as it was registered."""

    function: Callable[..., Any]
    with_kwargs: bool
    always_call: bool = False


class HookedCall:
    """One call of a module: the hooks before it, its forward, the hooks after it.

    Attributes:
        args, kwargs: what forward gets; hooks before it may replace them.
        result: what forward gave, or a hook in its place; None before.
        called: the hooks after forward that had their turn.
    """

    def __init__(self, module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.module, self.args, self.kwargs = module, args, kwargs
        self.result: Any = None
        self.called: set[int] = set()

    def run(self) -> Any:
        """What the call gives."""
        try:
            self._before()
            module = self.module
            borders = None
            if module._backward_hooks or module._backward_pre_hooks:
                borders = Borders(module, module._backward_hooks, module._backward_pre_hooks)
                self.args = borders.enter(self.args)
            self.result = module.forward(*self.args, **self.kwargs)
            for key, hook in list(module._forward_hooks.items()):
                self.called.add(key)
                self._after(hook)
            return self.result if borders is None else borders.leave(self.result)
        except Exception:
            self._failed()
            raise

    def _before(self) -> None:
        for hook in list(self.module._forward_pre_hooks.values()):
            if hook.with_kwargs:
                new = hook.function(self.module, self.args, self.kwargs)
                if new is not None:
                    self.args, self.kwargs = _both(new)
            else:
                new = hook.function(self.module, self.args)
                if new is not None:
                    self.args = new if isinstance(new, tuple) else (new,)

    def _after(self, hook: ForwardHook) -> None:
        kwargs = (self.kwargs,) if hook.with_kwargs else ()
        new = hook.function(self.module, self.args, *kwargs, self.result)
        if new is not None:
            self.result = new

    def _failed(self) -> None:
        """Call those that are always called, unless they were; the error that began it goes on."""
        for key, hook in list(self.module._forward_hooks.items()):
            if hook.always_call and key not in self.called:
                try:
                    self._after(hook)
                except Exception as error:
                    warnings.warn(_SILENCED.format(error), stacklevel=4)


def _both(new: Any) -> Any:
    if isinstance(new, tuple) and len(new) == 2:
        return new
    raise RuntimeError(
        f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {new}."
    )
