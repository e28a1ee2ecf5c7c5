"""Hooks of an optimizer: functions of yours around its step, and around its state dict."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ..autograd.hooks import RemovableHandle

_KINDS = ("step_pre", "step_post", "state_pre", "state_post", "load_pre", "load_post")
_NO_PAIR = "{} must return None or a tuple of (new_args, new_kwargs), but got {}."


class Hooked:
    """Base of `Optimizer`: registers hooks, and runs them.

    Each method returns a handle whose ``remove()`` takes the hook back.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> optimizer = SGD([minigrad.zeros(1)], lr=0.1)
        >>> def after(optimizer, args, kwargs):
        ...     print("a step of", optimizer.param_groups[0]["lr"])
        >>> handle = optimizer.register_step_post_hook(after)
        >>> optimizer.step()
        a step of 0.1
        >>> handle.remove()

    Source: https://docs.pytorch.org/docs/stable/optim.html#torch.optim.Optimizer
    """

    def _init_hooks(self) -> None:
        self._hooks: dict[str, OrderedDict[int, Any]] = {kind: OrderedDict() for kind in _KINDS}

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(optimizer, args, kwargs)`` before each step; it may return others for both.

        `args` begins with the optimizer itself, as in PyTorch.
        """
        return self._register("step_pre", hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(optimizer, args, kwargs)`` after each step."""
        return self._register("step_post", hook)

    def register_state_dict_pre_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call ``hook(optimizer)`` before each `state_dict`, with `prepend` before other hooks."""
        return self._register("state_pre", hook, prepend)

    def register_state_dict_post_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call ``hook(optimizer, state_dict)`` after it; it may change it or return another."""
        return self._register("state_post", hook, prepend)

    def register_load_state_dict_pre_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call ``hook(optimizer, state_dict)`` before one is loaded; it may return another."""
        return self._register("load_pre", hook, prepend)

    def register_load_state_dict_post_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call ``hook(optimizer)`` after a state dict was loaded."""
        return self._register("load_post", hook, prepend)

    def _register(self, kind: str, hook: Any, prepend: bool = False) -> RemovableHandle:
        handle = RemovableHandle(self._hooks[kind], hook)
        if prepend:
            self._hooks[kind].move_to_end(handle.id, last=False)
        return handle

    def _run_hooks(self, kind: str, *state_dict: Any) -> Any:
        """Show the optimizer, and a state dict, to the hooks; return the state dict they leave."""
        for hook in list(self._hooks[kind].values()):
            result = hook(self, *state_dict)
            if state_dict and result is not None:
                state_dict = (result,)
        return state_dict[0] if state_dict else None

    def _step_with_hooks(self, step: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        for hook in list(self._hooks["step_pre"].values()):
            result = hook(self, args, kwargs)
            if result is not None:
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError(_NO_PAIR.format(step, result))
                args, kwargs = result
        out = step(*args, **kwargs)
        for hook in list(self._hooks["step_post"].values()):
            hook(self, args, kwargs)
        return out
